/** Looks for the subject of a part of a picture file: small grey pictures of it, a few a second, by ffmpeg. */
import type { Subject } from '#contract/subjects.ts'
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import { subjectIn } from '#rules/sequence/reframe/subject.ts'
import { fileInput } from '../ffmpeg/ffmpeg-input.ts'
import { uprightFilters } from '../probe/orient.ts'
import { probe } from '../probe/probe.ts'
import { seeksToKeyFrame } from '../probe/seeking.ts'
import { UnreadableMediaError } from '../unreadable.ts'

/** Pixels of the longer side. */
const longestSide = 64
const mostPerSecond = 4
/** Of a long shot fewer a second are looked at. */
const mostPictures = 1200

export interface SubjectPart { readonly from: number, readonly seconds: number }

/** Throws UnreadableMediaError for a file without a picture, FfmpegError for one that cannot be decoded. */
export async function findSubject(
  path: string,
  { from, seconds }: SubjectPart,
  { ffmpeg, signal }: { readonly ffmpeg: Ffmpeg, readonly signal: AbortSignal },
): Promise<Subject> {
  const probed = await probe(path, { ffmpeg })
  const { width, height } = probed
  if (width === null || height === null)
    throw new UnreadableMediaError('damaged', `${path} has no picture`)
  const scale = Math.min(1, longestSide / Math.max(width, height))
  const size = { width: Math.max(2, Math.round(width * scale)), height: Math.max(2, Math.round(height * scale)) }
  const isStill = probed.medium !== 'video'
  const perSecond = Math.min(mostPerSecond, mostPictures / Math.max(1, seconds))
  const count = isStill ? 1 : Math.max(1, Math.min(mostPictures, Math.ceil(seconds * perSecond)))
  const seeks = seeksToKeyFrame(probed.container)
  const filters = [
    isStill ? await uprightFilters(path) : '',
    ...isStill || seeks ? [] : [`trim=start=${from.toFixed(6)}`, 'setpts=PTS-STARTPTS'],
    ...isStill ? [] : [`fps=${perSecond}:start_time=0:eof_action=pass`],
    `scale=${size.width}:${size.height}:flags=area`,
    'format=gray',
  ].filter(Boolean).join(',')
  const input = await fileInput(path, isStill ? ['-noautorotate'] : seeks && from > 0 ? ['-ss', from.toFixed(6)] : [])
  const { stdout } = await ffmpeg.run([
    ...[...input, '-map', isStill ? '0:v:0' : '0:V:0', '-vf', filters, '-frames:v', String(count)],
    ...['-f', 'rawvideo', '-pix_fmt', 'gray', '-'],
  ], { signal })
  const bytes = size.width * size.height
  const found = Math.floor(stdout.length / bytes)
  const pictures = Array.from({ length: found }, (_, index) => stdout.subarray(index * bytes, (index + 1) * bytes))
  if (pictures.length === 0)
    throw new UnreadableMediaError('damaged', `${path} has no picture at ${from} seconds`)
  const points = subjectIn(pictures, size, perSecond).map((point, index) => ({ at: from + index / perSecond, ...point }))
  return { width, height, points }
}
