/** Checks a sequence before it is rendered with a preset: what prevents the render, and what is worth knowing. */
import type { FindingPlace, PreflightFinding } from '#contract/deliveries.ts'
import type { CaptionMode, LoudnessTarget, Platform, RenderPreset } from '#contract/presets.ts'
import type { Line } from '#contract/script.ts'
import type { Sequence } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { AssetId, LineId, SequenceId, TakeId, TrackId } from '#contract/words.ts'
import type { Steps } from '../base/in-pieces.ts'
import type { BrokenTakes } from './broken-takes.ts'
import type { HeardClip, Outline } from './clipping.ts'
import type { Delivered } from './delivered.ts'
import type { SigningFacts } from './signing.ts'
import { youtubeProblems } from '#rules/deliver/chapter-text.ts'
import { chaptersOf } from '#rules/deliver/chapters.ts'
import { sizeProblem } from '#rules/deliver/encoder-sizes.ts'
import { fitsRate } from '#rules/deliver/formats.ts'
import { manyFrames, mostFrames } from '#rules/deliver/frames.ts'
import { isStill } from '#rules/deliver/part.ts'
import { longestSecondsOf, overlayOn, platformProblems, platforms } from '#rules/deliver/platforms.ts'
import { isHeard } from '#rules/script/script-lines.ts'
import { isAdjustment } from '#rules/sequence/adjustment.ts'
import { millisecondsOfFrame, secondsOfFrames } from '#rules/sequence/frames.ts'
import { soundEvents, workOutSoundEvents } from '#rules/sequence/levels.ts'
import { rangeOf } from '#rules/sequence/range.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { captionPlaces } from './caption-findings.ts'
import { clippingPlaces } from './clipping.ts'
import { coveredPlaces } from './covered.ts'
import { isWithin, momentAt, placeOf, timeOf } from './delivered.ts'
import {
  apartHdr,
  broken,
  disabled,
  enlarged,
  flashes,
  gaps,
  gradedHdr,
  missing,
  placesOfTakes,
  tooShort,
  withoutLut,
  withoutSequence,
} from './media-findings.ts'
import { signingFindings } from './signing.ts'

export interface PreflightFacts {
  readonly sequence: Sequence
  readonly preset: RenderPreset
  readonly captionMode: CaptionMode
  /** Chosen ones. Absent, or null: all that are not muted. */
  readonly captionTrackIds?: readonly TrackId[] | null
  /** Null is as mixed. Absent: the preset's. */
  readonly loudness?: LoudnessTarget | null
  /** About how large the file will be. Absent: not known. */
  readonly fileBytes?: number
  /** Those of the sequence's takes that are still in the library. */
  readonly takes: readonly Take[]
  /** Takes whose file is not where it should be. */
  readonly missingTakeIds: ReadonlySet<TakeId>
  /** Nested sequences that are gone or cannot be read. Absent: none. */
  readonly missingSequenceIds?: ReadonlySet<SequenceId>
  /** Look-up tables of its colours whose files are there. Absent: none. */
  readonly lutIds?: ReadonlySet<AssetId>
  /** The whole script. */
  readonly lines: readonly Line[]
  /** Null for takes without sound, or that could not be read. */
  readonly outlineOf: (clip: HeardClip) => Outline | null
  readonly hasFfmpeg: boolean
  /** Takes that ffmpeg cannot decode. */
  readonly brokenTakes?: BrokenTakes
  /** Shots of high dynamic range, where ffmpeg cannot convert them. */
  readonly hdrTakeIds?: ReadonlySet<TakeId>
  /** Shots of high dynamic range that are graded or in a nested picture, where the delivery has that range, too. */
  readonly changedHdrTakeIds?: ReadonlySet<TakeId>
  /** Pictures whose colour profile is not understood. */
  readonly oddColourTakeIds?: ReadonlySet<TakeId>
  /** Encoders and filters that the render needs and ffmpeg does not have. */
  readonly lacking: readonly string[]
  readonly freeBytes: number
  readonly neededBytes: number
  /** Null where it is not to be signed. */
  readonly signing?: SigningFacts | null
}

/** A length that differs by less than this is as wanted. */
const nearSeconds = 0.5

/** Blocking findings first; none twice. Whatever is about a place is in the delivered part, but for lines that are not made. */
export function* preflight(facts: PreflightFacts): Steps<PreflightFinding[]> {
  const { sequence, preset, captionMode, captionTrackIds = null } = facts
  yield* workOutSoundEvents(sequence)
  const resolved = resolve(sequence)
  yield
  const range = rangeOf(sequence, resolved.durationFrames)
  const takes = new Map(facts.takes.map(take => [take.id, take]))
  const screen = preset.video
  const covered = screen && overlayOn(preset.platform, screen)
  const delivered: Delivered = { ...resolved, sequence, screen, covered, captionMode, captionTrackIds, range, takes }
  const endFrame = range.startFrame + range.frames
  const hasPicture = resolved.stretches.some(({ startFrame, frames, layers }) => !layers.every(({ clip }) => isAdjustment(clip))
    && startFrame < endFrame && startFrame + frames > range.startFrame)
  const missingBytes = facts.neededBytes - facts.freeBytes
  const captions = yield* captionPlaces(delivered, facts.lines)
  const ofPlaces = (finding: PreflightFinding['finding'], isBlocking: boolean, places: readonly FindingPlace[]): PreflightFinding[] => {
    const [first] = places
    const example = first?.name || (first?.startFrame == null ? '' : timeOf(delivered, first.startFrame))
    return first ? [{ finding, isBlocking, count: places.length, example, places: [...places] }] : []
  }
  const signing = signingFindings(facts.signing ?? null)
  const found = [...range.frames === 0 ? [ofAll('empty', true)] : []]
  function* look(finding: PreflightFinding['finding'], isBlocking: boolean, places: () => readonly FindingPlace[]): Steps<void> {
    found.push(...ofPlaces(finding, isBlocking, places()))
    yield
  }
  yield* look('missing-media', true, () => missing(delivered, facts.missingTakeIds))
  yield* look('missing-sequence', true, () => withoutSequence(delivered, facts.missingSequenceIds ?? new Set()))
  yield* look('missing-lut', true, () => screen ? withoutLut(delivered, facts.lutIds ?? new Set()) : [])
  yield* look('broken-media', true, () => facts.brokenTakes ? broken(delivered, facts.brokenTakes, preset) : [])
  found.push(
    ...facts.hasFfmpeg ? [] : [ofAll('no-ffmpeg', true)],
    ...facts.hasFfmpeg && facts.lacking.length > 0 ? [ofAll('no-encoder', true, facts.lacking.join(', '))] : [],
    ...sizeFindings(preset.video),
    ...preset.video && !fitsRate(preset.format, preset.video.rate ?? sequence.rate) ? [ofAll('odd-rate', true)] : [],
    ...countedFrames(facts, range.frames),
    ...missingBytes > 0 ? [ofAll('little-space', true, `${Math.ceil(missingBytes / 1e6)} MB`)] : [],
    ...signing.filter(({ isBlocking }) => isBlocking),
  )
  yield* look('stale-line', false, () => staleLines(delivered, facts.lines))
  yield* look('line-not-made', false, () => notMade(facts.lines))
  if (screen && range.frames > 0 && !hasPicture)
    found.push(ofAll('no-picture', false))
  yield* look('hdr', false, () => placesOfTakes(delivered, facts.hdrTakeIds ?? new Set()))
  yield* look('graded-hdr', false, () => gradedHdr(delivered, facts.changedHdrTakeIds ?? new Set()))
  yield* look('nested-hdr', false, () => apartHdr(delivered, facts.changedHdrTakeIds ?? new Set()))
  yield* look('odd-colours', false, () => placesOfTakes(delivered, facts.oddColourTakeIds ?? new Set()))
  yield* look('short-source', false, () => tooShort(delivered))
  yield* look('upscaled', false, () => enlarged(delivered))
  yield* look('gap', false, () => screen && hasPicture ? gaps(delivered) : [])
  yield* look('flash', false, () => screen && hasPicture ? flashes(delivered) : [])
  yield* look('clipping', false, () => preset.audio === null ? [] : clippingPlaces(delivered, facts.outlineOf))
  yield* look('disabled', false, () => disabled(delivered))
  yield* look('off-target', false, () => isStill(preset) ? [] : offTarget(delivered))
  yield* look('too-long', false, () => tooLong(delivered, preset.platform))
  const chapters = preset.platform && platforms[preset.platform].hasChapterRules ? chapterProblems(delivered, facts.lines) : []
  found.push(...chapters.map(problem => ofAll('chapters', false, problem)))
  found.push(...platformFindings(facts, range.frames))
  yield* look('covered', false, () => coveredPlaces(delivered))
  yield* look('caption-old', false, () => captions.old)
  yield* look('caption-fast', false, () => captions.fast)
  yield* look('caption-outside', false, () => captions.outside)
  const [unknown] = ofPlaces('missing-letters', false, captions.letters)
  found.push(...unknown ? [{ ...unknown, example: captions.letters[0]?.words ?? '' }] : [])
  return [...found, ...signing.filter(({ isBlocking }) => !isBlocking)]
}

function ofAll(finding: PreflightFinding['finding'], isBlocking: boolean, example = ''): PreflightFinding {
  return { finding, isBlocking, count: 1, example, places: [] }
}

/** Of an image sequence: more than most programs like, or than its numbers count. */
function countedFrames({ preset: { format, video }, sequence }: PreflightFacts, frames: number): PreflightFinding[] {
  const { numerator, denominator } = video?.rate ?? sequence.rate
  const count = Math.ceil(secondsOfFrames(frames, sequence.rate) * numerator / denominator - 1e-6)
  return format === 'frames' && count > manyFrames ? [{ ...ofAll('many-frames', count > mostFrames), count }] : []
}

function platformFindings(
  { preset, sequence, loudness = preset.loudness, fileBytes = 0 }: PreflightFacts,
  frames: number,
): PreflightFinding[] {
  const { platform, video, audio } = preset
  if (!platform || frames === 0)
    return []
  const { numerator, denominator } = video?.rate ?? sequence.rate
  const picture = video && { width: video.width, height: video.height, framesPerSecond: numerator / denominator }
  return platformProblems(platform, { picture, bytes: fileBytes, loudness: audio ? loudness : undefined })
    .map(problem => ofAll('platform', false, `${problem} ${platforms[platform].name}`))
}

/** What the encoder would take, in its words. */
function sizeFindings(video: RenderPreset['video']): PreflightFinding[] {
  const problem = video && sizeProblem(video)
  switch (problem?.is) {
    case 'too-small': return [ofAll(problem.is, true, `${problem.least.width} × ${problem.least.height}`)]
    case 'too-narrow': return [ofAll(problem.is, true, `${problem.side} ${problem.longest}`)]
    case 'too-large': return [ofAll(problem.is, true, String(problem.most))]
    default: return []
  }
}

/** Only lines that are heard: a stale line that is not in the sequence does not matter. */
function staleLines(delivered: Delivered, lines: readonly Line[]): FindingPlace[] {
  const stale = new Map(lines.filter(line => line.state === 'stale').map(line => [line.id, line]))
  const seen = new Set<LineId>()
  return soundEvents(delivered.sequence).flatMap(({ clip, trackId }) => {
    const line = clip.lineId === null ? undefined : stale.get(clip.lineId)
    const track = delivered.sequence.tracks[trackId]
    if (!line || !track || seen.has(line.id) || !isWithin(delivered, track, clip))
      return []
    seen.add(line.id)
    return placeOf(delivered, track, clip, { name: line.text })
  })
}

function notMade(lines: readonly Line[]): FindingPlace[] {
  return lines
    .filter(line => line.state === 'not-made' && line.text.trim() !== '' && isHeard(line))
    .map(line => ({ name: line.text, startFrame: null, frames: 0, clipId: null, lineId: line.id, takeId: null, value: null }))
}

function offTarget({ sequence, range }: Delivered): FindingPlace[] {
  const { targetSeconds = null, rate } = sequence
  const over = targetSeconds === null ? 0 : secondsOfFrames(range.frames, rate) - targetSeconds
  return range.frames > 0 && Math.abs(over) > nearSeconds ? [momentAt(range.startFrame + range.frames, 0, over)] : []
}

/** Without any, none are meant. */
function chapterProblems({ sequence, range }: Delivered, lines: readonly Line[]): readonly string[] {
  const chapters = chaptersOf(sequence, range, lines)
  const inMs = (frame: number): number => millisecondsOfFrame(frame, sequence.rate)
  const timed = chapters.map(({ startFrame, title }) => ({ startMs: inMs(startFrame), title }))
  return timed.length === 0 ? [] : youtubeProblems(timed, inMs(range.frames))
}

function tooLong({ sequence: { rate }, range, screen }: Delivered, platform: Platform | undefined): FindingPlace[] {
  const most = platform ? platforms[platform].longestSeconds : screen && longestSecondsOf(screen)
  const mostFrames = most === null ? Infinity : Math.floor(most * rate.numerator / rate.denominator)
  const name = platform ? platforms[platform].name : ''
  return range.frames > mostFrames ? [{ ...momentAt(range.startFrame + mostFrames, range.frames - mostFrames, most), name }] : []
}
