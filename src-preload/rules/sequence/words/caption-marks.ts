/** When the words of captions are said, from what is heard on the timeline at their time. */
import type { CaptionClip, CaptionTrack, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { WordMarks } from '#contract/text-style.ts'
import type { WordTime } from '#contract/word-times.ts'
import type { TakeId } from '#contract/words.ts'
import { leastSureness, lettersIn } from '../../captions/by-words.ts'
import { lettersOf, marksOfText } from '../../captions/word-marks.ts'
import { clipsOf, endFrameOf, endOf, startFrameOf, tracksOf } from '../document.ts'
import { frameAtSample } from '../frames.ts'
import { sampleOf, spokenParts } from './spoken-parts.ts'

/** What a take says, and when. */
export interface SaidWords { readonly text: string, readonly words: readonly WordTime[] }

interface Heard { readonly clip: SoundClip, readonly start: number, readonly end: number }

/** How far a word may begin before the caption that shows it, in frames. */
const early = 3

/** The takes that are heard while captions of the track are shown. */
export function takesUnder(document: SequenceDocument, track: CaptionTrack): TakeId[] {
  const sounds = soundsOf(document)
  return [...new Set(clipsOf(track).flatMap(caption => under(sounds, caption).map(({ clip }) => clip.takeId)))]
}

/** One edit for each caption whose words are known to be said at other times than it says. `saidIn`: null where that is not known. */
export function markEdits(document: SequenceDocument, track: CaptionTrack, saidIn: (takeId: TakeId) => SaidWords | null): SequenceEdit[] {
  const sounds = soundsOf(document)
  return clipsOf(track).flatMap((caption): SequenceEdit[] => {
    const words = marksOf(document, caption, { heard: under(sounds, caption), saidIn })
    return words.length === 0 || JSON.stringify(words) === JSON.stringify(caption.words)
      ? []
      : [{ do: 'setCaption', clipIds: [caption.id], values: { words } }]
  })
}

function soundsOf(document: SequenceDocument): Heard[] {
  return tracksOf(document)
    .flatMap(track => track.kind === 'speech' || track.kind === 'sound'
      ? clipsOf(track).map(clip => ({ clip, start: startFrameOf(track, clip, document.rate), end: endFrameOf(track, clip, document.rate) }))
      : [])
}

/** Those of its line, or linked with it; else all that are heard at its time. In order of time. */
function under(sounds: readonly Heard[], caption: CaptionClip): Heard[] {
  const during = sounds.filter(({ start, end }) => start < endOf(caption) && end > caption.start)
  const own = during.filter(({ clip }) => (clip.linkId !== null && clip.linkId === caption.linkId)
    || (clip.lineId !== null && clip.lineId === caption.lineId))
  return (own.length > 0 ? own : during).toSorted((a, b) => a.start - b.start)
}

function marksOf(
  document: SequenceDocument,
  caption: CaptionClip,
  { heard, saidIn }: { readonly heard: readonly Heard[], readonly saidIn: (takeId: TakeId) => SaidWords | null },
): WordMarks {
  const all = heard.flatMap(({ clip }): HeardAt[] => {
    const said = saidIn(clip.takeId)
    const parts = said && spokenParts(document, clip.id, said.words)
    return (parts?.words ?? []).filter(part => part.clip === clip).map(({ word }) => ({
      text: said!.text.slice(word.from, word.to),
      at: frameAtSample(Math.max(0, sampleOf(clip, word.start)), document.rate) - caption.start,
      isSure: word.sureness >= leastSureness,
    }))
  })
  const isInTime = ({ at }: { at: number }): boolean => at >= -early && at < caption.length
  const found = (exactly(all, caption) ?? nearly(all.filter(isInTime), caption)).filter(isInTime)
  return caption.laidText === undefined ? found : marksOfText(found, caption.laidText, caption.text)
}

interface HeardAt { readonly text: string, readonly at: number, readonly isSure: boolean }

const textOf = ({ laidText, text }: CaptionClip): string => laidText ?? text

function marksIn(heard: readonly HeardAt[]): WordMarks {
  let letters = 0
  return heard.flatMap(({ text, at, isSure }) => {
    const lettersBefore = letters
    letters += lettersIn(text)
    return isSure ? [{ lettersBefore, at }] : []
  })
}

/** Those of the place where just this is said, and of several the one that is nearest to the caption. */
function exactly(heard: readonly HeardAt[], caption: CaptionClip): WordMarks | null {
  const all = marksIn(heard)
  const [whole, wanted] = [lettersOf(heard.map(({ text }) => text).join(' ')), lettersOf(textOf(caption))]
  let best: WordMarks | null = null
  for (let from = wanted === '' ? -1 : whole.indexOf(wanted); from >= 0; from = whole.indexOf(wanted, from + 1)) {
    const own = all.filter(({ lettersBefore }) => lettersBefore >= from && lettersBefore < from + wanted.length)
      .map(mark => ({ ...mark, lettersBefore: mark.lettersBefore - from }))
    if (own[0] && (!best?.[0] || Math.abs(own[0].at) < Math.abs(best[0].at)))
      best = own
  }
  return best
}

/** Those of words at the beginning and the end that are said and shown alike. */
function nearly(heard: readonly HeardAt[], caption: CaptionClip): WordMarks {
  return marksOfText(marksIn(heard), heard.map(({ text }) => text).join(' '), textOf(caption))
}
