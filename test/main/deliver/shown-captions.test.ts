/** What the player shows over a delivery: captions in its film, or next to it; nothing where they are in the picture or cannot be read. */
import { rm, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shownCaptions } from '../../../src-main/deliver/shown-captions.ts'
import { openMediaKit } from '../../kit/media.ts'

const srt = '1\n00:00:00,200 --> 00:00:01,000\nGood evening,\nhe said.\n\n2\n00:00:01,200 --> 00:00:01,900\n窗边有光。\n'
const said = [
  { startSeconds: 0.2, endSeconds: 1, text: 'Good evening,\nhe said.' },
  { startSeconds: 1.2, endSeconds: 1.9, text: '窗边有光。' },
]

let kit: Awaited<ReturnType<typeof openMediaKit>>
beforeAll(async () => {
  kit = await openMediaKit()
  await writeFile(kit.file('film.srt'), srt)
  await kit.ffmpeg.run([
    ...['-f', 'lavfi', '-i', 'color=s=64x36:r=5:d=2', '-i', kit.file('film.srt')],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-c:s', 'mov_text', kit.file('film.mp4')],
  ])
  await kit.ffmpeg.run(['-i', kit.file('film.mp4'), '-map', '0:v', '-c', 'copy', kit.file('silent.mp4')])
})
afterAll(() => kit.close())

const video = (name: string) => ({ role: 'video' as const, name, sizeBytes: 1, sha256: '' })
const captions = (name: string) => ({ role: 'captions' as const, name, sizeBytes: 1, sha256: '' })
function ask(captionMode: 'soft' | 'sidecar' | 'burned', ...files: Parameters<typeof shownCaptions>[0]['files']) {
  return shownCaptions({ captionMode, files, folder: kit.folder }, async () => kit.ffmpeg)
}

it('are read from the film, with their times and rows', async () => {
  expect(await ask('soft', video('film.mp4'))).toEqual(said)
})

it('are read from the file next to it', async () => {
  expect(await ask('sidecar', video('silent.mp4'), captions('film.srt'))).toEqual(said)
})

it('are none where the picture has them, where the film has no track, and where a file is gone or no ffmpeg is there', async () => {
  await rm(kit.file('gone.srt'), { force: true })
  expect(await ask('burned', video('film.mp4'))).toEqual([])
  expect(await ask('soft', video('silent.mp4'))).toEqual([])
  expect(await ask('soft', video('gone.mp4'))).toEqual([])
  expect(await ask('sidecar', video('film.mp4'), captions('gone.srt'))).toEqual([])
  expect(await shownCaptions({ captionMode: 'soft', files: [video('film.mp4')], folder: kit.folder }, async () => null)).toEqual([])
})
