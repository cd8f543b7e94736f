/** Joins segments of picture and the sound of the whole to one file, with its captions, chapters and tags. */
import type { AudioSettings, Format, VideoSettings } from '#contract/presets.ts'
import type { FrameRate } from '#contract/sequence-document.ts'
import type { JoinTools } from '../picture/picture-at-end.ts'
import type { RenderPlan, SoftCaptions } from '../plan/render-plan.ts'
import type { Mastering } from '../sound/master.ts'
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formats } from '#rules/deliver/formats.ts'
import { samplesPerSecond } from '#rules/sequence/frames.ts'
import { ownInput } from '../ffmpeg/ffmpeg-input.ts'
import { FfmpegError } from '../ffmpeg/ffmpeg.ts'
import { filmRate } from '../picture/film-rate.ts'
import { pictureAtEnd } from '../picture/picture-at-end.ts'
import { framesAhead, isEncodedAtEnd } from '../picture/picture-encoders.ts'
import { chapterComments, chapterFile } from '../plan/chapter-file.ts'
import { languageCode, quickTimeLanguage } from '../plan/language-code.ts'
import { planSamples } from '../plan/render-plan.ts'
import { masterFilters } from '../sound/master.ts'
import { channelFilters, ditherFilters, muxerArgs } from '../sound/sound-encoders.ts'
import { coverArgs } from './cover.ts'
import { placeArgs } from './place-in-time.ts'

const captionCodecs: Readonly<Record<string, string>> = { mp4: 'mov_text', mov: 'mov_text', webm: 'webvtt', mkv: 'webvtt' }

/** Nothing of the parts but chapters, whose titles are tags as well. */
const noTags = ['-map_metadata:g', '-1', '-map_metadata:s', '-1']

/** What is joined, in the folder. */
export interface Parts {
  /** In order; none of sound alone. */
  readonly segments: readonly JoinedSegment[]
  readonly sound: JoinedSound | null
}

export interface JoinedSegment {
  readonly file: string
  /** Of the film. */
  readonly frames: number
}

export interface JoinedSound {
  /** Of ffmpeg in the folder. */
  readonly input: readonly string[]
  /** How it is encoded, or copied. */
  readonly output: readonly string[]
}

interface PartTools extends JoinTools {
  /** Of sound that is encoded on the way: the share that is done. */
  readonly onEncoded?: (share: number) => void
}

/**
 * Before the segments. ffmpeg decodes a frame of each that it opens, which takes longer than to copy it: in an hour of 600 segments 14
 * seconds of 23. Without a decoder it goes by their headers, and complains of each.
 */
const byHeaders = ['-loglevel', 'fatal', '-codec_whitelist', 'none']

/** Writes the file at `part`, absolute. */
export async function joinParts(plan: RenderPlan, parts: Parts, part: string, { onEncoded, ...tools }: PartTools): Promise<void> {
  const { folder, ffmpeg, signal } = tools
  const { format, video } = plan.encoding
  const args = await joinInto(plan, folder, parts)
  if (video && isEncodedAtEnd(video.codec)) {
    const encoded = await pictureAtEnd(plan, tools)
    const output = ['-an', '-map_metadata', '-1', ...tagArgs(plan), ...muxerArgs(format), part]
    await ffmpeg.run(['-y', ...encoded, ...output], { cwd: folder, signal })
    return
  }
  const total = planSamples(plan) / samplesPerSecond
  const onProgress = onEncoded && { onProgress: (seconds: number) => onEncoded(Math.min(1, seconds / total)) }
  const run = async (command: readonly string[]) => ffmpeg.run(command, { cwd: folder, signal, ...onProgress })
  if (video && isToldByHeaders(format, video) && await isDone(run([...byHeaders, ...args, part])))
    return
  await run([...args, part])
}

/** Whether the file is the same, to the byte, without a look at the frames. Matroska's is not, nor is that of ProRes and DNxHR. */
function isToldByHeaders(format: Format, { codec }: VideoSettings): boolean {
  return (format === 'mp4' || format === 'mov') && (codec === 'h264' || codec === 'hevc' || codec === 'av1')
}

/** False where it failed by itself: the same command again, with messages, says what is wrong. */
async function isDone(run: Promise<unknown>): Promise<boolean> {
  return run.then(() => true, (error: unknown) => {
    if (error instanceof FfmpegError && !error.killed)
      return false
    throw error
  })
}

/** Arguments of ffmpeg, without the output, that join these parts in their folder. Writes there what it reads besides. */
export async function joinInto(plan: RenderPlan, folder: string, { segments, sound }: Parts): Promise<string[]> {
  const { format, video } = plan.encoding
  const inputs: (readonly string[])[] = []
  const add = (input: readonly string[]): number => inputs.push(input) - 1
  const maps: string[] = []
  await writeFile(join(folder, 'segments.txt'), segmentList(segments, plan))
  if (video)
    maps.push('-map', `${add(ownInput('segments.txt', 'concat', { opens: ['mov'] }))}:v:0`)
  if (sound)
    maps.push('-map', `${add(sound.input)}:a:0`)
  const tracks = formats[format].softCaptions ? plan.captions.tracks : []
  for (const [at, track] of tracks.entries()) {
    await copyFile(track.path, join(folder, `captions-${at}.srt`))
    maps.push('-map', `${add(ownInput(`captions-${at}.srt`, 'srt'))}:s:0`)
  }
  const cover = plan.cover ? await coverArgs(plan, folder, add) : []
  const chapters = formats[format].chapters && plan.chapters.length > 0 ? await chapterArgs(plan, folder, add) : ['-map_chapters', '-1']
  return [
    ...['-y', ...inputs.flat(), ...maps],
    ...(tracks.length > 0 ? ['-c:s', captionCodecs[format] ?? 'mov_text'] : []),
    ...video ? ['-c:v', 'copy', ...onWholeFrames(video, plan)] : [],
    // It writes the rate that it is told, where others are told by the times.
    ...video && format === 'mxf' ? ['-r:v', rateText(filmRate(plan))] : [],
    ...video?.codec === 'hevc' && format !== 'mkv' ? ['-tag:v', 'hvc1'] : [],
    ...sound ? sound.output : [],
    ...[...noTags, ...cover, ...chapters],
    ...tracks.flatMap((track, at) => trackTags(track, at, format)),
    ...tagArgs(plan),
    ...placeArgs(plan),
    ...muxerArgs(format),
  ]
}

function rateText({ numerator, denominator }: FrameRate): string {
  return `${numerator}/${denominator}`
}

/**
 * For the output of a mix of so many samples, or of a part of it. Digital silence stays that: `audio` is null. `more` comes before the
 * channels.
 */
export function masteringArgs(
  mastering: Mastering,
  length: number,
  audio: AudioSettings | null,
  more: readonly string[] = [],
): string[] {
  const mastered = masterFilters(mastering)
  // The limiter gives a few samples more or less.
  const exact = mastered.length === 0 ? [] : [...mastered, `apad=whole_len=${length}`, `atrim=end_sample=${length}`]
  const filters = [...exact, ...more, ...audio ? [...channelFilters(audio), ...ditherFilters(audio)] : []]
  return filters.length === 0 ? [] : ['-af', filters.join(',')]
}

async function chapterArgs(plan: RenderPlan, folder: string, add: (input: string[]) => number): Promise<string[]> {
  const { format } = plan.encoding
  // ffmpeg rounds the seconds of these, or leaves them out.
  if (format === 'opus' || format === 'flac')
    return ['-map_chapters', '-1', ...chapterComments(plan).flatMap(([name, value]) => ['-metadata', `${name}=${value}`])]
  await writeFile(join(folder, 'chapters.txt'), chapterFile(plan))
  return ['-map_chapters', String(add(ownInput('chapters.txt', 'ffmetadata')))]
}

function tagArgs({ metadata }: RenderPlan): string[] {
  return Object.entries(metadata).flatMap(([key, value]) => ['-metadata', `${key}=${value}`])
}

/** Players list the tracks by these; the first is shown unless another is chosen. */
function trackTags({ language, name, isShown, isForced }: SoftCaptions, at: number, format: Format): string[] {
  const stream = `s:s:${at}`
  const flags = [...(isShown ?? at === 0 ? ['default'] : []), ...(isForced ? ['forced'] : [])].join('+')
  return [
    ...[`-metadata:${stream}`, `language=${format === 'mov' ? quickTimeLanguage(language) : languageCode(language)}`, `-disposition:s:${at}`, flags || '0'],
    ...(name === '' ? [] : [`-metadata:${stream}`, `${format === 'mp4' || format === 'mov' ? 'handler_name' : 'title'}=${name}`]),
  ]
}

/** For the concat reader, which would take what the files say of their length: MP4 rounds that up to milliseconds, at each join again. */
function segmentList(segments: readonly JoinedSegment[], plan: RenderPlan): string {
  const { numerator, denominator } = filmRate(plan)
  const microseconds = (frame: number): number => Math.round(frame * denominator * 1e6 / numerator)
  let at = 0
  return segments.map(({ file, frames }) => {
    const length = microseconds(at + frames) - microseconds(at)
    at += frames
    return `file '${file}'\nduration ${(length / 1e6).toFixed(6)}\n`
  }).join('')
}

/**
 * The concat reader counts in microseconds; this puts each frame where it belongs. When a packet is decoded is counted, not read: a segment
 * of one or two frames has none that is shown out of order, so that its times are others than those of its neighbours, and the film would
 * seem to have no constant rate.
 */
function onWholeFrames(video: VideoSettings, plan: RenderPlan): string[] {
  // Matroska has no such times, and rounds the others to milliseconds itself.
  if (plan.encoding.format === 'webm' || plan.encoding.format === 'mkv')
    return []
  const { numerator, denominator } = filmRate(plan)
  const at = (frame: string) => `round((${frame})*${denominator}/${numerator}/TB)`
  const times = `pts=${at(`round(PTS*TB*${numerator}/${denominator})`)}:dts=${at(`N-${framesAhead(video)}`)}:duration=${at('1')}`
  return ['-bsf:v', `setts=${times}`]
}
