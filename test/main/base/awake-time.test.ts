/** Waking time: neither a clock that is set nor a machine that sleeps moves it. */
import { expect, it } from 'vitest'
import { createAwakeTime } from '../../../src-main/base/awake-time.ts'

function setUp() {
  let now = 5_000_000
  let tick = (): void => {}
  const awake = createAwakeTime(() => now, (each) => {
    tick = each
  })
  return { awake, tick: () => tick(), pass: (ms: number) => now += ms }
}

it('passes like other time while the machine is awake', () => {
  const { awake, tick, pass } = setUp()
  for (let count = 0; count < 100; count += 1) {
    pass(5000)
    tick()
  }
  pass(1234)
  expect(awake()).toBe(501_234)
})

it('a sleep counts for some seconds at most, whether a timer or a question comes first after it', () => {
  const { awake, tick, pass } = setUp()
  pass(8 * 3_600_000)
  expect(awake()).toBe(10_000)
  pass(8 * 3_600_000)
  tick()
  expect(awake()).toBe(20_000)
})

it('never goes back', () => {
  const { awake, pass } = setUp()
  pass(-1000)
  expect(awake()).toBe(0)
})
