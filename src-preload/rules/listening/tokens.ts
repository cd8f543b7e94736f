/** A text as the pieces that are compared with what was heard: words, numbers, spoken signs, and characters of Chinese and Japanese. */
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

/** Written without spaces between words. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]`
const number = String.raw`\d+(?:[.,:’'\u00A0\u202F]\d+)*(?:(?:st|nd|rd|th|s|er|ère|ème|e|re|º|ª|h(?:\d\d)?)(?![\p{L}\d]))?`
const letter = String.raw`(?:(?!${unspaced})[\p{L}\p{M}])`
const word = String.raw`${letter}+(?:['’‘ʼ]${letter}+)*['’]?[²³]?`
/** Read out or not, as *+* in *Ctrl+Z*, *C* in *20 °C* and *$* in *$49.99*: in *example.com*, *and/or*, *#1*. */
const readOrNot = /^[./#©®™]$/
const joint = String.raw`(?<=\p{L}{2})\.(?=\p{L}{2})|(?<=\p{L})[/+](?=\p{L})|#(?=[\p{L}\d])`
/** Of scripts with spaces between words, where a hyphen may join a word and a number. */
const spacedLetter = String.raw`\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}`
const range = String.raw`(?<=\d\s?)[-–](?=\s?\d)|(?<=[\p{L}.]\s?)–(?=\s?\d)|(?<![${spacedLetter}\d-])[-−](?=\d)`
const sign = String.raw`${joint}|[\p{Sc}%‰°&@+=×÷§№½¼¾⅓⅔©®™]|${range}`
// eslint-disable-next-line regexp/prefer-character-class -- the alternatives are put together
const pieces = new RegExp(String.raw`${number}|${word}|${unspaced}\p{M}*|${sign}`, 'giu')
/** What models take as directions, or nobody reads out. */
const asides = /\[[^\]]{0,200}\]|<[^>]{0,200}>|\*[^*]{0,200}\*/g
const hesitation = /^(?:h+m+|m+h+m+|a+h+m*|e+u*h+m*|o+h+|p+s+t+|sh+)$/u
/** In other languages these are words. */
const englishHesitation = /^(?:u+h+m*|u+m+|e+r+m+)$/u

/** The characters around a sign that are read: its number is among them. */
const around = 16

export function tokensOf(text: string, language: string): Token[] {
  const aside = Array.from(text.matchAll(asides), ({ index, 0: { length } }) => [index, index + length] as const)
  let next = 0
  return Array.from(text.matchAll(pieces), ({ 0: piece, index }) => {
    while (next < aside.length && aside[next]![1] <= index)
      next++
    const key = foldWord(piece)
    const isHesitation = hesitation.test(key) || (language === 'en' && englishHesitation.test(key))
    const isAside = (aside[next]?.[0] ?? Infinity) <= index
    const to = index + piece.length
    const isAlone = isReadOrNot(piece, text.slice(Math.max(0, index - around), index), text.slice(to, to + around))
    const isRange = /^[-–]$/.test(key) && !isMinus(text, index)
    return { from: index, to, text: piece, key, isOptional: isAside || isHesitation || isAlone || isRange }
  }).filter(({ key }) => key !== '')
}

const afterNumberOrWord = new RegExp(String.raw`(?:[${spacedLetter}\d.]|\d\s)$`, 'u')

/** *-5*, and not *3-5*. */
function isMinus(text: string, at: number): boolean {
  return text[at] === '-' && /\d/.test(text[at + 1] ?? '') && !afterNumberOrWord.test(text.slice(Math.max(0, at - 2), at))
}

function isReadOrNot(piece: string, before: string, after: string): boolean {
  return readOrNot.test(piece)
    || (piece === '+' && /\p{L}$/u.test(before))
    || (/^[CF]$/.test(piece) && /°\s?$/.test(before))
    || (/^[$€£]$/.test(piece) && (/^\s?\d[\d.,]*[.,]\d\d(?!\d)/.test(after) || /\d[.,]\d\d\s?$/.test(before)))
}
