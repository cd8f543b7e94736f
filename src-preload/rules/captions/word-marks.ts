/** When the words of a caption are said: what becomes of that when its text, its start or its rate changes. */
import type { CaptionClip } from '#contract/sequence-document.ts'
import type { WordMarks } from '#contract/text-style.ts'
import type { HeardWord } from './by-words.ts'
import { lettersIn } from './by-words.ts'
import { shownText } from './shown-text.ts'

type Marked = Pick<CaptionClip, 'words'>

/** Puts these in place of those that the caption had; none where there are none. It changes the caption. */
export function setMarks(caption: Marked, marks: WordMarks): void {
  if (marks.length > 0)
    caption.words = marks
  else
    Reflect.deleteProperty(caption, 'words')
}

/** With each time changed. It changes the caption. */
export function retimeMarks(caption: Marked, moved: (at: number) => number): void {
  if (caption.words)
    caption.words = caption.words.map(({ lettersBefore, at }) => ({ lettersBefore, at: moved(at) }))
}

/** What is counted of a text, without regard to capitals. */
export function lettersOf(text: string): string {
  const letters = shownText(text).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')
  const small = letters.toLowerCase()
  // Some capitals become two letters.
  return small.length === letters.length ? small : letters
}

/** Those of words before and behind what was changed in a text. */
export function marksOfText(marks: WordMarks, before: string, after: string): WordMarks {
  const [old, now] = [lettersOf(before), lettersOf(after)]
  const most = Math.min(old.length, now.length)
  let head = 0
  while (head < most && old[head] === now[head])
    head++
  let tail = 0
  while (tail < most - head && old[old.length - 1 - tail] === now[now.length - 1 - tail])
    tail++
  // Nothing is the same.
  if (head + tail === 0)
    return []
  return marks.flatMap(({ lettersBefore, at }) => {
    if (lettersBefore >= old.length - tail)
      return [{ lettersBefore: lettersBefore + now.length - old.length, at }]
    // One that is changed from its first letter on is said when the old one was.
    return lettersBefore <= head && lettersBefore < now.length ? [{ lettersBefore, at }] : []
  })
}

/** Those of both halves of a text that is cut; times stay as they are. */
export function marksOfHalves(marks: WordMarks, head: string): [head: WordMarks, tail: WordMarks] {
  const count = lettersIn(head)
  return [
    marks.filter(({ lettersBefore }) => lettersBefore < count),
    marks.filter(({ lettersBefore }) => lettersBefore >= count).map(mark => ({ ...mark, lettersBefore: mark.lettersBefore - count })),
  ]
}

/** Those of several captions, in order of time, as one that starts with the first of them. */
export function joinedMarks(captions: readonly Pick<CaptionClip, 'start' | 'text' | 'words'>[]): WordMarks {
  let count = 0
  return captions.flatMap(({ start, text, words = [] }) => {
    const before = count
    count += lettersIn(shownText(text))
    return words.map(({ lettersBefore, at }) => ({ lettersBefore: lettersBefore + before, at: at + start - captions[0]!.start }))
  })
}

/** For a caption that starts in a frame: of the words that are heard, those from a letter of the spoken text on, as many as `text` has. */
export function marksFrom(heard: readonly HeardWord[], start: number, lettersFrom: number, text: string): WordMarks {
  const until = lettersFrom + lettersIn(shownText(text))
  return heard
    .filter(({ lettersBefore }) => lettersBefore >= lettersFrom && lettersBefore < until)
    .map(word => ({ lettersBefore: word.lettersBefore - lettersFrom, at: word.start - start }))
}

/** The frames in which they are said. */
export function heardIn({ words = [], start }: Pick<CaptionClip, 'words' | 'start'>): HeardWord[] {
  return words.map(({ lettersBefore, at }) => ({ lettersBefore, start: start + at }))
}
