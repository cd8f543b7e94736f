/** Levels of sounds: of plain WAV and of what ffmpeg decodes, of one side, and given up when nobody waits. */
import type { MediaKit } from '../../../kit/media.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { levelOf, quietIn } from '#rules/sequence/pauses/quiet.ts'
import { soundLevels } from '../../../../src-main/media/sound/sound-levels.ts'
import { UnreadableMediaError } from '../../../../src-main/media/unreadable.ts'
import { openMediaKit } from '../../../kit/media.ts'

let kit: MediaKit
/** A second of a tone, a second of noise at −66 dBFS, half a second of the tone. */
const spoken = ['-f', 'lavfi', '-i', 'aevalsrc=if(between(t\\,1\\,2)\\,0.001*(random(0)-0.5)\\,0.2*sin(2*PI*300*t)):s=24000:d=2.5']
beforeAll(async () => {
  kit = await openMediaKit()
  await kit.make('spoken.wav', spoken)
  await kit.make('spoken.mp3', [...spoken, '-b:a', '128k'])
  await kit.make('left.wav', [...spoken, '-af', 'pan=stereo|c0=c0|c1=0*c0'])
  await kit.make('film.mp4', ['-f', 'lavfi', '-i', 'color=s=64x64:d=2.5', ...spoken, '-c:v', 'mpeg4', '-c:a', 'aac'])
  await kit.picture('still.png')
})
afterAll(() => kit.close())

const { signal } = new AbortController()
function levelsIn(name: string, has: Partial<Parameters<typeof soundLevels>[1]> = {}) {
  return soundLevels(kit.file(name), { ffmpeg: kit.ffmpeg, signal, ...has })
}
const tone = levelOf(0.2 ** 2 / 2)

it.each(['spoken.wav', 'spoken.mp3', 'film.mp4'])('of %s show where it is quiet', async (name) => {
  const levels = await levelsIn(name)
  expect(Math.abs(levels.length - 250)).toBeLessThanOrEqual(6)
  expect(Math.abs(levels[50]! - tone)).toBeLessThanOrEqual(2)
  expect(levels[150]!).toBeLessThan(tone - 80)
  // Encoders add a few hundredths at the ends.
  const [pause, ...others] = quietIn(levels).filter(({ from, until }) => until - from > 0.1)
  expect(others).toEqual([])
  expect(Math.abs(pause!.from - 1)).toBeLessThan(0.05)
  expect(Math.abs(pause!.until - 2)).toBeLessThan(0.05)
})

it('are of the side that is heard', async () => {
  const side = (channel: 'left' | 'right') => levelsIn('left.wav', { choice: { track: null, channel } })
  const [left, right] = [await side('left'), await side('right')]
  expect(Math.abs(left[50]! - tone)).toBeLessThanOrEqual(2)
  expect(right.every(level => level === 0)).toBe(true)
})

it('of plain WAV need no ffmpeg; without sound there are none, and whoever gives up gets none', async () => {
  expect(await levelsIn('spoken.wav', { ffmpeg: null })).toEqual(await levelsIn('spoken.wav'))
  await expect(levelsIn('still.png')).rejects.toBeInstanceOf(UnreadableMediaError)
  await expect(levelsIn('spoken.wav', { signal: AbortSignal.abort() })).rejects.toThrow()
  await expect(levelsIn('spoken.mp3', { signal: AbortSignal.abort() })).rejects.toThrow()
})
