/** Splits a long text into parts that are spoken one after another: between sentences, else clauses, else words, else characters. */
import { languageCode } from './language-code.ts'
import { goesOn } from './sentence-ends.ts'

interface Span { readonly start: number, readonly end: number }

/** Cuts a text into pieces that together are the same text. */
type Cut = (text: string) => string[]

// Narrow punctuation also occurs inside numbers and times, so it ends a clause only before a space; wide punctuation always does.
const betweenClauses = /(?=\S)(?<=[,;:—–…][\p{Pe}\p{Pf}"']*\s+)|(?<=[，、；：—…])(?![\p{P}\s])/u
const betweenWords = /(?<=\s)(?=\S)/u
const opens = /^[\p{Ps}\p{Pi}]/u
const endsOpen = /[\p{Ps}\p{Pi}]$/u

/**
 * Trimmed parts of at most `maxCharacters` characters (code points, as `checkRequest` counts them): as few as possible, and
 * as equal in length as the places to split permit, because a single last word is spoken badly. Together they have the
 * same words. A text without words has no parts. `locale` is a language code or an English name of a
 * language; without a known one, abbreviations of all languages count.
 */
export function splitText(text: string, maxCharacters: number, locale?: string): string[] {
  const limit = Math.max(1, Math.floor(maxCharacters))
  const before = charactersBefore(text)
  const lengthOf = ({ start, end }: Span): number => (before[end] ?? 0) - (before[start] ?? 0)
  const atoms = atomsOf(text, trimmed(text, { start: 0, end: text.length }), cutsFor(locale), span => lengthOf(span) <= limit)
  return balanced(atoms, limit, lengthOf).map(({ start, end }) => text.slice(start, end))
}

/** Its sentences, trimmed; together they have the same words. One without a letter or a number belongs to the one before it. */
export function sentencesOf(text: string, locale?: string): string[] {
  const pieces = betweenSentences(languageCode(locale) ?? undefined)(text)
  const sentences = joinedWhere(pieces, (_, next) => !/[\p{L}\p{N}]/u.test(next))
  return sentences.map(each => each.trim()).filter(each => each !== '')
}

/** The number of characters before each index of the text. */
function charactersBefore(text: string): Uint32Array {
  const before = new Uint32Array(text.length + 1)
  let at = 0
  let count = 0
  for (const character of text) {
    before.fill(count, at, at + character.length)
    at += character.length
    count += 1
  }
  before[at] = count
  return before
}

/** Spans in order that fit and need no further cut; white space between them is omitted. */
function atomsOf(text: string, span: Span, cuts: readonly Cut[], fits: (span: Span) => boolean): Span[] {
  const [cut, ...finer] = cuts
  if (span.start === span.end)
    return []
  if (!cut || fits(span))
    return [span]
  let start = span.start
  return cut(text.slice(span.start, span.end)).flatMap((piece) => {
    const found = trimmed(text, { start, end: start + piece.length })
    start += piece.length
    return atomsOf(text, found, finer, fits)
  })
}

function trimmed(text: string, { start, end }: Span): Span {
  const piece = text.slice(start, end)
  const from = start + piece.length - piece.trimStart().length
  return { start: from, end: Math.max(from, start + piece.trimEnd().length) }
}

/** The smallest limit that needs no more parts than the largest one gives the most equal parts. */
function balanced(atoms: readonly Span[], limit: number, lengthOf: (span: Span) => number): Span[] {
  const fewest = packed(atoms, limit, lengthOf)
  let low = atoms.reduce((most, atom) => Math.max(most, lengthOf(atom)), 1)
  let high = Math.max(low, limit)
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (packed(atoms, middle, lengthOf).length <= fewest.length)
      high = middle
    else
      low = middle + 1
  }
  return packed(atoms, high, lengthOf)
}

function packed(atoms: readonly Span[], limit: number, lengthOf: (span: Span) => number): Span[] {
  const parts: Span[] = []
  for (const atom of atoms) {
    const last = parts.at(-1)
    const longer = { start: last?.start ?? atom.start, end: atom.end }
    if (last && lengthOf(longer) <= limit)
      parts[parts.length - 1] = longer
    else
      parts.push(atom)
  }
  return parts
}

function betweenSentences(language: string | undefined): Cut {
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' })
  return text => joinedWhere(Array.from(sentences.segment(text), ({ segment }) => segment), (tail, next) => goesOn(tail, next, language))
}

/** From the best place to split to the last resort. */
function cutsFor(locale: string | undefined): Cut[] {
  const language = languageCode(locale) ?? undefined
  const words = new Intl.Segmenter(language, { granularity: 'word' })
  const graphemes = new Intl.Segmenter(language, { granularity: 'grapheme' })
  return [
    betweenSentences(language),
    text => text.split(betweenClauses),
    text => text.split(betweenWords),
    // Scripts without spaces: punctuation stays with the word before it, an opening mark with the word after it.
    text => joinedWhere(Array.from(words.segment(text), ({ segment }) => segment), (tail, next) => endsOpen.test(tail)
      || (/^[\p{P}\p{M}]/u.test(next) && !opens.test(next))),
    text => Array.from(graphemes.segment(text), ({ segment }) => segment),
    text => Array.from(text),
  ]
}

/** Enough of the end of a piece to recognise an abbreviation and the white space after it. */
const tailLength = 64

/** `belongs` gets only the end of what was joined so far: looking at all of it each time would take the square of its length. */
function joinedWhere(pieces: readonly string[], belongs: (tail: string, next: string) => boolean): string[] {
  const joined: string[][] = []
  let tail = ''
  for (const piece of pieces) {
    const last = joined.at(-1)
    const isJoined = last !== undefined && belongs(tail, piece)
    if (isJoined)
      last.push(piece)
    else
      joined.push([piece])
    tail = `${isJoined ? tail : ''}${piece.slice(-tailLength)}`.slice(-tailLength)
  }
  return joined.map(each => each.join(''))
}
