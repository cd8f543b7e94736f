/**
 * Subjects of takes: where something moves in a shot, and none of what is missing or has no picture; given up with the caller.
 *
 * @module-tag wide
 */
import type { MediaKit } from '../../kit/media.ts'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { createSubjects } from '../../../src-main/library/subjects.ts'
import { openTestLibrary, spokenTake } from '../../kit/library.ts'
import { openMediaKit } from '../../kit/media.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())
const { signal } = new AbortController()

it('are found in shots and stills, from where they are asked for', async () => {
  const { takes, assets, clock, root } = await openTestLibrary()
  const subjects = createSubjects({ takes, assets, ffmpeg: async () => kit.ffmpeg, log: createLog({ write: () => {}, clock }) })
  const filed = async (path: string, medium: 'video' | 'picture' | 'audio') => {
    const part = join(root, `${newId()}.in`)
    await copyFile(path, part)
    const { asset } = await assets.adopt(part)
    const { id } = await takes.file({ ...spokenTake('A shot.'), medium }, asset)
    return { takeId: id, path: assets.pathOf(asset) }
  }
  // A white square walks from the left to the right in four seconds.
  const square = await kit.make('square.mp4', [
    ...['-f', 'lavfi', '-i', 'color=0x102030:s=320x180:r=25:d=4', '-f', 'lavfi', '-i', 'color=white:s=24x24:r=25:d=4'],
    ...['-filter_complex', `[0:v][1:v]overlay=x='20+64*t':y=100`, '-c:v', 'libx264', '-pix_fmt', 'yuv420p'],
  ])
  const dot = await kit.make('dot.png', [
    ...['-f', 'lavfi', '-i', 'color=0x102030:s=320x180,drawbox=x=250:y=20:w=30:h=30:c=white:t=fill', '-frames:v', '1', '-update', '1'],
  ])
  const [shot, still, sound] = [await filed(square, 'video'), await filed(dot, 'picture'), await filed(await kit.tone('tone.wav'), 'audio')]
  const [all, end, one, none, missing] = await subjects.find([
    { takeId: shot.takeId, from: 0, seconds: 4 },
    { takeId: shot.takeId, from: 2, seconds: 2 },
    { takeId: still.takeId, from: 0, seconds: 0 },
    { takeId: sound.takeId, from: 0, seconds: 0 },
    { takeId: newId<typeof shot.takeId>(), from: 0, seconds: 0 },
  ], signal)
  expect([all!.width, all!.height]).toEqual([320, 180])
  expect(all!.points).toHaveLength(16)
  for (const { at, x, y } of all!.points.slice(2, -2)) {
    expect(Math.abs(x - (32 + 64 * at) / 320)).toBeLessThan(0.08)
    expect(Math.abs(y - 112 / 180)).toBeLessThan(0.05)
  }
  expect(end!.points.map(({ at }) => at)).toEqual([2, 2.25, 2.5, 2.75, 3, 3.25, 3.5, 3.75])
  expect(end!.points[0]!.x).toBeGreaterThan(0.45)
  expect(one!.points).toHaveLength(1)
  expect(one!.points[0]!.x).toBeGreaterThan(0.75)
  expect([none, missing]).toEqual([null, null])

  await rm(shot.path)
  expect(await subjects.find([{ takeId: shot.takeId, from: 0, seconds: 1 }], signal)).toEqual([null])
  await expect(subjects.find([{ takeId: still.takeId, from: 0, seconds: 0 }], AbortSignal.abort())).rejects.toThrow()
})
