/** Text as search sees it: what is stored in the words column, and what a person's typing asks of it. */

const longestQueryWords = 32
// Scripts without spaces between words. Where a word ends depends on its neighbours, so that a part of a sentence
// is cut differently from the whole; cut to single characters, any part is found as a phrase.
const unspacedScripts = ['Han', 'Hira', 'Kana', 'Thai', 'Laoo', 'Khmr', 'Mymr'].map(script => `\\p{scx=${script}}`).join('')
const unspaced = new RegExp(`[${unspacedScripts}]`, 'u')
// A letter with the marks on it; runs of other scripts within the word stay whole.
const characters = new RegExp(`[${unspacedScripts}]\\p{M}*|[^${unspacedScripts}]+`, 'gu')
// Hebrew points and Arabic vowels too are written or left out at will; in the scripts of India they are the word.
const accented = /([\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}])\p{Mn}+/gu
const searchable = /[\p{L}\p{N}]/u

/**
 * The words of a text, lower-case and without accents, one space between: the content of an FTS5 column with the ascii tokenizer, which
 * only splits.
 */
export function segment(text: string): string {
  return wordsOf(text).flat().join(' ')
}

/**
 * An FTS5 MATCH expression that wants every word of `userText`, the last one only begun; null when nothing in it can
 * be searched for. Words are quoted, so nothing a person types is an operator.
 */
export function matchQuery(userText: string): string | null {
  const phrases = wordsOf(userText).slice(0, longestQueryWords).map(word => `"${word.join(' ').replaceAll('"', '""')}"`)
  return phrases.length === 0 ? null : `${phrases.join(' ')}*`
}

/** Each word as the pieces that stand side by side in the column: one for most, one per character where no spaces are written. */
function wordsOf(text: string): string[][] {
  // Compatibility forms (full-width letters, ligatures, half-width kana) are written either way for the same word.
  // Accents go; the marks of other scripts, such as the vowels of Hindi and the voicing of kana, are part of the word.
  const plain = text.toWellFormed().toLowerCase().normalize('NFKD').replaceAll(accented, '$1').normalize('NFC')
  const words: string[][] = []
  let unspacedEnd = -1
  for (const { segment: word, index } of new Intl.Segmenter('und', { granularity: 'word' }).segment(plain)) {
    // Not `isWordLike`, which leaves out letters such as 々.
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
