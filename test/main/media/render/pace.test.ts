/** Frames per second of an encode: of the last seconds, and nothing where that is not known. */
import { expect, it } from 'vitest'
import { createPace } from '../../../../src-main/media/render/pace.ts'

it('is known after a second, follows what changes, and ends with the last frames', () => {
  let now = 0
  const pace = createPace(() => now)
  const encode = (seconds: number, framesPerSecond: number): void => {
    for (let quarter = 0; quarter < seconds * 4; quarter++) {
      now += 250
      pace.add(framesPerSecond / 4)
    }
  }
  expect(pace.perSecond()).toBeNull()
  encode(1, 40)
  expect(pace.perSecond()).toBeNull()
  encode(1, 40)
  expect(pace.perSecond()).toBeCloseTo(40)
  encode(6, 8)
  expect(pace.perSecond()).toBeCloseTo(8)
  // What was kept is put together: nothing is encoded.
  pace.add(0)
  now += 6000
  expect(pace.perSecond()).toBeNull()
})
