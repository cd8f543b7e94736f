/** In which language a text is written, by its letters and words. Null instead of a guess: for a short text, and for one of several. */
import type { eld } from 'eld/small'

/** What is known of the words of languages: larger than all the rest, so each host loads it when it needs it. */
export type WordLanguages = Pick<typeof eld, 'detect'>

/** Scripts that say the language by themselves, where a text is in them. */
const scripts: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Armenian}/u, 'hy'],
  [/\p{Script=Georgian}/u, 'ka'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Telugu}/u, 'te'],
  [/\p{Script=Bengali}/u, 'bn'],
]
const han = /\p{Script=Han}/u
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const anyLetter = /\p{L}/gu
/** Each letter of a text in one language is of one of these, or of Han and kana. */
const alphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Arabic}/u, /\p{Script=Devanagari}/u] as const

/** Letters that a text needs at least: words of a few letters are alike in many languages. */
const fewest = { letters: 24, signs: 4 } as const
/** Words of one language are recognised from about here on. */
const enoughLetters = 120
/** Of the signs of a Japanese text, so many are kana at least. */
const kanaShare = 0.25
/** Of a long text, so much is looked at, in pieces from all over it; of a short one all, in pieces that are long enough to tell. */
const pieces = { fewest: 2, most: 12, letters: 400, enough: 90 } as const
/** Of the pieces, or letters, so many are in the language of the text. */
const clearShare = 0.8

/** Of letters of more than one language; null is for too few letters to tell. */
const several = 'several'

/** The language that most of these are, if it is clear. */
function clearOf(found: readonly (string | null)[]): string | null {
  const counts = Array.from(Map.groupBy(found, each => each), ([language, all]) => ({ language, count: all.length }))
  const [most] = counts.toSorted((a, b) => b.count - a.count)
  return most && most.count >= found.length * clearShare ? most.language : null
}

function languageOfPiece(text: string, words: WordLanguages): string | null {
  const letters = text.match(anyLetter) ?? []
  const signs = letters.filter(letter => han.test(letter) || kana.test(letter))
  if (signs.length > letters.length / 2) {
    if (signs.length < Math.max(fewest.signs, letters.length * clearShare))
      return null
    const kanas = signs.filter(letter => kana.test(letter)).length
    // Chinese has no kana, and few Japanese sentences are without.
    return kanas === 0 ? 'zh' : kanas >= signs.length * kanaShare ? 'ja' : several
  }
  const byScript = clearOf(letters.map(letter => scripts.find(([script]) => script.test(letter))?.[1] ?? null))
  if (byScript !== null)
    return letters.length >= fewest.signs ? byScript : null
  const others = letters.filter(letter => han.test(letter) || kana.test(letter) || scripts.some(([script]) => script.test(letter)))
  if (letters.length < fewest.letters || others.length > letters.length * (1 - clearShare))
    return null
  const most = Math.max(...alphabets.map(alphabet => letters.filter(letter => alphabet.test(letter)).length))
  if (most > 0 && most < letters.length * clearShare)
    return several
  const found = words.detect(text)
  if (found.isReliable() && found.language !== '')
    return found.language
  return letters.length >= enoughLetters ? several : null
}

/** Parts of about this many characters, between words, evenly from all of the text. */
function piecesOf(text: string): string[] {
  const words = text.slice(0, 2_000_000)
  const count = Math.min(pieces.most, Math.max(pieces.fewest, Math.floor(words.length / pieces.enough)))
  const step = words.length / count
  return Array.from({ length: count }, (_, at) => {
    const [from, to] = [Math.floor(at * step), Math.floor((at + 1) * step)]
    return words.slice(from, Math.min(to, from + pieces.letters))
  })
}

/** An ISO 639-1 code where there is one. */
export function detectedLanguage(text: string, words: WordLanguages): string | null {
  const whole = languageOfPiece(text.slice(0, pieces.letters * pieces.most), words)
  if (whole === null || whole === several)
    return null
  // A text of two languages is told by its parts. A part that is too short to tell says nothing.
  const found = piecesOf(text).map(piece => languageOfPiece(piece, words)).filter(language => language !== null)
  return found.length === 0 || clearOf(found) === whole ? whole : null
}
