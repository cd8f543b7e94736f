/** What a file is encoded with is read from the file itself; a missing or unreadable one has no facts, and is no fault. */
import type { TakeId } from '#contract/words.ts'
import type { MediaKit } from '../../kit/media.ts'
import { rm, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { factsOfFile } from '../../../src-main/files/file-facts.ts'
import { openTestLibrary, spokenTake } from '../../kit/library.ts'
import { openMediaKit } from '../../kit/media.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

it('a video has both codecs and its colours, a sound only one codec', async () => {
  const library = await openTestLibrary()
  const ports = { ...library, ffmpeg: async () => kit.ffmpeg }
  const clip = await kit.make('bt709.mp4', [
    ...['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=25:d=1', '-f', 'lavfi', '-i', 'sine=d=1', '-c:v', 'libx264', '-pix_fmt', 'yuv420p'],
    ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-c:a', 'aac'],
  ])
  const { asset } = await library.assets.adopt(clip)
  const shot = await library.takes.file(spokenTake('waves', { kind: 'video', medium: 'video' }), asset)
  expect(await factsOfFile(ports, shot.id)).toEqual({
    container: 'mp4',
    videoCodec: 'h264',
    audioCodec: 'aac',
    colours: ['bt709', 'bt709', 'bt709'],
    isHdr: false,
  })
  const tone = await library.assets.adopt(await kit.tone('tone.wav'))
  const sound = await library.takes.file(spokenTake('tone'), tone.asset)
  expect(await factsOfFile(ports, sound.id)).toMatchObject({ container: 'wav', videoCodec: null, audioCodec: 'pcm-s16', colours: null })

  await writeFile(library.assets.pathOf(asset), 'no film')
  expect(await factsOfFile(ports, shot.id)).toMatchObject({ videoCodec: null })
  await rm(library.assets.pathOf(asset))
  expect(await factsOfFile(ports, shot.id)).toBeNull()
  await expect(factsOfFile(ports, newId<TakeId>())).rejects.toMatchObject({ code: 'not-found' })
})
