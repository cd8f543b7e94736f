/** Renders a plan to a file: segments of picture, one mix of sound, joined; whole or not at all. */
import type { AudioSettings } from '#contract/presets.ts'
import type { FfmpegNeeds } from '../ffmpeg/ffmpeg-needs.ts'
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import type { SourceFacts } from '../picture/layer.ts'
import type { PictureEncoder } from '../picture/picture-encoders.ts'
import type { SegmentJob } from '../picture/segment-job.ts'
import type { FactsOf } from '../picture/segments.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import type { Loudness } from '../sound/loudness.ts'
import type { Stem } from '../sound/mix.ts'
import type { SoundReport } from '../sound/sound-report.ts'
import type { FilmSound } from './film-sound.ts'
import type { JoinedSegment } from './join-parts.ts'
import type { Pace } from './pace.ts'
import type { KeptSegments } from './segment-cache.ts'
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { soundForm } from '#rules/deliver/sound-form.ts'
import { secondsOfFrames } from '#rules/sequence/frames.ts'
import { mapConcurrently, runTogether } from '../../base/concurrency.ts'
import { assertFfmpegHas } from '../ffmpeg/ffmpeg-needs.ts'
import { watched } from '../ffmpeg/watched-ffmpeg.ts'
import { markFile } from '../mark/mark-file.ts'
import { createCaptionReader } from '../picture/caption-events.ts'
import { chooseEncoder } from '../picture/choose-encoder.ts'
import { filmFrames, filmRate } from '../picture/film-rate.ts'
import { longestFirst } from '../picture/longest-first.ts'
import { readSource } from '../picture/picture-source.ts'
import { renderRun, runsOf } from '../picture/render-run.ts'
import { segmentFile } from '../picture/render-segment.ts'
import { segmentKey } from '../picture/segment-key.ts'
import { segmentsOf } from '../picture/segments.ts'
import { splitLong } from '../picture/split-segments.ts'
import { assertRenderable } from '../plan/render-plan.ts'
import { orBrokenSource } from '../probe/broken-source.ts'
import { countFilmFrames } from '../probe/count-film-frames.ts'
import { mixSampleRate } from '../sound/decode.ts'
import { holdPeaks } from '../sound/hold-peaks.ts'
import { measureLoudness } from '../sound/loudness.ts'
import { peakAfterGain } from '../sound/master.ts'
import { renderSound } from '../sound/render-sound.ts'
import { isLossless } from '../sound/sound-encoders.ts'
import { completeFile } from './complete-file.ts'
import { drawCover } from './cover.ts'
import { renderFilmSound, renderFilmSoundAhead } from './film-sound.ts'
import { joinParts } from './join-parts.ts'
import { lanesByMemory } from './lanes-by-memory.ts'
import { createPace } from './pace.ts'
import { renderNeeds } from './render-needs.ts'
import { encodeSoundAlone } from './sound-alone.ts'

export interface RenderReport {
  readonly frames: number
  readonly durationSeconds: number
  readonly sizeBytes: number
  /** The one gain given to the whole mix. */
  readonly gainDb: number
  /** Measured on the finished file; null for silence. */
  readonly integratedLufs: number | null
  readonly truePeakDbtp: number | null
  readonly rangeLu: number | null
  /** What led to it. */
  readonly sound: SoundReport
}

export interface RenderOptions {
  readonly ffmpeg: Ffmpeg
  /** Scratch space; made when missing. Nothing stays in it. */
  readonly workDir: string
  readonly signal?: AbortSignal
  /** How long ffmpeg may do nothing before it is given up. */
  readonly stallTimeoutMs?: number
  /** Where segments of earlier renders are found, and those of this one kept as soon as they are encoded. */
  readonly kept?: KeptSegments
  /** Parts of the mix, before its gain, that are written with it. */
  readonly stems?: readonly Stem[]
  /** Of a long sound without pictures, in packets of AAC: see `encodeSoundAlone`. */
  readonly soundPieceLength?: number
  /** From 0 to 1, never going back, and how fast pictures are encoded; null where that is not known. */
  readonly onProgress?: (share: number, framesPerSecond: number | null) => void
}

/** What the steps share. */
interface Render {
  readonly plan: RenderPlan
  readonly folder: string
  readonly ffmpeg: Ffmpeg
  readonly signal: AbortSignal
  readonly kept: KeptSegments | null
  readonly soundPieceLength?: number | undefined
  /** Only encodes what is not kept yet, one at a time. */
  readonly isAhead?: boolean
  /** Adds to the share that is done, and to the frames that were encoded; null where no more will be. */
  readonly advance: (share: number, encodedFrames?: number | null) => void
}

/** Of a film without sound. */
const noSound: SoundReport = { gainDb: 0, ceilingDb: null, before: null, lines: [] }

function needsOf({ encoding, captions, pictures }: RenderPlan, ffmpeg: Ffmpeg): FfmpegNeeds {
  return renderNeeds(encoding, captions.mode === 'burned', ffmpeg, pictures.some(({ isApart }) => isApart))
}

/** Without a picture, encoding the sound takes most of the time. */
function sharesOf({ encoding }: RenderPlan): { sound: number, encoding: number, join: number } {
  return encoding.video ? { sound: 0.1, encoding: 0.8, join: 0.1 } : { sound: 0.3, encoding: 0.6, join: 0.1 }
}

/**
 * Writes `outPath` whole or not at all: first as a part in its own folder, which an ffmpeg that outlived a killed
 * studio cannot reach. On failure or abort the part is removed, and an older `outPath` stays as it was.
 * Throws FfmpegLacksError before any work, FfmpegError when a source cannot be read, `signal.reason` when aborted.
 */
export async function renderPlan(plan: RenderPlan, outPath: string, options: RenderOptions): Promise<RenderReport> {
  assertRenderable(plan)
  const { video, audio } = plan.encoding
  assertFfmpegHas(options.ffmpeg, needsOf(plan, options.ffmpeg))
  const encoder = video && await chooseEncoder(video, options.ffmpeg)
  options.signal?.throwIfAborted()
  await mkdir(options.workDir, { recursive: true })
  const folder = await mkdtemp(join(resolve(options.workDir), 'render-'))
  const part = join(folder, `whole.${plan.encoding.format}`)
  const { kept = null, stems = [], soundPieceLength, onProgress } = options
  const ffmpeg = watched(options.ffmpeg, folder, options.stallTimeoutMs)
  try {
    const report = await runTogether(options.signal, async (signal, join) => {
      const render: Render = { plan, folder, ffmpeg, signal, kept, soundPieceLength, advance: createProgress(onProgress) }
      if (plan.cover)
        await drawCover(plan.cover, { folder, ffmpeg, signal })
      // Before the sound, which keeps this thread busy: encoders wait for it.
      const pieces = encoder ? await piecesOf(render, encoder) : []
      const heardPart = (share: number): void => render.advance(share * sharesOf(plan).sound)
      const soundTools = { ...render, ...stems.length > 0 && { stems: { wanted: stems, join } }, advance: heardPart }
      const hear = async (): Promise<Heard> => {
        if (!audio)
          return { report: noSound, film: null }
        const film = encoder ? await renderFilmSound(plan, audio, soundTools) : null
        return { film, report: film?.report ?? await renderSound(plan, soundTools) }
      }
      const picture = join(renderPicture(render, pieces))
      const sound = join(hear())
      const [heard, segments] = await Promise.all([sound, picture])
      const finished = await finish(render, { segments, heard }, part)
      if (plan.mark)
        await markFile(part, plan.encoding.format, plan.mark)
      return finished
    })
    options.signal?.throwIfAborted()
    await rename(part, outPath)
    onProgress?.(1, null)
    return report
  }
  finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/**
 * Encodes the segments that are not kept yet, one after another, then the sound, and keeps them: nothing else is written. Leaves one
 * processor to others where there are several. Throws like `renderPlan`.
 */
export async function renderAhead(
  plan: RenderPlan,
  options: RenderOptions & { readonly kept: KeptSegments, readonly signal: AbortSignal },
): Promise<void> {
  assertRenderable(plan)
  const { ffmpeg, kept, signal, onProgress } = options
  const { video, audio } = plan.encoding
  // Sound alone is not kept.
  if (!video)
    return
  assertFfmpegHas(ffmpeg, needsOf(plan, ffmpeg))
  const encoder = await chooseEncoder(video, ffmpeg)
  const folder = await mkdtemp(join(resolve(options.workDir), 'render-'))
  try {
    const shares = sharesOf(plan)
    const advance = createProgress((share, pace) => onProgress?.(Math.min(1, share / (shares.encoding + shares.sound)), pace))
    const render: Render = { plan, folder, ffmpeg, signal, kept, isAhead: true, advance }
    await renderPicture(render, await piecesOf(render, encoder))
    if (audio)
      await renderFilmSoundAhead(plan, audio, { folder, ffmpeg, signal, kept, advance: share => advance(share * shares.sound) })
  }
  finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

function createProgress(report: RenderOptions['onProgress']): Render['advance'] {
  let done = 0
  let pace: Pace | null = createPace(() => performance.now())
  return (share, encodedFrames = 0) => {
    done = Math.min(1, done + Math.max(0, share))
    if (encodedFrames === null)
      pace = null
    else
      pace?.add(encodedFrames)
    report?.(done, pace?.perSecond() ?? null)
  }
}

async function renderPicture(
  { plan, folder, ffmpeg, signal, kept, advance, isAhead = false }: Render,
  pieces: readonly Piece[],
): Promise<JoinedSegment[]> {
  const share = (frames: number): number => frames / plan.durationFrames * sharesOf(plan).encoding
  // To be put together they must be whole; ahead of that it is enough that they are there.
  const isThere = async (cache: KeptSegments['cache'], key: string, path: string): Promise<boolean> =>
    isAhead ? cache.has(key) : cache.take(key, path)
  const missing: Piece[] = []
  for (const piece of pieces) {
    signal.throwIfAborted()
    if (kept && piece.key !== null && await isThere(kept.cache, piece.key, join(folder, segmentFile(piece))))
      advance(share(piece.segment.frames))
    else
      missing.push(piece)
  }
  // What is the same picture again is encoded once, and joined in each of its places.
  const alike = [...Map.groupBy(missing, ({ key, name }) => key ?? name).values()]
  // As many as if nothing were kept: encoders write other bits with other threads, and a film must not depend on what was kept.
  const { lanes, threads, decoderThreads } = sideBySide(pieces.length)
  const files = new Map<Piece, string>()
  const jobOf = ([piece]: readonly Piece[]): Piece | undefined => piece
  // Ahead, others come first, and what is there is kept at once.
  const runs = isAhead ? alike.map(places => [places]) : longestFirst(runsOf(alike, jobOf, lanes), jobOf)
  const keeping: Promise<void>[] = []
  const encode = async (run: typeof runs[number]): Promise<void> => {
    signal.throwIfAborted()
    let reported = 0
    const report = (frames: number) => {
      const more = Math.max(0, frames - reported)
      reported += more
      advance(share(more), more)
    }
    // When few segments are left, lanes are idle, so the remaining decoders may use all processors.
    const isLast = runs.indexOf(run) >= runs.length - lanes
    const jobs = run.flatMap(([piece]) => piece ? { ...piece, threads, ...isLast ? {} : { decoderThreads } } : [])
    const paths = jobs.flatMap(({ segment }) => segment.layers.flatMap(({ picture }) => picture.file?.path ?? []))
    await orBrokenSource(renderRun(jobs, { ffmpeg, signal, onProgress: report }), { of: 'picture', paths }, { ffmpeg, signal })
    for (const places of run) {
      const [piece] = places
      if (!piece)
        continue
      advance(share(piece.segment.frames * (places.length - 1)))
      // While the next is encoded. What could not be kept is only made again.
      if (kept && piece.key !== null)
        keeping.push(kept.cache.keep(piece.key, join(folder, segmentFile(piece))).catch(() => {}))
      places.forEach(place => files.set(place, segmentFile(piece)))
    }
  }
  try {
    const atOnce = plan.encoding.video ? Math.min(lanes, lanesByMemory(plan.encoding.video)) : lanes
    await mapConcurrently(isAhead ? 1 : atOnce, runs, encode)
  }
  finally {
    await Promise.all(keeping)
  }
  advance(0, null)
  return pieces.map(piece => ({ file: files.get(piece) ?? segmentFile(piece), frames: filmFrames(plan, piece.segment).frames }))
}

/** How many segments are encoded at once, and with how many threads each: more than there are processors would only take turns. */
export function sideBySide(segments: number): { lanes: number, threads: number, decoderThreads: number } {
  const cores = availableParallelism()
  const lanes = Math.max(1, Math.min(segments, cores, 4))
  return { lanes, threads: Math.max(1, Math.floor(cores / lanes)), decoderThreads: Math.ceil(cores / lanes) }
}

export interface Piece extends Omit<SegmentJob, 'threads' | 'decoderThreads'> {
  /** Null when it is not kept. */
  readonly key: string | null
}

/** What is encoded, in order. Lays out captions in the folder. */
export async function piecesOf(
  { plan, folder, ffmpeg, signal, kept = null }: Pick<Render, 'plan' | 'folder' | 'ffmpeg' | 'signal'> & Partial<Pick<Render, 'kept'>>,
  encoder: PictureEncoder,
): Promise<Piece[]> {
  const captionsIn = await layOutCaptions(plan, folder)
  const factsOf = await readSources({ plan, ffmpeg, signal })
  const segments = splitLong(segmentsOf(plan, factsOf), plan).filter(segment => filmFrames(plan, segment).frames > 0)
  return segments.map((segment, at): Piece => {
    const captions = captionsIn(segment)
    const key = kept && segmentKey(segment, { plan, encoder, captions, ffmpegVersion: ffmpeg.version, contentOf: kept.contentOf })
    return { plan, segment, encoder, folder, name: `segment-${at}`, burnsCaptions: captions !== null, key }
  })
}

/** Puts captions that are burned in, and their fonts, where the segments are drawn. Tells what of them is seen in a segment. */
async function layOutCaptions({ captions, rate }: RenderPlan, folder: string): Promise<ReturnType<typeof createCaptionReader>> {
  if (captions.mode !== 'burned' || captions.assPath === null)
    return () => null
  await copyFile(captions.assPath, join(folder, 'captions.ass'))
  if (captions.fontsDir !== null && resolve(captions.fontsDir) !== resolve(folder, 'fonts'))
    await symlink(resolve(captions.fontsDir), join(folder, 'fonts'), 'junction')
  return createCaptionReader(await readFile(captions.assPath, 'utf8'), rate)
}

async function readSources({ plan, ffmpeg, signal }: Pick<Render, 'plan' | 'ffmpeg' | 'signal'>): Promise<FactsOf> {
  const files = new Map(plan.pictures.flatMap(({ file }) => file ? [[file.path, file] as const] : []))
  const facts = new Map<string, SourceFacts>()
  await mapConcurrently(availableParallelism(), [...files.values()], async (file) => {
    signal.throwIfAborted()
    const source = { of: 'picture', paths: [file.path] } as const
    facts.set(file.path, await orBrokenSource(readSource(file, { ffmpeg, signal }), source, { ffmpeg, signal }))
  })
  return (path) => {
    const known = facts.get(path)
    if (!known)
      throw new Error(`${path} was not read`)
    return known
  }
}

/** A film's sound is encoded already; sound alone becomes the file. */
interface Heard { readonly report: SoundReport, readonly film: FilmSound | null }

async function finish(
  render: Render,
  { segments, heard: { report, film } }: { segments: readonly JoinedSegment[], heard: Heard },
  part: string,
): Promise<RenderReport> {
  const { plan } = render
  const { audio } = plan.encoding
  const shares = sharesOf(plan)
  let encoded = 0
  // Encoded again, because its peaks were lifted too far, sound continues from where it was.
  const onEncoded = (share: number): void => {
    render.advance(Math.max(0, share - encoded) * shares.encoding)
    encoded = Math.max(share, encoded)
  }
  const join = async (sound: SoundReport): Promise<RenderReport> => {
    const tools = { ...render, pieceLength: render.soundPieceLength, onEncoded }
    const alone = !film && audio ? await encodeSoundAlone(plan, audio, sound, tools) : null
    await joinParts(plan, { segments, sound: film ?? alone }, part, { ...render, ...alone && { onEncoded } })
    await completeFile(plan, part)
    return inspect(render, part, { report: sound, film })
  }
  const finished = film ? await join(report) : await holdPeaks(render, report, join)
  render.advance(shares.join)
  return finished
}

/** Looks at the finished file instead of trusting the plan. A film's sound was measured as it was encoded, and is the same in the film. */
async function inspect({ plan, ffmpeg, signal }: Render, part: string, { report, film }: Heard): Promise<RenderReport> {
  const { video, audio, format } = plan.encoding
  const frames = filmFrames(plan, { startFrame: 0, frames: plan.durationFrames }).frames
  const written = video ? await countFilmFrames(part, { format, rate: filmRate(plan), frames }, { ffmpeg, signal }) : frames
  if (written !== frames)
    throw new Error(`Expected ${frames} frames, rendered ${written ?? 'none'}`)
  const { size } = await stat(part)
  const durationSeconds = secondsOfFrames(frames, filmRate(plan))
  const measure = (settings: AudioSettings): Promise<Loudness> => {
    const { sampleRate, channels } = soundForm(settings)
    // Mixed down, or at another rate, it has other peaks.
    const isAsMixed = isLossless(settings) && sampleRate === mixSampleRate && channels === 2
    const truePeakDbtp = isAsMixed ? peakAfterGain(report) : undefined
    return measureLoudness(part, { ffmpeg, signal, truePeakDbtp, seconds: durationSeconds })
  }
  const loudness = film?.loudness ?? (audio ? await measure(audio) : { integratedLufs: null, rangeLu: null, truePeakDbtp: null })
  return { frames, durationSeconds, sizeBytes: size, gainDb: report.gainDb, ...loudness, sound: report }
}
