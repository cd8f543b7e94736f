/** Where a text has the words of a search: whole words, the last one by its beginning; in scripts without spaces any part. */
import type { SearchTerm } from './query.ts'

export interface Piece { readonly text: string, readonly isHit: boolean }

const accented = /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}]/u
const mark = /^\p{Mn}$/u
const unspaced = ['Han', 'Hira', 'Kana', 'Thai', 'Laoo', 'Khmr', 'Mymr'].map(script => `\\p{scx=${script}}`).join('')
/** Between two letters of which one is of such a script, a word may begin or end. */
const startsWord = `(?:(?<![\\p{L}\\p{N}])|(?<=[${unspaced}])|(?=[${unspaced}]))`
const endsWord = `(?:(?![\\p{L}\\p{N}])|(?<=[${unspaced}])|(?=[${unspaced}]))`

/** Lower-case, without accents; `starts` has the place in the text of each unit. */
function folded(text: string): { text: string, starts: number[] } {
  let result = ''
  const starts: number[] = []
  let at = 0
  let isAccented = false
  for (const character of text) {
    const isMark = mark.test(character)
    let plain = isMark && isAccented ? '' : character.normalize('NFKD').toLowerCase()
    if (!isMark)
      isAccented = accented.test(plain)
    if (isAccented)
      plain = plain.replaceAll(/\p{Mn}/gu, '')
    result += plain
    for (let unit = 0; unit < plain.length; unit++)
      starts.push(at)
    at += character.length
  }
  return { text: result, starts: [...starts, at] }
}

/** Null where nothing would be found. */
function patternOf(terms: readonly SearchTerm[]): RegExp | null {
  const wanted = terms.flatMap(term => (term.is === 'word' || term.is === 'phrase') && !term.isNot ? [term] : [])
  const patterns = wanted.flatMap(({ is, text }, at) => {
    const words = folded(text).text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
    const end = is === 'word' && at === wanted.length - 1 ? '' : endsWord
    return words.length === 0 ? [] : [`${startsWord}${words.join('[^\\p{L}\\p{N}]+')}${end}`]
  })
  return patterns.length === 0 ? null : new RegExp(patterns.join('|'), 'gu')
}

/** The text in pieces, in their order. */
export function highlighted(text: string, terms: readonly SearchTerm[]): Piece[] {
  const pattern = patternOf(terms)
  if (pattern === null || text === '')
    return [{ text, isHit: false }]
  const plain = folded(text)
  const pieces: Piece[] = []
  let done = 0
  for (const match of plain.text.matchAll(pattern)) {
    const from = Math.max(done, plain.starts[match.index] ?? 0)
    // Up to where the next letter begins, so that its own accents are part of the last one.
    const to = plain.starts[match.index + match[0].length] ?? text.length
    if (to <= from)
      continue
    if (from > done)
      pieces.push({ text: text.slice(done, from), isHit: false })
    pieces.push({ text: text.slice(from, to), isHit: true })
    done = to
  }
  return done < text.length ? [...pieces, { text: text.slice(done), isHit: false }] : pieces
}
