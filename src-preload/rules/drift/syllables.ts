/**
 * About how many syllables a text has, to compare how fast it was said with other texts of the same language. Spelling tells no more: in
 * French and English it counts some that are silent.
 */
import { tokensOf } from '../listening/tokens.ts'

/** Each run is one in languages of Latin letters; in the others each vowel is. */
const latinVowels = /[aeiouyæøœ]+/g
const otherVowels = /[αεηιουωаеёиоуыэюяіїєў]/g
const marks = /\p{M}+/gu
const hasLetter = /\p{L}/u
const isHangul = /\p{Script=Hangul}/gu
const writesVowels = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u
/** They belong to the sound before them. */
const isSmallKana = /^[ぁぃぅぇぉゃゅょゎァィゥェォャュョヮ]$/
/** Of scripts that write few vowels or none. */
const lettersPerSyllable = 2.3
/** A number of one digit has one or two, longer ones more for each. */
const perDigit = 1.5

/** What is written in brackets as a direction is not said. */
export function syllablesOf(text: string): number {
  return tokensOf(text, '').reduce((sum, token) => sum + (token.isOptional ? 0 : ofPiece(token.text)), 0)
}

function ofPiece(piece: string): number {
  const digits = piece.match(/\d/g)?.length ?? 0
  if (digits > 0)
    return Math.ceil(digits * perDigit)
  if (isSmallKana.test(piece))
    return 0
  if (!hasLetter.test(piece))
    return 1
  const composed = piece.normalize('NFC').match(isHangul)?.length ?? 0
  if (composed > 0)
    return composed
  const plain = piece.normalize('NFD').replace(marks, '').toLowerCase()
  const vowels = (plain.match(latinVowels)?.length ?? 0) + (plain.match(otherVowels)?.length ?? 0)
  return Math.max(1, vowels > 0 || writesVowels.test(plain) ? vowels : Math.round([...plain].length / lettersPerSyllable))
}
