/** Splits and merges captions, keeping every word and every frame. */
import type { HeardWord } from './by-words.ts'
import type { Caption } from './cues.ts'
import { lettersIn } from './by-words.ts'
import { inOneRow, rowOfWords } from './one-row.ts'
import { wordsOf } from './pieces.ts'
import { shownText } from './shown-text.ts'
import { widthOf } from './width.ts'

/**
 * The texts of a caption that is cut at a frame: before the word that was heard nearest to it, or else the words are shared by their width,
 * preferably where a clause ends. A half may come out empty when there is but one word. Null when the frame is outside it.
 */
export function splitTextAt(
  { start, length, text }: Pick<Caption, 'start' | 'length' | 'text'>,
  atFrame: number,
  heard: readonly HeardWord[] = [],
): [string, string] | null {
  if (atFrame <= start || atFrame >= start + length)
    return null
  const words = wordsOf(inOneRow(shownText(text).split('\n')))
  const startOf = new Map(heard.map(word => [word.lettersBefore, word.start]))
  const isHeard = words.length > 1 && heard.length > 0
  const whole = words.reduce((sum, word) => sum + widthOf(word.text), 0)
  const wanted = whole * (atFrame - start) / length
  let [before, letters] = [0, 0]
  let best = { at: words.length, cost: Infinity }
  words.slice(0, -1).forEach((word, index) => {
    before += widthOf(word.text)
    letters += lettersIn(word.text)
    const next = startOf.get(letters)
    if (isHeard && next === undefined)
      return
    // An end of a clause may be a fifth of the text away from the frame.
    const cost = next === undefined ? Math.abs(before - wanted) - (word.endsClause ? whole / 5 : 0) : Math.abs(next - atFrame)
    if (cost < best.cost)
      best = { at: index + 1, cost }
  })
  return [rowOfWords(words.slice(0, best.at)), rowOfWords(words.slice(best.at))]
}

/** One caption from the first start to the last end. Two speakers get a row each, with a dash; the first one's colour stays. */
export function mergeCaptions<Timed extends Caption>(first: Timed, ...others: readonly Caption[]): Timed {
  const all = [first, ...others].sort((a, b) => a.start - b.start)
  const start = all[0]?.start ?? first.start
  const end = Math.max(...all.map(each => each.start + each.length))
  const speakers = new Set(all.map(each => each.speaker))
  const texts = all.map(each => inOneRow(shownText(each.text).split('\n'))).filter(text => text !== '')
  const text = speakers.size > 1 ? texts.map(text => `– ${text}`).join('\n') : inOneRow(texts)
  return { ...first, start, length: end - start, text }
}
