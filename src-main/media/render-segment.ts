/** Encodes one segment of picture: one source or black, an exact number of frames. */
import type { Ffmpeg } from './ffmpeg.ts'
import type { RenderPicture, RenderPlan } from './render-plan.ts'
import { resolve } from 'node:path'
import { secondsOfFrames } from '#rules/sequence/frames.ts'
import { burnFilters } from './burn-captions.ts'
import { colourMatrixOf } from './colour.ts'
import { drawnInput, fileInput } from './ffmpeg-input.ts'
import { uprightFilters } from './orient.ts'
import { countFrames } from './probe-tracks.ts'
import { pushInScale } from './render-plan.ts'

export interface Segment {
  readonly startFrame: number
  readonly frames: number
  /** Null is black. */
  readonly picture: RenderPicture | null
}

export interface SegmentJob {
  readonly plan: RenderPlan
  readonly segment: Segment
  /** The folder ffmpeg runs in; burned captions are `captions.ass` there, their fonts in `fonts`. Plain names need no escaping. */
  readonly folder: string
  readonly fileName: string
  readonly threads: number
  readonly burnsCaptions: boolean
}

export interface SegmentTools {
  readonly ffmpeg: Ffmpeg
  readonly signal: AbortSignal
  readonly onProgress: (frames: number) => void
}

/** Seeking a little early, so that rounding never drops the frame that is wanted. */
const seekEarlySeconds = 0.002

export async function renderSegment(job: SegmentJob, tools: SegmentTools): Promise<void> {
  const { segment, folder, fileName } = job
  const written = resolve(folder, fileName)
  await encode(job, tools, 'seek')
  if (await countFrames(written) === segment.frames)
    return
  // The in point lies behind the last frame: only reading from the beginning finds the frame to hold.
  await encode(job, tools, 'read-from-start')
  const frames = await countFrames(written)
  if (frames !== segment.frames)
    throw new Error(`A segment of ${segment.frames} frames came out with ${frames ?? 'none'}: ${segment.picture?.path ?? 'black'}`)
}

async function encode(job: SegmentJob, { ffmpeg, signal, onProgress }: SegmentTools, way: 'seek' | 'read-from-start'): Promise<void> {
  const { plan, segment } = job
  const source = segment.picture ? await sourceOf(plan, segment.picture, way) : black(plan)
  const filters = [...source.filters, ...captionFilters(job), 'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709']
  const args = [
    ...['-y', ...source.input, '-map', '0:v:0', '-vf', filters.join(','), '-frames:v', String(segment.frames), '-an'],
    ...videoCodec(job),
    job.fileName,
  ]
  const framesIn = (seconds: number) => Math.min(segment.frames, seconds * plan.rate.numerator / plan.rate.denominator)
  await ffmpeg.run(args, { cwd: job.folder, signal, onProgress: seconds => onProgress(framesIn(seconds)) })
}

interface Source {
  readonly input: readonly string[]
  readonly filters: readonly string[]
}

const rateOf = ({ rate }: RenderPlan) => `${rate.numerator}/${rate.denominator}`

function black(plan: RenderPlan): Source {
  return {
    input: drawnInput(`color=c=black:s=${plan.width}x${plan.height}:r=${rateOf(plan)}`),
    filters: ['format=yuv420p', 'setsar=1'],
  }
}

async function sourceOf(plan: RenderPlan, picture: RenderPicture, way: 'seek' | 'read-from-start'): Promise<Source> {
  const isStill = picture.medium === 'picture'
  const seek = way === 'seek' ? Math.max(0, secondsOfFrames(picture.inFrame, plan.rate) - seekEarlySeconds) : 0
  const skip = way === 'seek' ? 0 : picture.inFrame
  const enlarged = picture.pushIn === null ? 1 : 2
  return {
    input: await fileInput(picture.path, isStill ? ['-noautorotate'] : seek > 0 ? ['-ss', seek.toFixed(6)] : []),
    filters: [
      ...(isStill ? [await uprightFilters(picture.path)].filter(Boolean) : []),
      // Timestamps are kept, so that a clip whose picture begins late stays in sync with its sound.
      `fps=${rateOf(plan)}:start_time=0`,
      `scale=w='trunc(iw*sar/2+0.5)*2':h=ih`,
      'setsar=1',
      // Twice the size under a slow zoom: its crop moves by whole pixels, and half of them are too small to see.
      ...fitFilters(picture, { width: plan.width * enlarged, height: plan.height * enlarged }),
      'tpad=stop_mode=clone:stop=-1',
      ...(skip > 0 ? [`trim=start_frame=${skip}`, 'setpts=PTS-STARTPTS'] : []),
      ...(picture.pushIn === null ? [] : [pushIn(plan, picture.pushIn)]),
    ],
  }
}

function fitFilters(picture: RenderPicture, { width, height }: { width: number, height: number }): string[] {
  const size = picture.fit === 'contain' ? 'decrease:force_divisible_by=2' : 'increase'
  const frame = picture.fit === 'contain' ? `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:black` : `crop=${width}:${height}`
  return [
    `scale=${width}:${height}:force_original_aspect_ratio=${size}:in_color_matrix=${colourMatrixOf(picture)}:out_color_matrix=bt709:out_range=tv`,
    'format=yuv420p',
    frame,
    'setsar=1',
  ]
}

function pushIn(plan: RenderPlan, { fromFrame, frames }: NonNullable<RenderPicture['pushIn']>): string {
  const zoom = `1+${(pushInScale - 1).toFixed(4)}*(on+${fromFrame})/${frames}`
  return `zoompan=z='${zoom}':x='(iw-iw/zoom)/2':y='(ih-ih/zoom)/2':d=1:s=${plan.width}x${plan.height}:fps=${rateOf(plan)}`
}

function captionFilters({ plan, segment, burnsCaptions, folder }: SegmentJob): string[] {
  if (!burnsCaptions)
    return []
  // Captions know the time of the whole piece; a segment begins at zero.
  const start = `${segment.startFrame}*${plan.rate.denominator}/${plan.rate.numerator}/TB`
  return burnFilters({ folder, hasFonts: plan.captions.fontsDir !== null, start })
}

function videoCodec({ plan: { rate }, threads }: SegmentJob): string[] {
  const keyframeDistance = Math.max(1, Math.round(2 * rate.numerator / rate.denominator))
  // A frame must last whole ticks, or the joins would drift.
  const ticks = rate.numerator < 1000 ? rate.numerator * 1000 : rate.numerator
  return [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-profile:v', 'high', '-pix_fmt', 'yuv420p'],
    // All segments must share one header, because the player keeps the first one.
    ...['-x264-params', 'stitchable=1', '-g', String(keyframeDistance), '-threads', String(threads)],
    ...['-color_range', 'tv', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'],
    ...['-video_track_timescale', String(ticks), '-f', 'mp4'],
  ]
}
