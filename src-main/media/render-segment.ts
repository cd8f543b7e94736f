/** Encodes one segment of picture: one source, one look, an exact number of frames. */
import type { Ffmpeg } from './ffmpeg.ts'
import type { PictureSegment, PlanPicture, RenderPlan } from './render-plan.ts'
import { resolve } from 'node:path'
import { uprightFilters } from './orient.ts'
import { countFrames } from './probe-tracks.ts'
import { pushInScale } from './render-plan.ts'

export interface SegmentJob {
  readonly plan: RenderPlan
  readonly segment: PictureSegment
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

/** Seeking a little early makes sure that rounding never drops the frame that is wanted. */
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
    throw new Error(`A segment of ${segment.frames} frames came out with ${frames ?? 'none'}: ${segment.source?.picture.path ?? 'black'}`)
}

async function encode(job: SegmentJob, { ffmpeg, signal, onProgress }: SegmentTools, way: 'seek' | 'read-from-start'): Promise<void> {
  const { plan, segment } = job
  const { num, den } = plan.fps
  const source = segment.source ? await sourceOf(plan, segment.source, way) : black(plan)
  const filters = [...source.filters, ...captionFilters(job), 'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709']
  const args = ['-y', ...source.input, '-map', '0:v:0', '-vf', filters.join(','), '-frames:v', String(segment.frames), '-an', ...videoCodec(job), job.fileName]
  await ffmpeg.run(args, { cwd: job.folder, signal, onProgress: seconds => onProgress(Math.min(segment.frames, seconds * num / den)) })
}

interface Source {
  readonly input: readonly string[]
  readonly filters: readonly string[]
}

const rateOf = ({ fps }: RenderPlan) => `${fps.num}/${fps.den}`

function black(plan: RenderPlan): Source {
  return { input: ['-f', 'lavfi', '-i', `color=c=black:s=${plan.width}x${plan.height}:r=${rateOf(plan)}`], filters: ['format=yuv420p', 'setsar=1'] }
}

async function sourceOf(plan: RenderPlan, { picture, skippedFrames }: NonNullable<PictureSegment['source']>, way: 'seek' | 'read-from-start'): Promise<Source> {
  const isStill = picture.medium === 'picture'
  const seconds = isStill ? 0 : picture.inSeconds + skippedFrames * plan.fps.den / plan.fps.num
  const seek = way === 'seek' ? Math.max(0, seconds - seekEarlySeconds) : 0
  const skip = way === 'seek' ? 0 : Math.round(seconds * plan.fps.num / plan.fps.den)
  const isMoving = picture.move === 'push-in'
  return {
    input: [...(isStill ? ['-noautorotate'] : seek > 0 ? ['-ss', seek.toFixed(6)] : []), '-i', resolve(picture.path)],
    filters: [
      ...(isStill ? [await uprightFilters(picture.path)].filter(Boolean) : []),
      // Timestamps are kept, so that a clip whose picture begins late stays in step with its sound.
      `fps=${rateOf(plan)}:start_time=0`,
      `scale=w='trunc(iw*sar/2+0.5)*2':h=ih`,
      'setsar=1',
      // Twice the size under a slow zoom: its crop moves by whole pixels, and half of them are too small to see.
      ...fitFilters(picture, { width: plan.width * (isMoving ? 2 : 1), height: plan.height * (isMoving ? 2 : 1) }),
      'tpad=stop_mode=clone:stop=-1',
      ...(skip > 0 ? [`trim=start_frame=${skip}`, 'setpts=PTS-STARTPTS'] : []),
      ...(isMoving ? [pushIn(plan, picture, skippedFrames)] : []),
    ],
  }
}

function fitFilters(picture: PlanPicture, { width, height }: { width: number, height: number }): string[] {
  const size = picture.fit === 'contain' ? 'decrease:force_divisible_by=2' : 'increase'
  const frame = picture.fit === 'contain' ? `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:black` : `crop=${width}:${height}`
  return [
    `scale=${width}:${height}:force_original_aspect_ratio=${size}:in_color_matrix=${readsAs(picture)}:out_color_matrix=bt709:out_range=tv`,
    'format=yuv420p',
    frame,
    'setsar=1',
  ]
}

/** Chromium reads untagged video as BT.709 from 720 lines on; files of pictures are BT.601 by their own standards. */
function readsAs({ medium, colourTagged, sourceHeight }: PlanPicture): string {
  if (colourTagged)
    return 'auto'
  return medium === 'video' && (sourceHeight ?? 0) >= 720 ? 'bt709' : 'bt601'
}

function pushIn(plan: RenderPlan, picture: PlanPicture, skippedFrames: number): string {
  const zoom = `1+${(pushInScale - 1).toFixed(4)}*(on+${skippedFrames})/${picture.frames}`
  return `zoompan=z='${zoom}':x='(iw-iw/zoom)/2':y='(ih-ih/zoom)/2':d=1:s=${plan.width}x${plan.height}:fps=${rateOf(plan)}`
}

function captionFilters({ plan, segment, burnsCaptions }: SegmentJob): string[] {
  if (!burnsCaptions)
    return []
  // Captions know the time of the whole piece; a segment begins at zero.
  const start = `${segment.startFrame}*${plan.fps.den}/${plan.fps.num}/TB`
  const fonts = plan.captions.fontsDir === null ? '' : ':fontsdir=fonts'
  return [`setpts=PTS+${start}`, `subtitles=filename=captions.ass${fonts}`, `setpts=PTS-${start}`]
}

function videoCodec({ plan: { fps }, threads }: SegmentJob): string[] {
  const keyframeDistance = Math.max(1, Math.round(2 * fps.num / fps.den))
  // A frame must last whole ticks, or the joins would slip.
  const ticks = fps.num < 1000 ? fps.num * 1000 : fps.num
  return [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-profile:v', 'high', '-pix_fmt', 'yuv420p'],
    // All segments must share one header, because the player keeps the first one.
    ...['-x264-params', 'stitchable=1', '-g', String(keyframeDistance), '-threads', String(threads)],
    ...['-color_range', 'tv', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'],
    ...['-video_track_timescale', String(ticks), '-f', 'mp4'],
  ]
}
