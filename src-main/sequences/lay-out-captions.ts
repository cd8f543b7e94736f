/**
 * Captions of a line that is laid out: in pieces that can be read, over exactly its sound. What was corrected, divided or timed by hand
 * stays while the line says the same.
 */
import type { Line } from '#contract/script.ts'
import type { CaptionClip, Clip, FrameRate, SoundClip } from '#contract/sequence-document.ts'
import type { ClipId, LineId } from '#contract/words.ts'
import type { HeardWord } from '#rules/captions/by-words.ts'
import { lettersIn } from '#rules/captions/by-words.ts'
import { captionsOfLine } from '#rules/captions/cues.ts'
import { isLaidCaptionId, laidCaptionId, shareOfWords } from '#rules/captions/laid.ts'
import { marksFrom, marksOfText } from '#rules/captions/word-marks.ts'
import { endFrameOf, endOf, startFrameOf } from '#rules/sequence/document.ts'
import { consumedBy } from '#rules/sequence/ramp.ts'
import { clipId } from './clip-ids.ts'

interface Laying {
  /** In frames. */
  readonly start: number
  readonly length: number
  readonly rate: FrameRate
  readonly sound: SoundClip
  /** When the words of the line are said in it; empty where that is not known. */
  readonly heard: readonly HeardWord[]
  /** Whether captions keep when their words are said. */
  readonly marksWords: boolean
  /** What was laid out for the line before. */
  readonly before: readonly CaptionClip[]
  readonly soundBefore: Clip | undefined
}

/** By clip, which no edit changes in place: to compare an id with all that a line's captions may have takes long. */
const knownCaptions = new WeakMap<CaptionClip, boolean>()

/** Those that were unlinked and then cut in two have ids of their own. A copy of such a one notes no words. */
export function isLaidCaption(clip: Clip): clip is CaptionClip {
  if (!('speaker' in clip) || clip.lineId === null)
    return false
  const isLaid = knownCaptions.get(clip)
    ?? ((clip.linkId === null && clip.laidText !== undefined) || isLaidCaptionId(clip.id, firstCaptionId(clip.lineId)))
  knownCaptions.set(clip, isLaid)
  return isLaid
}

function firstCaptionId(lineId: LineId): ClipId {
  return clipId(lineId, 'caption')
}

export function captionsOf({ id: lineId, speaker, text }: Line, laying: Laying): CaptionClip[] {
  const { start, length, rate } = laying
  const before = laying.before.toSorted((a, b) => a.start - b.start)
  // Captions that were unlinked from their line stay so.
  const linkId = before[0] ? before[0].linkId : laying.sound.linkId
  const share = shareOfWords(before, text)
  const isByHand = before.some(caption => caption.linkId === null || caption.text !== (caption.laidText ?? caption.text))
  if ((share === 'all' && isByHand) || (share === 'part' && isCut(laying)))
    return kept(before, laying).map(({ words, ...caption }) => ({ ...caption, speaker, ...words && isSameTake(laying) && { words } }))
  const isDisabled = before.length > 0 && before.every(caption => caption.isDisabled)
  const corrected = new Map(before.map(caption => [caption.laidText, caption.text]))
  let letters = 0
  return captionsOfLine({ start, length, speaker, text }, rate, laying.heard).map((caption, index) => {
    const shown = corrected.get(caption.text) ?? caption.text
    const said = laying.marksWords ? marksFrom(laying.heard, caption.start, letters, caption.text) : []
    const words = marksOfText(said, caption.text, shown)
    letters += lettersIn(caption.text)
    return {
      id: laidCaptionId(firstCaptionId(lineId), index),
      ...caption,
      linkId,
      lineId,
      text: shown,
      laidText: caption.text,
      ...words.length > 0 && { words },
      ...isDisabled && { isDisabled },
    }
  })
}

/** Whether a part of the take was cut away by hand, and with it the captions there. */
function isCut({ sound, soundBefore }: Laying): boolean {
  return isSameTake({ sound, soundBefore }) && soundBefore !== undefined && 'points' in soundBefore && soundBefore.sourceLength !== null
    && consumedBy(soundBefore) < soundBefore.sourceLength
}

function isSameTake({ sound, soundBefore }: Pick<Laying, 'sound' | 'soundBefore'>): boolean {
  return soundBefore !== undefined && 'points' in soundBefore && soundBefore.takeId === sound.takeId
}

/** Where they were in the sound before, in proportion, and never beyond the sound. */
function kept(before: readonly CaptionClip[], { start, length, rate, soundBefore }: Laying): CaptionClip[] {
  const [from, until] = soundBefore
    ? [startFrameOf({ kind: 'speech' }, soundBefore, rate), endFrameOf({ kind: 'speech' }, soundBefore, rate)]
    : [before[0]?.start ?? 0, Math.max(...before.map(endOf))]
  const placeOf = (frame: number): number => start + Math.round(Math.max(0, Math.min(1, (frame - from) / (until - from))) * length)
  return before
    .map(caption => ({ ...caption, start: placeOf(caption.start), length: placeOf(endOf(caption)) - placeOf(caption.start) }))
    .filter(caption => caption.length > 0)
}
