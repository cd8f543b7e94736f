/** Whether two stretches of words are the same when they are said: numbers, abbreviations, contractions, spellings, names. */
import type { WaysInTurn } from './same-letters.ts'
import type { Token } from './tokens.ts'
import { foldSpelling, similarity, skeletonOf } from './fold.ts'
import { romanNumber, saidNumber, spellsNumbers, waysToSay } from './numbers/said-numbers.ts'
import { haveOtherNumbers } from './numbers/written-values.ts'
import { waysOfWord } from './said-words.ts'
import { haveWayInCommon } from './same-letters.ts'
import { inSpokenOrder } from './spoken-order.ts'
import { tokensOf } from './tokens.ts'

/** Longer stretches are no other way to say the same. */
const mostTokens = 48
const mostCharacters = 1000
const hasDigit = /\d/
/** Within *e.g.* and *U. S.* */
const dotted = /(?<=(?<!\p{L})\p{L}{1,2})\.\s?(?=\p{L}{1,2}(?!\p{L}))/gu
/** *XXe siècle* */
const romanOrdinal = /(?<!\p{L})([IVXLC]+)(?:e|ème|er)(?!\p{L})/gu

export interface Saying {
  /** The text of the stretch, with everything between its words. */
  readonly text: string
  readonly tokens: readonly Token[]
}

/** `language` is a code; of an unknown one, the rules that all share. */
export function isSameSaid(one: Saying, other: Saying, language: string): boolean {
  if (one.tokens.length === 0 || other.tokens.length === 0 || one.tokens.length + other.tokens.length > mostTokens)
    return false
  if (one.text.length + other.text.length > mostCharacters)
    return false
  if (hasDigit.test(one.text) && hasDigit.test(other.text) && haveOtherNumbers(one.text, other.text))
    return false
  const theirs = waysToSayAll(other, language)
  return waysToSayAll(one, language).some(mine => theirs.some(each => haveWayInCommon(mine, each)))
    || isNameHeardOtherwise(one, other, language)
}

/** Whether nothing here can tell that they differ: only of stretches between words that agree. */
export function mayBeSame(one: Saying, other: Saying, language: string): boolean {
  return isNumberNobodySpells(one, other, language) || isSameInKana(one, other, language)
}

const lettersOf = (way: string): string => way.replaceAll(/[^\p{L}\p{N}\p{M}\p{Sc}%°−]/gu, '')

/** As it is written, and with the ways to say each word; both also in other orders of its words. */
function waysToSayAll({ text, tokens }: Saying, language: string): WaysInTurn[] {
  const orders = hasDigit.test(text) ? inSpokenOrder(text, language) : [text]
  orders.push(text.replaceAll(dotted, ''), text.replaceAll(romanOrdinal, (_, roman: string) => `${romanNumber(roman) ?? roman}e`))
  return [...new Set(orders)].flatMap((order) => {
    const inOrder = order === text ? tokens : tokensOf(order, language)
    return [inOrder.map(token => [lettersOf(token.key)]), inOrder.map(token => waysOfToken(token, language))]
  })
}

/** Each word is in many stretches that are compared. A word is of one language, in which it was read. */
const waysOfTokens = new WeakMap<Token, readonly string[]>()

function waysOfToken(token: Token, language: string): readonly string[] {
  const known = waysOfTokens.get(token)
  if (known)
    return known
  const ways = [...new Set(writtenWays(token, language).flatMap(way => [way, settled(way, language)]).map(lettersOf))]
  waysOfTokens.set(token, ways)
  return ways
}

function writtenWays(token: Token, language: string): string[] {
  if (hasDigit.test(token.text))
    return saidNumber(token.text, language)
  const roman = romanNumber(token.text)
  const ways = waysOfWord(token.text, token.key, language)
  const counted = roman === null ? [] : [String(roman), ...waysToSay(roman, language)]
  const all = [...new Set([...ways, ...counted, ...token.isOptional ? [''] : []])]
  const article = language === 'en' ? 'the' : language === 'de' ? 'der' : null
  return roman !== null && article !== null ? [...all, ...counted.map(way => article + way)] : all
}

/** Without what is not heard: doubled letters, spellings, and the s of *cents*. */
function settled(way: string, language: string): string {
  if (language === 'fr')
    return foldSpelling(way.replaceAll(/(cent|vingt)s/g, '$1').replaceAll(/(?<=..)(?:es?|s|ent)$/g, ''), language)
  return foldSpelling(way, language)
}

const slavic = new Set(['ru', 'uk', 'be', 'bg', 'sr'])
/** The beginnings of numbers in every case. */
const slavicNumber = new RegExp(`^(?:${[
  ...['од[иеі]?н', 'един', 'дв', 'тр[иеёь]', 'ч[ео]т[иы]р', 'четв', 'п.?ят', 'пет', 'ш[еі]ст', 'с[еі]м', 'с[еі]дем', 'седьм'],
  ...['в[оі]с[еіь]?м', 'ос[ей]м', 'дев.?ят', 'девет', 'дес.?ят', 'десет', 'ст[ао]', 'сот', 'сорок', 'тыс', 'тис'],
  ...['хиляд', 'м[иі]л', 'нол', 'нул', 'перв', 'перш', 'втор', 'друг', '[иі]$'],
].join('|')})`, 'u')

/** One side has digits, the other a few words, and nothing here knows the numbers of the language. */
function isNumberNobodySpells(one: Saying, other: Saying, language: string): boolean {
  if (spellsNumbers(language))
    return false
  const [digits, words] = digitsOf(one) > 0 ? [one, other] : [other, one]
  const count = digitsOf(digits)
  const isOfNumbers = !slavic.has(language) || words.tokens.every(({ key }) => slavicNumber.test(key))
  return count > 0 && words.tokens.length > 0 && !hasDigit.test(words.text) && words.tokens.length <= 2 * count + 1 && isOfNumbers
}

/** Also those of a Roman numeral. */
function digitsOf({ text, tokens }: Saying): number {
  const romans = tokens.map(token => romanNumber(token.text))
  return tokens.length > 0 && romans.every(roman => roman !== null) ? romans.join('').length : text.replaceAll(/\D/g, '').length
}

const capital = /^\p{Lu}/u
/** A longer name with one other letter is the same, whatever that letter is: *Lefèvre*, *Lefebvre*. */
const leastOfLongName = { letters: 6, likeness: 0.85 }
const longestName = 60

/** A name is written by ear: what sounds much like it is taken for it. In German every noun has a capital, so more has to agree. */
function isNameHeardOtherwise(one: Saying, other: Saying, language: string): boolean {
  if (!one.tokens.every(({ text }) => capital.test(text)) || !other.tokens.every(({ text }) => capital.test(text)))
    return false
  const [mine, theirs] = [one, other].map(({ tokens }) => tokens.map(({ key }) => key).join('').normalize('NFD').replaceAll(/\p{M}/gu, ''))
  if (Math.max(mine!.length, theirs!.length) > longestName)
    return false
  const [from, to] = [skeletonOf(mine!), skeletonOf(theirs!)]
  const isLatin = /^[a-z]+$/.test(mine! + theirs!)
  const least = language === 'de' ? 0.75 : 0.6
  const near = similarity(mine!, theirs!)
  if (language !== 'de' && Math.min(mine!.length, theirs!.length) >= leastOfLongName.letters && near >= leastOfLongName.likeness)
    return true
  return isLatin ? from !== '' && from === to && near >= (from.length === 1 ? 0.8 : least) : near >= 0.75
}

const kana = /^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u
const han = /\p{Script=Han}/u

/** Japanese may be written with characters or with syllables: whether they are read alike is not known, only whether they could be. */
function isSameInKana(one: Saying, other: Saying, language: string): boolean {
  if (language !== 'ja')
    return false
  const [mine, theirs] = [one, other].map(({ tokens }) => tokens.map(({ key }) => key).join(''))
  if (kana.test(mine!) && kana.test(theirs!))
    return hiraganaOf(mine!) === hiraganaOf(theirs!)
  const [syllables, characters] = kana.test(mine!) ? [mine!, theirs!] : [theirs!, mine!]
  const tail = /[\p{Script=Hiragana}\p{Script=Katakana}ー]*$/u.exec(characters)![0]
  const count = [...characters].filter(each => han.test(each)).length
  return kana.test(syllables) && count > 0 && hiraganaOf(syllables).endsWith(hiraganaOf(tail))
    && syllables.length - tail.length >= count && syllables.length <= 4 * count + tail.length
}

function hiraganaOf(syllables: string): string {
  return syllables.replaceAll(/[\u30A1-\u30F6]/gu, sign => String.fromCharCode(sign.charCodeAt(0) - 0x60))
}
