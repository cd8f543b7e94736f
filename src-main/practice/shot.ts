/** Makes a video of a still: five seconds of camera movement in H.264, chosen by the words of the prompt. */
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { Raster } from './drawing/raster.ts'
import type { Random } from './seed.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ownInput } from '../media/ffmpeg/ffmpeg-input.ts'
import { readPicture } from './drawing/convert.ts'
import { drawPracticeMark } from './drawing/practice-mark.ts'
import { createRaster, encodePpm } from './drawing/raster.ts'
import { madeOnce } from './made.ts'
import { glanceAt } from './request/glance.ts'
import { createRandom } from './seed.ts'
import { withTemporaryFolder } from './temporary-folder.ts'

export interface ShotRequest {
  readonly prompt: string
  readonly seed: string
  readonly frames: number
  readonly still: { readonly field: string, readonly bytes: Buffer }
  /** About how many pixels a frame has. */
  readonly pixels: number
}

export const framesPerSecond = 16
export const usualFrames = 81
export const usualPixels = 832 * 480

const encoders = ['libx264', 'libopenh264', 'h264_videotoolbox', 'h264_mf']

/** The whole MP4: yuv420p, index at the front, no sound. Throws an Error with a readable message when ffmpeg cannot make it. */
export async function makeShot(ffmpeg: Ffmpeg, request: ShotRequest, signal: AbortSignal): Promise<Buffer> {
  const encoder = encoders.find(name => ffmpeg.encoders.has(name))
  if (encoder === undefined)
    throw new Error('This ffmpeg has no H.264 encoder')
  const still = await readPicture(ffmpeg, request.still, 'format=rgb24', signal)
  const size = sizeOf(still, request.pixels)
  const filters = `[0:v]${camera(request, size)}[moving];[1:v]colorkey=black:0.1:0[mark];[moving][mark]overlay=W-w:0:format=auto,format=yuv420p`
  const quality = encoder === 'libx264' ? ['-preset', 'veryfast', '-crf', '20', '-threads', '2'] : ['-b:v', '2M']
  const args = [
    ...ownInput('still.ppm', 'ppm_pipe'),
    ...ownInput('mark.ppm', 'image2', { options: ['-pattern_type', 'none', '-loop', '1', '-r', String(framesPerSecond)] }),
    '-filter_complex',
    filters,
    '-frames:v',
    String(request.frames),
    '-an',
    '-c:v',
    encoder,
    ...quality,
    '-fflags',
    '+bitexact',
    '-flags:v',
    '+bitexact',
    '-movflags',
    '+faststart',
    '-y',
    'shot.mp4',
  ]
  const stillFile = encodePpm(still)
  return madeOnce([ffmpeg.path, ffmpeg.version, ...args, stillFile], () =>
    withTemporaryFolder({ 'still.ppm': stillFile, 'mark.ppm': encodePpm(markPicture(size)) }, async (cwd) => {
      await ffmpeg.run(args, { cwd, signal })
      return readFile(join(cwd, 'shot.mp4'))
    }))
}

interface Size { readonly width: number, readonly height: number }

/** About as many pixels as wanted, in the aspect ratio of the still, in multiples of 16 as such models require. */
export function sizeOf({ width, height }: Size, wanted: number): Size {
  const aspect = Math.min(3, Math.max(1 / 3, width / height))
  const step = (length: number) => Math.max(16, Math.round(length / 16) * 16)
  return { width: step(Math.sqrt(wanted * aspect)), height: step(Math.sqrt(wanted / aspect)) }
}

/** The mark on black, for the upper right corner: the still may have its own mark below, which the camera moves out of view. */
function markPicture(size: Size): Raster {
  const picture = createRaster(Math.min(160, size.width), Math.min(32, size.height))
  const corner = createRaster(size.width, size.height)
  drawPracticeMark(corner)
  for (let y = 0; y < picture.height; y++) {
    const from = ((size.height - picture.height + y) * size.width + size.width - picture.width) * 3
    corner.rgb.copy(picture.rgb, y * picture.width * 3, from, from + picture.width * 3)
  }
  return picture
}

/** The camera position at the beginning and at the end. Zoom 1 shows everything; x and y go from 0 to 1 over the hidden part. */
interface Move {
  readonly zoom: readonly [from: number, to: number]
  readonly x: readonly [from: number, to: number]
  readonly y: readonly [from: number, to: number]
}

const middle = [0.5, 0.5] as const
const moves: readonly (readonly [RegExp, Move])[] = [
  [/zoom(?:s|ing)? out|pull(?:s|ing)? (?:back|out)|reveal|拉远|后退/i, { zoom: [1.5, 1.04], x: middle, y: middle }],
  [/zoom|push|dolly|closer|推近|靠近/i, { zoom: [1.02, 1.5], x: middle, y: middle }],
  [/(?:pan|truck|slide|mov|drift|track)\w* (?:\w+ ){0,2}left|向左|左移/i, { zoom: [1.3, 1.3], x: [1, 0], y: middle }],
  [/(?:pan|truck|slide|mov|drift|track)\w* (?:\w+ ){0,2}right|\bpan\b|向右|右移/i, { zoom: [1.3, 1.3], x: [0, 1], y: middle }],
  [/(?:tilt|crane|ris|mov|pan)\w* (?:\w+ ){0,2}up|rises|向上|上升/i, { zoom: [1.3, 1.3], x: middle, y: [1, 0] }],
  [/(?:tilt|crane|mov|pan)\w* (?:\w+ ){0,2}down|falls|向下|下降/i, { zoom: [1.3, 1.3], x: middle, y: [0, 1] }],
]

function camera({ prompt, seed, frames }: ShotRequest, { width, height }: Size): string {
  const move = moves.find(([words]) => words.test(glanceAt(prompt)))?.[1] ?? slowPush(createRandom(seed))
  const done = `(on/${Math.max(1, frames - 1)})`
  // Ease in and out.
  const ease = `(${done}*${done}*(3-2*${done}))`
  const along = ([from, to]: readonly [number, number]) => `(${from.toFixed(3)}+${(to - from).toFixed(3)}*${ease})`
  // zoompan moves by whole pixels of its input: at three times the size the steps are too small to see.
  const big = `scale=${width * 3}:${height * 3}:force_original_aspect_ratio=increase,crop=${width * 3}:${height * 3}`
  return `${big},zoompan=z='${along(move.zoom)}':x='(iw-iw/zoom)*${along(move.x)}':y='(ih-ih/zoom)*${along(move.y)}':d=${frames}:s=${width}x${height}:fps=${framesPerSecond}`
}

function slowPush(random: Random): Move {
  const [x, y] = [random.between(0.3, 0.7), random.between(0.3, 0.7)]
  return { zoom: [1.02, 1.2 + random.between(0, 0.12)], x: [x, x], y: [y, y] }
}
