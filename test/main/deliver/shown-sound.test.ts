/**
 * What the player shows of a delivered sound: its waveform and its chapters; nothing where it cannot be read.
 *
 * @module-tag wide
 */
import { writeFile } from 'node:fs/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createShownSounds, readChapters } from '../../../src-main/deliver/shown-sound.ts'
import { openMediaKit } from '../../kit/media.ts'

const chapters = [
  ';FFMETADATA1',
  ...['[CHAPTER]', 'TIMEBASE=1/1000', 'START=0', 'END=500', 'title=One \\= 1\\; \\\\ \\#'],
  ...['[CHAPTER]', 'TIMEBASE=1/1000', 'START=500', 'END=2000', 'title=第二章', ''],
].join('\n')
let kit: Awaited<ReturnType<typeof openMediaKit>>
beforeAll(async () => {
  kit = await openMediaKit()
  await writeFile(kit.file('chapters.txt'), chapters)
  // Silent, then a tone at half of full scale.
  const sound = ['-f', 'lavfi', '-i', 'aevalsrc=if(gte(t\\,1)\\,0.5*sin(880*PI*t)\\,0):s=48000:d=2']
  for (const name of ['sound.mp3', 'sound.m4a', 'sound.wav'])
    await kit.ffmpeg.run([...sound, '-i', kit.file('chapters.txt'), '-map_chapters', '1', kit.file(name)])
  // As tags, which is how these formats have them.
  const tags = { CHAPTER000: '00:00:00.000', CHAPTER000NAME: 'One = 1; \\ #', CHAPTER001: '00:00:00.500', CHAPTER001NAME: '第二章' }
  const tagged = Object.entries(tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`])
  for (const name of ['sound.opus', 'sound.flac'])
    await kit.ffmpeg.run([...sound, ...tagged, kit.file(name)])
})
afterAll(() => kit.close())

function ask(name: string, role: 'audio' | 'video' = 'audio') {
  return createShownSounds(async () => kit.ffmpeg)({ folder: kit.folder, files: [{ role, name, sizeBytes: 1, sha256: '' }] })
}

it.each(['sound.mp3', 'sound.m4a', 'sound.opus', 'sound.flac', 'sound.wav'])('of %s', async (name) => {
  const shown = await ask(name)
  const { perSecond, pairs } = shown.peaks!
  expect(perSecond).toBe(100)
  const highest = (from: number, to: number) => Math.max(...pairs.slice(from * 200, to * 200))
  expect(highest(0, 0.9)).toBeLessThanOrEqual(2)
  expect(highest(1.1, 1.9)).toBeGreaterThanOrEqual(58)
  expect(highest(1.1, 1.9)).toBeLessThanOrEqual(72)
  // Only WAV has no place for chapters.
  if (name !== 'sound.wav')
    expect(shown.chapters.map(({ startSeconds: at, title }) => [Math.round(at * 10), title])).toEqual([[0, 'One = 1; \\ #'], [5, '第二章']])
})

it('a film shows its chapters, and a file that is gone or none shows nothing', async () => {
  await writeFile(kit.file('none.mp3'), 'no sound')
  expect(await ask('sound.m4a', 'video')).toMatchObject({ chapters: [{}, {}], peaks: null })
  expect(await ask('gone.mp3')).toEqual({ chapters: [], peaks: null })
  expect(await ask('none.mp3')).toEqual({ chapters: [], peaks: null })
  expect(await ask('../outside.mp3')).toEqual({ chapters: [], peaks: null })
})

it('a sound of hours has no more peaks than a page can show', async () => {
  await kit.ffmpeg.run(['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono:d=600', kit.file('long.wav')])
  const { pairs, perSecond } = (await ask('long.wav')).peaks!
  expect(pairs.length).toBeLessThanOrEqual(8000)
  expect(pairs.length / 2 / perSecond).toBeCloseTo(600, 0)
})

it('whatever is in the text of metadata, chapters are read or left out', () => {
  fc.assert(fc.property(fc.string(), text => void readChapters(`;FFMETADATA1\n[CHAPTER]\n${text}\n[CHAPTER]\nSTART=5\n${text}`)))
})
