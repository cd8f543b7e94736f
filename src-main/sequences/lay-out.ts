/**
 * Lays a script out: the chosen takes one after another, their text as captions, the pictures of the storyboard over their lines, or
 * else pictures and shots over the whole length. The same script and takes always give the same clips: a clip's id is derived from its
 * line or picture.
 */
import type { Line } from '#contract/script.ts'
import type { CaptionClip, FrameRate, Keys, PictureClip, SoundClip } from '#contract/sequence-document.ts'
import type { WhenShort } from '#contract/storyboard.ts'
import type { Take } from '#contract/takes.ts'
import type { WordTime } from '#contract/word-times.ts'
import type { ClipId, LineId, PictureId, TakeId } from '#contract/words.ts'
import type { Steps } from '../base/in-pieces.ts'
import { colourKeysOf, withoutColourKeys } from '#rules/colour/properties.ts'
import { consumed, endOf } from '#rules/sequence/document.ts'
import { withOtherTake } from '#rules/sequence/edit/other-take.ts'
import { unramped } from '#rules/sequence/edit/ramp.ts'
import { frameAtSample, frameFromSample, framesOfShot, sampleOfFrame, samplesOfSeconds } from '#rules/sequence/frames.ts'
import { keysOf } from '#rules/sequence/motion.ts'
import { plainLook, plainStillSeconds } from '#rules/sequence/new-tracks.ts'
import { consumedBy } from '#rules/sequence/ramp.ts'
import { clipId } from './clip-ids.ts'
import { heardWords } from './heard-words.ts'
import { captionsOf, isLaidCaption } from './lay-out-captions.ts'
import { captionsOfParts, isCaptionOfParts, layOutParts, partsByLine } from './lay-out-parts.ts'
import { spreadPictures, wantedFrames } from './spread-pictures.ts'

/** Silence before the first word, because players often drop the first moment. */
export const leadInSeconds = 0.4
/** Silence after the last sound, while the last picture is still shown. */
export const tailSeconds = 0.8
/** Fade at both ends of a take: hides a cut within a waveform, too short to be heard itself. */
export const declickSeconds = 0.006
/** How much a still grows while it is shown, so that the film does not stand still. */
export const grownBy = 1.08

/** A shot that would have to run slower, in per cent, holds its last frame instead. */
const slowest = 10

/** A picture whose aspect ratio differs by more than this factor is letterboxed instead of cropped. */
const mostCropped = 1.34

export interface LayOutInput {
  readonly width: number
  readonly height: number
  readonly rate: FrameRate
  /** How long stills are shown where nothing is heard. */
  readonly stillSeconds?: number | undefined
  /** In the order of the script. Lines without a chosen audio take are skipped. */
  readonly lines: readonly LineToLayOut[]
  /** Pictures and shots in any order; other media are skipped. Not used while the storyboard has a picture for a line that is heard. */
  readonly pictures: readonly Take[]
  /** The pictures of the storyboard that are made, each with its lines, in the order of the script. */
  readonly board: readonly BoardPicture[]
  /** What is seen when a shot of the storyboard ends before its lines. */
  readonly whenShort: (pictureId: PictureId) => WhenShort
  /** Captions keep when their words are said: a caption track shows the word that is spoken. */
  readonly marksWords?: boolean
  /** Clips that are there already, by their id: they keep what was done to them by hand. */
  readonly kept: ReadonlyMap<ClipId, PictureClip | SoundClip | CaptionClip>
}

export interface LineToLayOut {
  readonly line: Line
  readonly take: Take | null
  /** When the words of the take are said, where that is known. */
  readonly words?: readonly WordTime[] | null
}

export interface BoardPicture {
  readonly pictureId: PictureId
  readonly take: Take
  readonly lineIds: readonly LineId[]
}

export interface LaidOut {
  readonly pictures: readonly PictureClip[]
  readonly speech: readonly SoundClip[]
  readonly captions: readonly CaptionClip[]
}

/** All empty when there is neither sound nor picture. */
export function* layOut(input: LayOutInput): Steps<LaidOut> {
  const { speech, captions, endFrame } = yield* layOutLines(input)
  const totalFrames = endFrame === 0 ? wantedFrames(input.pictures, input.rate, input.stillSeconds ?? plainStillSeconds) : endFrame
  const board = overLines(input, speech, totalFrames)
  return { speech, captions, pictures: layOutPictures(input, board.length > 0 ? board : spread(input, totalFrames)) }
}

interface Span {
  readonly take: Take
  readonly start: number
  readonly frames: number
  readonly lineId: LineId | null
  /** Null for pictures that are spread over the whole length. */
  readonly pictureId: PictureId | null
  /** As long as its lines by running slower. */
  readonly isSlow?: boolean
  /** Which pass of a shot that begins again. */
  readonly pass?: number
}

/** Infinity for a still. */
function framesOf(take: Take, rate: FrameRate): number {
  return take.medium === 'picture' ? Infinity : framesOfShot(take.asset.durationSeconds ?? 0, rate)
}

/** The speed, in per cent, at which a shot of so many frames lasts this long. */
function speedFor(own: number, frames: number): number {
  return Math.max(slowest, Math.floor(own * 100 / frames))
}

function spread({ pictures, rate }: LayOutInput, totalFrames: number): Span[] {
  let start = 0
  return spreadPictures(pictures, totalFrames, rate).map(({ take, frames }) => {
    start += frames
    return { take, start: start - frames, frames, lineId: null, pictureId: null }
  })
}

/** Each picture from the first of its lines that is heard until the next picture begins; the first one from the beginning. */
function overLines({ board, rate, whenShort }: LayOutInput, speech: readonly SoundClip[], totalFrames: number): Span[] {
  const starts = new Map(speech.flatMap(clip => clip.lineId === null ? [] : [[clip.lineId, frameAtSample(clip.start, rate)] as const]))
  const placed = board.flatMap(({ take, lineIds, pictureId }) => {
    const lineId = lineIds.find(id => starts.has(id))
    return lineId === undefined ? [] : [{ take, lineId, pictureId, start: starts.get(lineId) ?? 0 }]
  })
  let from = 0
  return placed.flatMap(({ take, lineId, pictureId }, index): Span[] => {
    const short = whenShort(pictureId)
    const [start, next, own] = [from, placed[index + 1]?.start, framesOf(take, rate)]
    from = short === 'next' && next !== undefined && own >= 1 ? Math.min(next, start + own) : next ?? totalFrames
    const whole = { take, lineId, pictureId, start, frames: from - start }
    if (whole.frames <= own || own < 1)
      return [whole]
    if (short === 'slow')
      return [{ ...whole, isSlow: true }]
    if (short !== 'loop')
      return [whole]
    return Array.from({ length: Math.ceil(whole.frames / own) }, (_, pass) => {
      const at = start + pass * own
      return { ...whole, start: at, frames: Math.min(own, from - at), pass }
    })
  })
}

function layOutPictures({ width, height, rate, kept }: LayOutInput, spans: readonly Span[]): PictureClip[] {
  const timesShown = new Map<TakeId, number>()
  return spans.map(({ take, start, frames, lineId, pictureId, isSlow = false, pass = 0 }) => {
    const own = framesOf(take, rate)
    const slowSpeed = isSlow ? speedFor(own, frames) : 100
    const time = (timesShown.get(take.id) ?? 0) + (pass === 0 ? 1 : 0)
    timesShown.set(take.id, time)
    const isStill = take.medium === 'picture'
    const fresh: PictureClip = {
      id: pictureClipId({ takeId: take.id, pictureId, time, pass }),
      start,
      length: frames,
      linkId: null,
      in: 0,
      // A shot that ends early holds its last frame.
      sourceLength: isStill ? null : Math.max(consumed(frames, slowSpeed), own),
      speed: slowSpeed,
      fadeIn: 0,
      fadeOut: 0,
      crossIn: 0,
      lineId,
      takeId: take.id,
      title: null,
      look: { ...plainLook, fit: fitOf(take, width, height) },
      ...isStill && { keys: growing(frames) },
    }
    const found = kept.get(fresh.id)
    if (!found || !('look' in found))
      return fresh
    const wanted = found.in + consumedBy({ ...found, length: frames })
    if (found.keepsTake)
      return { ...found, id: fresh.id, start, length: frames, sourceLength: found.sourceLength && Math.max(found.sourceLength, wanted) }
    const before = isSlow || wanted > (fresh.sourceLength ?? 0) ? unramped(found) : found
    const { fadeIn, fadeOut, crossIn, crossBefore, transition, isDisabled, grade } = before
    const { keys: _, ...unmoved } = fresh
    const crosses = { crossIn, ...crossBefore && { crossBefore }, ...transition && { transition } }
    const byHand = { fadeIn, fadeOut, ...crosses, ...grade && { grade }, ...isDisabled && { isDisabled } }
    const laid = { ...unmoved, ...motionKept(before, fresh), ...byHand }
    if (isSlow)
      return laid
    // As slow as an earlier assembly made it, not a person.
    const speed = before.length > own && before.speed === speedFor(own, before.length) ? 100 : before.speed
    const isStillWhole = fresh.sourceLength === null || before.in + consumed(frames, speed) <= fresh.sourceLength
    if (before.ramp)
      return { ...laid, ramp: before.ramp, in: before.in }
    return { ...laid, speed: isStillWhole ? speed : 100, in: isStillWhole ? before.in : 0 }
  })
}

/** A picture of the storyboard keeps its clip when its take changes. `time` counts the clips of one take, `pass` those of a loop. */
function pictureClipId({ takeId, pictureId, time, pass }: {
  readonly takeId: TakeId
  readonly pictureId: PictureId | null
  readonly time: number
  readonly pass: number
}): ClipId {
  if (pass > 0)
    return clipId(takeId, `picture ${pictureId} again ${pass}`)
  return pictureId === null ? clipId(takeId, `picture ${time}`) : boardClipId(pictureId)
}

/** A still grows evenly over its whole length. */
function growing(frames: number): Keys {
  const end = Math.max(1, frames - 1) * 100
  return { scale: [{ at: 0, value: 1, easing: 'linear' }, { at: end, value: grownBy, easing: 'linear' }] }
}

/** A still that grew over its whole length grows over its new one; any other motion is a person's, and stays. */
function motionKept(before: PictureClip, fresh: PictureClip): Pick<PictureClip, 'look' | 'keys'> {
  const keys = withoutColourKeys(keysOf(before))
  const isOurs = JSON.stringify(keys) === JSON.stringify(growing(before.length))
  const kept = { ...isOurs && fresh.keys ? fresh.keys : keys, ...colourKeysOf(before.keys) }
  return { look: before.look, ...Object.keys(kept).length > 0 && { keys: kept } }
}

/** Every line begins on a frame boundary, so that its caption begins with its first sample; this lengthens a pause by less than a frame. */
function* layOutLines(
  { lines, rate, kept, marksWords = false }: LayOutInput,
): Steps<{ speech: SoundClip[], captions: CaptionClip[], endFrame: number }> {
  const speech: SoundClip[] = []
  const captions: CaptionClip[] = []
  let cursor = samplesOfSeconds(leadInSeconds)
  let end = 0
  const ofLines = Map.groupBy([...kept.values()].filter(clip => clip.lineId !== null), clip => clip.lineId)
  const parts = yield* partsByLine(kept)
  for (const { line, take, words } of lines) {
    yield
    const samples = take?.medium === 'audio' ? samplesOfSeconds(take.asset.durationSeconds ?? 0) : 0
    if (!take || samples === 0)
      continue
    const startFrame = frameFromSample(cursor, rate)
    const [start, cut] = [sampleOfFrame(startFrame, rate), parts.get(line.id)]
    if (cut) {
      const sounds = layOutParts(cut, start, (before, at) => soundOf(line, take, { start: at, samples, before }))
      speech.push(...sounds)
      end = Math.max(...sounds.map(endOf))
      const before = (ofLines.get(line.id) ?? []).filter(clip => isCaptionOfParts(clip, line.id, cut))
      captions.push(...captionsOfParts(before, { before: cut, after: sounds, rate, speaker: line.speaker }))
    }
    else {
      const before = kept.get(clipId(line.id, 'sound'))
      const sound = soundOf(line, take, { start, samples, before })
      speech.push(sound)
      end = endOf(sound)
      const length = frameFromSample(end, rate) - frameAtSample(sound.start, rate)
      const time = { start: startFrame, length, rate, heard: heardWords(line, sound, { take, words, rate }) }
      const laidBefore = (ofLines.get(line.id) ?? []).filter(isLaidCaption)
      captions.push(...captionsOf(line, { ...time, marksWords, sound, before: laidBefore, soundBefore: before }))
    }
    cursor = end + samplesOfSeconds(line.pauseSeconds)
  }
  return { speech, captions, endFrame: speech.length === 0 ? 0 : frameFromSample(end + samplesOfSeconds(tailSeconds), rate) }
}

type Before = PictureClip | SoundClip | CaptionClip | undefined

function soundOf(line: Line, take: Take, { start, samples, before }: { start: number, samples: number, before: Before }): SoundClip {
  const fade = Math.min(samplesOfSeconds(declickSeconds), Math.floor(samples / 2))
  const id = clipId(line.id, 'sound')
  const fresh: SoundClip = {
    id,
    start,
    length: samples,
    linkId: id,
    in: 0,
    sourceLength: samples,
    speed: 100,
    fadeIn: fade,
    fadeOut: fade,
    crossIn: 0,
    lineId: line.id,
    takeId: take.id,
    gainDb: 0,
    points: [],
    ...take.asset.heard && { heard: take.asset.heard },
  }
  if (!before || !('points' in before))
    return fresh
  if (before.takeId === take.id || before.keepsTake)
    return { ...before, start }
  const { crossBefore: _, ...alone } = withOtherTake(before, { takeId: take.id, sourceLength: samples, heard: take.asset.heard })
  return { ...alone, start, crossIn: 0 }
}

function fitOf({ asset }: Take, width: number, height: number): PictureClip['look']['fit'] {
  if (!asset.width || !asset.height)
    return 'contain'
  const mismatch = (asset.width / asset.height) / (width / height)
  return Math.max(mismatch, 1 / mismatch) <= mostCropped ? 'cover' : 'contain'
}

/** A picture of the storyboard keeps its clip, whatever take it shows. */
export function boardClipId(pictureId: PictureId): ClipId {
  return clipId(pictureId, 'picture')
}
