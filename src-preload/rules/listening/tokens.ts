/** A text as the pieces that are compared with what was heard: words, numbers, signs that are spoken, and characters of Chinese and Japanese. */
import { foldWord } from './fold.ts'

/** A piece, and its place in the text in UTF-16 units. */
export interface Token {
  readonly from: number
  readonly to: number
  readonly text: string
  /** Equal where it is the same word however it is written. */
  readonly key: string
  /** Nobody is accused of leaving it out: directions in brackets, and sounds of hesitation. */
  readonly isOptional: boolean
}

const byCharacter = String.raw`\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}\p{M}*|\p{Script=Lao}\p{M}*|\p{Script=Khmer}\p{M}*`
const number = String.raw`\d+(?:[.,:’'\u00A0\u202F]\d+)*(?:(?:st|nd|rd|th|s|er|ère|ère|ème|e|re|º|ª|h|h\d\d)(?![\p{L}\d]))?`
const word = String.raw`(?:(?!${byCharacter})[\p{L}\p{M}])+(?:['’‘ʼ](?:(?!${byCharacter})[\p{L}\p{M}])+)*['’]?`
const sign = String.raw`[\p{Sc}%‰°&@+=×÷§№]|(?<=\d\s?)[-–](?=\s?\d)|(?<![\p{L}\d-])[-−](?=\d)`
const pieces = new RegExp(`${number}|${byCharacter}|${word}|${sign}|ー`, 'giu')
/** What models take as directions, or nobody reads out. */
const asides = /\[[^\]]*\]|<[^>]*>|\*[^*]*\*/gu
const hesitation = /^(?:h+m+|m+h+m+|a+h+m*|e+u*h+m*|o+h+|p+s+t+|sh+)$/u
/** In other languages these are words. */
const englishHesitation = /^(?:u+h+m*|u+m+|e+r+m+)$/u

export function tokensOf(text: string, language: string): Token[] {
  const aside = Array.from(text.matchAll(asides), ({ index, 0: { length } }) => [index, index + length] as const)
  return Array.from(text.matchAll(pieces), ({ 0: piece, index }) => {
    const key = foldWord(piece)
    const isOptional = hesitation.test(key) || (language === 'en' && englishHesitation.test(key)) || /^[-–]$/.test(key) || aside.some(([from, to]) => index >= from && index < to)
    return { from: index, to: index + piece.length, text: piece, key, isOptional }
  }).filter(({ key }) => key !== '')
}
