/** Levels of takes: measured once, of the sound that is chosen; none of what is missing or has no sound; given up with the caller. */
import type { MediaKit } from '../../kit/media.ts'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { createSoundLevels } from '../../../src-main/library/sound-levels.ts'
import { openTestLibrary, spokenTake } from '../../kit/library.ts'
import { openMediaKit } from '../../kit/media.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
  await kit.make('left.wav', ['-f', 'lavfi', '-i', 'aevalsrc=0.2*sin(2*PI*300*t)|0:s=24000:d=1'])
})
afterAll(() => kit.close())
const { signal } = new AbortController()

it('are measured once for each choice, and are none where there is no sound', async () => {
  const { takes, assets, clock, root } = await openTestLibrary()
  const part = join(root, 'left.in')
  await copyFile(kit.file('left.wav'), part)
  const { asset } = await assets.adopt(part)
  const { id: takeId } = await takes.file(spokenTake('Said.'), asset)
  const levels = createSoundLevels({ takes, assets, ffmpeg: async () => null, log: createLog({ write: () => {}, clock }) })
  await expect(levels.measure([{ takeId }], AbortSignal.abort())).rejects.toThrow()

  const right = { track: null, channel: 'right' as const }
  const sounds = [{ takeId }, { takeId, heard: right }, { takeId: newId<typeof takeId>() }]
  const [both, side, none] = await levels.measure(sounds, signal)
  const bytes = [both, side].map(each => [...Buffer.from(each ?? '', 'base64')])
  expect(bytes.map(each => each.length)).toEqual([100, 100])
  expect(bytes[0]!.every(level => level > 180)).toBe(true)
  expect(bytes[1]!.every(level => level === 0)).toBe(true)
  expect(none).toBeNull()

  await rm(assets.pathOf(asset))
  expect(await levels.measure([{ takeId }], signal)).toEqual([both])
  expect(await levels.measure([{ takeId, heard: { track: null, channel: 'left' } }], signal)).toEqual([null])
})
