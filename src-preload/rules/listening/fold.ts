/** Letters as they are compared: what is written otherwise and sounds the same is equal. */
import { simplified } from './han-variants.ts'

const latinMarks = /(?<=[\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu
/** Vowel signs that a text may have or leave out. */
const pointing = /[\u0591-\u05C7\u0610-\u061A\u064B-\u065F\u0670]/gu
const letters: readonly (readonly [RegExp, string])[] = [
  [/ß/gu, 'ss'],
  [/œ/gu, 'oe'],
  [/æ/gu, 'ae'],
  [/ø/gu, 'o'],
  [/đ/gu, 'd'],
  [/ł/gu, 'l'],
  [/ı/gu, 'i'],
  [/ё/gu, 'е'],
  [/[أإآٱ]/gu, 'ا'],
]
/** Of one sound in Chinese, and written for each other by every recogniser. */
const soundsAlike = new Map([...'她它牠祂妳得地再哪做裏裡〇'].map((one, at) => [one, [...'他他他他你的的在那作里里零'][at]!]))

/** A word without case, accents, apostrophes and long-drawn letters. */
export function foldWord(written: string): string {
  const bare = written.normalize('NFKC').toLowerCase().replaceAll(/['’‘ʼ`´]/g, '').normalize('NFD').replaceAll(latinMarks, '')
  let word = bare.normalize('NFC').replaceAll(pointing, '')
  for (const [from, to] of letters)
    word = word.replaceAll(from, to)
  return Array.from(word.replaceAll(/(\p{L})\1{2,}/gu, '$1'), (sign) => {
    const plain = simplified(sign)
    return soundsAlike.get(plain) ?? plain
  }).join('')
}

const british: readonly (readonly [RegExp, string])[] = [
  [/our(?=s|ed|ing|ful|less|ite|able|$)/g, 'or'],
  [/([iy])s(?=e|ing|ation)/g, '$1z'],
  [/tre(?=s|$)/g, 'ter'],
  [/gramme/g, 'gram'],
  [/ogue$/g, 'og'],
  [/grey/g, 'gray'],
  [/ae|oe/g, 'e'],
]
const doubled = /([a-z])\1/g

/** Spellings of one word in English: British and American, with one or two letters. */
export function foldSpelling(word: string, language: string): string {
  if (language !== 'en')
    return word.replaceAll(doubled, '$1')
  return british.reduce((now, [from, to]) => now.replaceAll(from, to), word).replaceAll(doubled, '$1')
}

/** The consonants of a word, by how they sound: of a name that is heard and not known. */
export function skeletonOf(word: string): string {
  return word
    .replaceAll(/ph/g, 'f')
    .replaceAll(/ck|[cqx]/g, 'k')
    .replaceAll('z', 's')
    .replaceAll(/[vw]/g, 'f')
    .replaceAll('j', 'i')
    .replaceAll(/dt?/g, 't')
    .replaceAll('b', 'p')
    .replaceAll('g', 'k')
    .replaceAll(/[aeiouyh]/g, '')
    .replaceAll(/(.)\1+/g, '$1')
}

/** From 0 to 1: how much of the longer word the other one has, letter by letter. */
export function similarity(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++)
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)))
    row = next
  }
  const longest = Math.max(one.length, other.length)
  return longest === 0 ? 1 : 1 - row[other.length]! / longest
}
