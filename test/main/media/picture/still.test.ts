/**
 * Stills from films in which the grey of each frame is its number.
 *
 * @module-tag all
 */
import type { MediaKit } from '../../../kit/media.ts'
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { takeStill } from '../../../../src-main/media/picture/still.ts'
import { makePoster } from '../../../../src-main/media/preview/poster.ts'
import { probe } from '../../../../src-main/media/probe/probe.ts'
import { greyFrames, openMediaKit } from '../../../kit/media.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

/** Each frame two shades of grey lighter than the one before. */
function shades(name: string, rate: string, frames: number, args: readonly string[] = []): Promise<string> {
  const source = `color=c=black:s=64x48:r=${rate},format=yuv420p,geq=lum='16+2*N':cb=128:cr=128`
  return kit.make(name, ['-f', 'lavfi', '-i', source, '-frames:v', String(frames), '-c:v', 'libx264', '-qp', '0', ...args])
}

const greysOf = async (path: string): Promise<number[]> => (await greyFrames(kit.ffmpeg, path)).map(frame => frame[0] ?? -1)
/** A film is read once. */
const greysOfFilms = new Map<string, Promise<number[]>>()
function greysOfFilm(path: string): Promise<number[]> {
  const greys = greysOfFilms.get(path) ?? greysOf(path)
  greysOfFilms.set(path, greys)
  return greys
}
let stills = 0

/** When the still begins, and which frame of the film it is. */
async function stillAt(
  path: string,
  atSeconds: number,
  durationSeconds: number | null = null,
): Promise<{ seconds: number, number: number }> {
  const out = kit.file(`still-${stills++}.png`)
  const seconds = await takeStill(path, atSeconds, out, { ffmpeg: kit.ffmpeg, durationSeconds })
  const [grey = -1] = await greysOf(out)
  // Converting to RGB and back may change a shade by one; frames differ by more than two.
  return { seconds, number: (await greysOfFilm(path)).findIndex(shade => Math.abs(shade - grey) <= 1) }
}

it('is the frame that is displayed at that time; past the end the last one', async () => {
  const film = await shades('shades.mp4', '16', 81)
  expect(new Set(await greysOfFilm(film)).size).toBe(81)
  for (const [at, number] of [[0, 0], [1 / 16, 1], [0.06, 0], [0.0624999, 1], [2.51, 40], [5, 80], [5.06, 80], [400, 80]] as const) {
    const found = await Promise.all([null, 81 / 16].map(async duration => stillAt(film, at, duration)))
    for (const still of found)
      expect(still, `at ${at}`).toEqual({ seconds: expect.closeTo(number / 16, 3), number })
  }
})

it('is exact at fractional rates, between distant key frames, and where a frame is shown for long', async () => {
  const broken = await shades('broken.mp4', '30000/1001', 60, ['-g', '600', '-bf', '3'])
  for (const number of [1, 17, 44, 59])
    expect((await stillAt(broken, number * 1001 / 30000, 60 * 1001 / 30000)).number).toBe(number)
  // Frame 1 begins at 0.5 s, frame 2 at 20 s.
  const slow = await shades('slow.mkv', '10', 3, ['-vf', 'settb=1/1000,setpts=\'if(eq(N,2),20000,N*500)\'', '-fps_mode', 'passthrough'])
  expect(await stillAt(slow, 17)).toEqual({ seconds: 0.5, number: 1 })
})

it('finds the last frame of a film whose sound is longer', async () => {
  await shades('short.mp4', '25', 25)
  const film = await kit.make(
    'long-sound.mp4',
    ['-i', kit.file('short.mp4'), '-f', 'lavfi', '-i', 'sine=d=4', '-c:v', 'copy', '-c:a', 'aac'],
  )
  expect((await stillAt(film, 3.9, 4)).seconds).toBeCloseTo(0.96, 2)
})

it('leaves nothing behind when there is no picture', async () => {
  const sound = await kit.tone('sound.wav')
  await expect(takeStill(sound, 0, kit.file('none.png'), { ffmpeg: kit.ffmpeg, durationSeconds: 1 })).rejects.toThrow()
  expect((await readdir(kit.folder)).filter(name => name.startsWith('none'))).toEqual([])
})

it.each([
  ['a poster', 'poster.jpg', async (film: string, out: string) =>
    makePoster(film, out, { ffmpeg: kit.ffmpeg, probe: await probe(film, kit) })],
  ['a still', 'frame.png', (film: string, out: string) => takeStill(film, 0, out, { ffmpeg: kit.ffmpeg, durationSeconds: 0.2 })],
])('%s of a large shot that does not say its colours has those of the delivery', async (_, name, make) => {
  // Of BT.709, as the page and the delivery read it.
  const film = await kit.make('untagged.mp4', [
    ...['-f', 'lavfi', '-i', 'color=c=0x20C040:s=64x720:r=25:d=0.2,format=gbrp', '-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0'],
    ...['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv444p', '-x264-params', 'colormatrix=undef'],
  ])
  expect((await probe(film, kit)).colours?.matrix).toBe(null)
  await make(film, kit.file(name))
  const { stdout } = await kit.ffmpeg.run(['-i', kit.file(name), '-vf', 'scale=1:1:flags=area,format=rgb24', '-f', 'rawvideo', '-'])
  const off = [...stdout].map((value, at) => Math.abs(value - [0x20, 0xC0, 0x40][at]!))
  expect(Math.max(...off)).toBeLessThanOrEqual(4)
})
