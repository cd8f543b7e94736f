/** Text as search sees it: what the words column stores, and the query for what a user typed. */

const longestQueryWords = 32
// Scripts without spaces between words. Where a word ends depends on its neighbours, so a part of a sentence
// is segmented differently from the whole; in single characters, any part is found as a phrase.
const unspacedScripts = ['Han', 'Hira', 'Kana', 'Thai', 'Laoo', 'Khmr', 'Mymr'].map(script => `\\p{scx=${script}}`).join('')
const unspaced = new RegExp(`[${unspacedScripts}]`, 'u')
// A letter with its marks; runs of other scripts within the word stay whole.
const characters = new RegExp(`[${unspacedScripts}]\\p{M}*|[^${unspacedScripts}]+`, 'gu')
// Hebrew points and Arabic vowels are optional, too; in the scripts of India they are part of the word.
const accented = /([\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}])\p{Mn}+/gu
const searchable = /[\p{L}\p{N}]/u
/** The last word that the ascii tokenizer makes of a piece: `0` of `take_0`. */
const lastToken = /[0-9A-Z\u0080-\u{10FFFF}]+(?=[^0-9A-Z\u0080-\u{10FFFF}]*$)/iu

/**
 * The words of a text, lower-case and without accents, separated by single spaces: the content of an FTS5 column with the
 * ascii tokenizer, which only splits.
 */
export function segment(text: string): string {
  return wordsOf(text).flat().join(' ')
}

export interface WordsTerm { readonly is: 'word' | 'phrase', readonly text: string, readonly isNot: boolean }

function phrasesOf(terms: readonly WordsTerm[], isNot: boolean): { is: 'word' | 'phrase', pieces: string[] }[] {
  return terms
    .filter(term => term.isNot === isNot)
    .flatMap(({ is, text }) => (is === 'word' ? wordsOf(text) : [wordsOf(text).flat()]).map(pieces => ({ is, pieces })))
    .filter(({ pieces }) => pieces.length > 0)
    .slice(0, longestQueryWords)
}

/** What words of the index may begin with: the last one that is wanted, which may be half typed. Null where there is none. */
export function halfTyped(terms: readonly WordsTerm[]): string | null {
  const last = phrasesOf(terms, false).at(-1)
  return last?.is === 'word' ? lastToken.exec(last.pieces.at(-1) ?? '')?.[0] ?? null : null
}

/**
 * MATCH expressions for terms: `match` requires all that are not left out, the last one as a prefix unless it is a phrase, and lacks what
 * is left out; where all are left out, `without` matches what must not be found. Null where nothing can be searched for. Words are
 * quoted, so nothing that a user types is an operator. With `endings`, all words of the index that begin with what is half typed, these are
 * alternatives instead: FTS5 reads them one after the other, but merges all entries of a prefix first.
 */
export function matchOf(
  terms: readonly WordsTerm[],
  endings: readonly string[] | null = null,
): { match: string | null, without: string | null } {
  const wanted = phrasesOf(terms, false)
  const unwanted = phrasesOf(terms, true).map(({ pieces }) => quoted(pieces)).join(' OR ')
  const without = unwanted === '' ? null : unwanted
  const last = wanted.at(-1)
  if (last === undefined)
    return { match: null, without }
  const all = [
    ...wanted.slice(0, -1).map(({ pieces }) => quoted(pieces)),
    last.is === 'word' ? beginningWith(last.pieces, endings) : quoted(last.pieces),
  ].join(' AND ')
  return { match: without === null ? all : `(${all}) NOT (${without})`, without: null }
}

function beginningWith(pieces: readonly string[], endings: readonly string[] | null): string {
  const last = pieces.at(-1) ?? ''
  const token = lastToken.exec(last)
  if (endings === null || token === null)
    return `${quoted(pieces)}*`
  // Where the index has no such word, the half of it finds nothing.
  const phrases = (endings.length === 0 ? [token[0]] : endings)
    .map(ending => quoted([...pieces.slice(0, -1), last.slice(0, token.index) + ending]))
  return phrases.length === 1 ? phrases.join() : `(${phrases.join(' OR ')})`
}

function quoted(pieces: readonly string[]): string {
  return `"${pieces.join(' ').replaceAll('"', '""')}"`
}

/** The pieces of each word that are adjacent in the column: usually one, but one per character in scripts without spaces. */
function wordsOf(text: string): string[][] {
  // Compatibility forms (full-width letters, ligatures, half-width kana) are alternative spellings of the same word.
  // Accents are dropped; the marks of other scripts, such as the vowels of Hindi and the voicing of kana, are part of the word.
  const plain = text.toWellFormed().toLowerCase().normalize('NFKD').replaceAll(accented, '$1').normalize('NFC')
  const words: string[][] = []
  let unspacedEnd = -1
  for (const { segment: word, index } of new Intl.Segmenter('und', { granularity: 'word' }).segment(plain)) {
    // Not `isWordLike`, which excludes letters such as 々.
    if (!searchable.test(word))
      continue
    if (!unspaced.test(word)) {
      words.push([word])
      continue
    }
    const pieces = word.match(characters)?.filter(piece => searchable.test(piece)) ?? []
    if (index === unspacedEnd)
      words.at(-1)?.push(...pieces)
    else
      words.push(pieces)
    unspacedEnd = index + word.length
  }
  return words
}
