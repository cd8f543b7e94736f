/** Makes what the preview of a shot needs in one pass over the file: a small video that seeks fast, a filmstrip, and the sound as WAV. */
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import type { ReadColours } from '../probe/colour.ts'
import type { Probe } from '../probe/probe-types.ts'
import type { FilmstripPlan, Size } from './preview-size.ts'
import { join } from 'node:path'
import { fileInput } from '../ffmpeg/ffmpeg-input.ts'
import { assertFfmpegHas } from '../ffmpeg/ffmpeg-needs.ts'
import { exactly, filmColours, readColours } from '../probe/colour.ts'
import { probe as probeFile } from '../probe/probe.ts'
import { toneMapFilters } from '../probe/tone-map.ts'
import { overCheckerboard, readTransparency } from '../probe/transparency.ts'
import { heardOf, mixForm, wavOutput } from '../sound/decode.ts'
import { UnreadableMediaError } from '../unreadable.ts'
import { filmstripOf, proxySize } from './preview-size.ts'

/** Names of the files in the folder. */
export const shotFiles = { proxy: 'proxy.mp4', filmstrip: 'filmstrip.jpg', sound: 'sound.wav' } as const

export interface ShotRenditions {
  /** With `hasAlpha` the file is twice as high: the colours over black, and below them how opaque they are, in grey. */
  readonly proxy: Size & { readonly durationSeconds: number, readonly framesPerSecond: number, readonly hasAlpha: boolean }
  readonly filmstrip: FilmstripPlan
  readonly hasSound: boolean
}

export interface MakeOptions {
  readonly ffmpeg: Ffmpeg
  readonly signal?: AbortSignal
  readonly probe: Probe
  /** From 0 to 1. */
  readonly onProgress?: (share: number) => void
}

/** A picture that begins late is shown from the start, as in the delivery. Of the packets: moved before, frames of ffmpeg 7 have no length. */
const firstAtZero = 'setts=pts=PTS*(1-not(N)):dts=DTS*(1-not(N))'

/** Strong colours come out up to five codes off without it, and two with it; brightness takes most of the bits in any case. */
const finerChroma = ['-x264-params', 'chroma-qp-offset=-12']

/** Ticks per second of the proxy: a frame lasts a whole number of them at 24000/1001, 30000/1001, 60000/1001 and every whole rate. */
const ticks = 120_000

/**
 * Writes the files of `shotFiles` into an existing folder. Each frame keeps its time, so that a variable rate stays what it is; the first
 * is at zero. Throws UnreadableMediaError when the file contains no picture, FfmpegLacksError, FfmpegError.
 */
export async function makeShotRenditions(path: string, folder: string, options: MakeOptions): Promise<ShotRenditions> {
  const { ffmpeg, probe, signal, onProgress } = options
  assertFfmpegHas(ffmpeg, { encoders: ['libx264', 'aac'] })
  if (!probe.width || !probe.height)
    throw new UnreadableMediaError('damaged', 'the video has no size')
  const seconds = probe.durationSeconds ?? 0
  const proxy = proxySize({ width: probe.width, height: probe.height })
  const filmstrip = filmstripOf(proxy, seconds)
  const hasSound = probe.audioCodec !== null
  const heard = heardOf(probe)
  const alpha = await readTransparency(path, probe, options)
  const colours = await readColours(path, probe, ffmpeg)
  const hasAlpha = alpha.hasAlpha && colours.hdr === null
  await ffmpeg.run([
    ...['-y', ...await fileInput(path, alpha.decoder === null ? [] : ['-c:v', alpha.decoder])],
    ...['-filter_complex', graphOf({ colours, proxy, filmstrip, seconds, hasAlpha })],
    ...['-map', '[proxy]', '-fps_mode', 'vfr', '-enc_time_base', `1:${ticks}`, '-bsf:v', firstAtZero],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', ...finerChroma, '-g', '15', '-bf', '0'],
    ...(hasSound ? ['-map', `0:a:${heard.track}`, '-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000'] : []),
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-video_track_timescale', String(ticks), '-movflags', '+faststart', '-f', 'mp4'],
    join(folder, shotFiles.proxy),
    ...['-map', '[filmstrip]', '-frames:v', '1', '-c:v', 'mjpeg', '-q:v', '4', '-f', 'mjpeg', join(folder, shotFiles.filmstrip)],
    ...(hasSound ? [...wavOutput(mixForm(heard), heard), join(folder, shotFiles.sound)] : []),
  ], {
    ...(signal && { signal }),
    ...(onProgress && seconds > 0 && { onProgress: (done: number) => onProgress(Math.min(1, done / seconds)) }),
  })
  // What was written is measured: a file without a single frame that can be decoded gives an empty proxy, not an error.
  const { durationSeconds, framesPerSecond } = await probeFile(join(folder, shotFiles.proxy), { ffmpeg })
    .catch((error: unknown) => {
      throw error instanceof UnreadableMediaError ? new UnreadableMediaError('damaged', 'no frame can be decoded', error) : error
    })
  return {
    proxy: { ...proxy, durationSeconds: durationSeconds ?? 0, framesPerSecond: framesPerSecond ?? 0, hasAlpha },
    filmstrip,
    hasSound,
  }
}

interface Graph {
  readonly colours: ReadColours
  readonly proxy: Size
  readonly filmstrip: FilmstripPlan
  readonly seconds: number
  readonly hasAlpha: boolean
}

const asVideo = `scale=out_color_matrix=bt709:out_range=tv:${exactly},format=yuv420p`
const tagged = 'setsar=1,setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709'

function graphOf({ colours, proxy, filmstrip, seconds, hasAlpha }: Graph): string {
  const size = `${proxy.width}:${proxy.height}`
  const { tiles, columns, rows, tileWidth, tileHeight } = filmstrip
  const tile = (scaled: readonly string[]): string[] => [
    // Rounded to the nearest, the n-th frame is the one in the middle of the n-th stretch.
    ...(tiles > 1 ? [`fps=fps=${tiles}/${seconds}:start_time=0`] : []),
    ...scaled,
    `tpad=stop_mode=clone:stop=${tiles}`,
    `trim=end_frame=${tiles}`,
    `tile=${columns}x${rows}:nb_frames=${tiles}`,
  ]
  if (!hasAlpha) {
    // Made small first: mapping tones takes long.
    const drawn = colours.hdr
      ? [`scale=${size}`, ...toneMapFilters(colours.hdr), ...filmColours(colours, 'yuv420p')]
      : filmColours(colours, 'yuv420p', { size })
    const small = `scale=${tileWidth}:${tileHeight}:in_color_matrix=bt709:in_range=tv:out_color_matrix=bt601:out_range=pc:${exactly}`
    return `[0:v:0]${[...drawn, tagged, 'split[proxy][small]'].join(',')};[small]${tile([small, 'format=yuvj420p']).join(',')}[filmstrip]`
  }
  // H.264 has no alpha: it comes below the colours, which are those over black, as clean at their edges as in a film.
  const over = [...filmColours(colours, 'gbrap'), 'premultiply=inplace=1', `scale=${size}:${exactly}`, 'format=gbrap']
  const below = 'mergeplanes=map0p=3:map1p=3:map2p=3:format=gbrp'
  const straight = [`scale=${tileWidth}:${tileHeight}:${exactly}`, 'format=gbrap', 'unpremultiply=inplace=1', 'format=rgba']
  const sheet = [...tile(straight), overCheckerboard(10), `scale=out_color_matrix=bt601:out_range=pc:${exactly}`, 'format=yuvj420p']
  return [
    `[0:v:0]${over.join(',')},split=3[colour][alpha][small]`,
    '[colour]format=gbrp[above]',
    `[alpha]${below}[below]`,
    `[above][below]vstack,${asVideo},${tagged}[proxy]`,
    `[small]${sheet.join(',')}[filmstrip]`,
  ].join(';')
}
