/** An audiobook as shops take it: a file for each chapter with room tone at its ends, a retail sample, and what was measured of each. */
import type { AudioSettings } from '#contract/presets.ts'
import type { ShopFile, ShopMeasures } from '#rules/deliver/shop.ts'
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import type { Mastering } from '../sound/master.ts'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { sampleSeconds, shopLimits } from '#rules/deliver/shop.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { makeFolder } from '../../base/atomic-file.ts'
import { mapConcurrently } from '../../base/concurrency.ts'
import { inside } from '../../base/inside.ts'
import { ownInput } from '../ffmpeg/ffmpeg-input.ts'
import { planSamples } from '../plan/render-plan.ts'
import { mixSampleRate } from '../sound/decode.ts'
import { masterFilters } from '../sound/master.ts'
import { renderSound } from '../sound/render-sound.ts'
import { heardPart, measureForShop, writeRoomTone } from '../sound/shop-sound.ts'
import { channelFilters, muxerArgs, soundArgs } from '../sound/sound-encoders.ts'

/** Seconds of room tone: shops ask for 0.5 to 1 before, and for 1 to 5 after. */
const [head, tail] = [0.75, 2.5]
/** In the middle of what shops take. */
const wantedRmsDb = (shopLimits.quietestDb + shopLimits.loudestDb) / 2
const largestGainDb = 40
const mostTries = 5
/** Closer than this needs no further try. */
const nearDb = 0.5
/** As a preset of the studio makes them; one of the user's own may be stereo. */
const form: AudioSettings = { codec: 'mp3', kilobits: 192, sampleRate: 44_100 }
const usualSampleSeconds = 180

/** What is written: a chapter, or the sample. */
export interface BookFile {
  /** Of the file, without a folder. */
  readonly file: string
  readonly title: string
  readonly startFrame: number
  readonly frames: number
}

export interface BookPlan {
  readonly files: readonly BookFile[]
  /** The gain of each file is that with which it is as loud as shops ask; otherwise all have that of the plan. */
  readonly isLevelled: boolean
  readonly channels: 1 | 2
}

interface Tools {
  /** Created for the book; contains its files afterwards. */
  readonly folder: string
  readonly ffmpeg: Ffmpeg
  readonly signal: AbortSignal
}

/** What was measured of each file, and the gain of the whole. */
export interface Book { readonly files: readonly ShopFile[], readonly gainDb: number }

/** The chapters in their order, then the sample. Throws like `renderPlan`. */
export async function renderBook(plan: RenderPlan, book: BookPlan, tools: Tools): Promise<Book> {
  const { folder, signal } = tools
  await makeFolder(folder)
  const mixed = await renderSound(plan, { ...tools, advance: () => {} })
  await writeRoomTone(join(folder, 'room-tone.wav'))
  const files: ShopFile[] = []
  await mapConcurrently(availableParallelism(), [...book.files.entries()], async ([at, chapter]) => {
    signal.throwIfAborted()
    files[at] = await writeFile(plan, { book, chapter, at, mixed }, tools)
  })
  return { files, gainDb: mixed.gainDb }
}

interface Chapter { readonly book: BookPlan, readonly chapter: BookFile, readonly at: number, readonly mixed: Mastering }

async function writeFile(plan: RenderPlan, { book, chapter, at, mixed }: Chapter, tools: Tools): Promise<ShopFile> {
  const { folder, ffmpeg, signal } = tools
  const [start, end] = [chapter.startFrame, chapter.startFrame + chapter.frames].map(frame =>
    Math.min(planSamples(plan), sampleOfFrame(frame, plan.rate))) as [number, number]
  const heard = await heardPart(join(folder, 'mix.wav'), { from: start, length: Math.max(1, end - start) }, signal)
  const seconds = heard.length / mixSampleRate + head + tail
  const through = heard.power * heard.length / (seconds * mixSampleRate)
  let mastering: Mastering = book.isLevelled && through > 0
    ? { gainDb: Math.min(largestGainDb, wantedRmsDb - 10 * Math.log10(through)), ceilingDb: shopLimits.peakDb - 0.5 }
    : mixed
  const audio: AudioSettings = { ...form, channels: book.channels }
  for (let tries = 1; ; tries++) {
    const drawn = ['-filter_complex', graphOf(mastering, { seconds, audio }), '-map', '[book]']
    const args = ['-y', ...inputs(heard), ...drawn, ...tagsOf(plan, book, { chapter, at })]
    await ffmpeg.run([...args, ...soundArgs(audio), ...muxerArgs('mp3'), chapter.file], { cwd: folder, signal })
    const measured = await measureForShop(inside(folder, chapter.file), { ffmpeg, signal, head, tail, channels: book.channels })
    const next = book.isLevelled ? nextOf(mastering, measured) : null
    if (next === null || tries === mostTries)
      return { name: chapter.file, seconds, gainDb: mastering.gainDb, ...measured }
    mastering = next
  }
}

/** Null where it meets the limits. The limiter reduces loudness together with peaks, and encoding raises single peaks. */
function nextOf({ gainDb, ceilingDb }: Mastering, { rmsDb, peakDb }: ShopMeasures): Mastering | null {
  if (rmsDb === null || peakDb === null)
    return null
  const over = Math.max(0, peakDb - (shopLimits.peakDb - 0.1))
  const missing = wantedRmsDb - rmsDb
  if (over === 0 && Math.abs(missing) <= nearDb)
    return null
  return {
    gainDb: Math.min(largestGainDb, Math.abs(missing) <= nearDb ? gainDb : gainDb + missing),
    ceilingDb: (ceilingDb ?? shopLimits.peakDb) - (over > 0 ? over + 0.1 : 0),
  }
}

function inputs({ from, length }: { readonly from: number, readonly length: number }): string[] {
  const part = ['-ss', (from / mixSampleRate).toFixed(6), '-t', (length / mixSampleRate).toFixed(6)]
  return [...ownInput('mix.wav', 'wav', { options: part }), ...ownInput('room-tone.wav', 'wav', { options: ['-stream_loop', '-1'] })]
}

/** The room tone is below all of it: between two sentences there is as little digital silence as at the ends. */
function graphOf(mastering: Mastering, { seconds, audio }: { readonly seconds: number, readonly audio: AudioSettings }): string {
  const asMixed = 'aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=stereo'
  const voice = [...masterFilters(mastering), asMixed, `adelay=${head * 1000}:all=1`, `apad=whole_dur=${seconds}`]
  const tone = ['pan=stereo|c0=c0|c1=c0', 'aformat=sample_fmts=fltp', `atrim=end=${seconds}`]
  const both = ['amix=inputs=2:duration=first:normalize=0', `atrim=end=${seconds}`, ...channelFilters(audio)]
  return `[0:a]${voice.join(',')}[voice];[1:a]${tone.join(',')}[tone];[voice][tone]${both.join(',')}[book]`
}

function tagsOf({ metadata }: RenderPlan, { files }: BookPlan, { chapter, at }: Pick<Chapter, 'chapter' | 'at'>): string[] {
  const { title, ...rest } = metadata
  const tags = { album: title ?? '', ...rest, title: chapter.title, track: `${at + 1}/${files.length}` }
  return ['-map_metadata', '-1', ...Object.entries(tags).flatMap(([name, value]) => value === '' ? [] : ['-metadata', `${name}=${value}`])]
}

/** From the first chapter that is not of the opening credits, three minutes or as long as there is. Null where there is no chapter. */
export function sampleOf(
  chapters: readonly BookFile[],
  { rate, durationFrames }: Pick<RenderPlan, 'rate' | 'durationFrames'>,
): Pick<BookFile, 'startFrame' | 'frames'> | null {
  const first = chapters.length > 2 ? chapters[1] : chapters[0]
  if (!first)
    return null
  const most = Math.floor(Math.min(usualSampleSeconds, sampleSeconds.most) * rate.numerator / rate.denominator)
  return { startFrame: first.startFrame, frames: Math.min(most, durationFrames - first.startFrame) }
}
