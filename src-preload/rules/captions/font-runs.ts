/**
 * Which of the program's fonts draws which part of a text. libass would look for a font by itself where one lacks a letter, and find
 * another on each machine, or none: so every letter is given a font that has it.
 */
import type { FontFamily } from './fonts.ts'
import type { HanForms } from './han.ts'
import { coverage } from './font-coverage.ts'
import { formsOfLanguage, formsOfText, japaneseStandard, traditionalStandard } from './han.ts'
import { graphemesOf } from './width.ts'

export interface FontRun { readonly text: string, readonly family: FontFamily }

/** What a grapheme wants: a font by its script, the text's own font, or that of the letters before it. */
type Wish = FontFamily | 'own' | null

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303F\uFF01-\uFF60\uFFE0-\uFFE6ー]/u
/** Symbols that are pictures by themselves, or are made so by the character after them. */
const emoji = /\p{Emoji_Presentation}|\p{Emoji}\uFE0F|\p{Emoji}\u20E3/u
const letter = /[\p{L}\p{M}]/u
const scripts: readonly (readonly [RegExp, FontFamily])[] = [
  [/\p{Script=Hangul}/u, 'Noto Sans KR'],
  [/\p{Script=Arabic}/u, 'Noto Sans Arabic'],
  [/\p{Script=Armenian}/u, 'Noto Sans Armenian'],
  [/\p{Script=Bengali}/u, 'Noto Sans Bengali'],
  [/\p{Script=Devanagari}/u, 'Noto Sans Devanagari'],
  [/\p{Script=Ethiopic}/u, 'Noto Sans Ethiopic'],
  [/\p{Script=Georgian}/u, 'Noto Sans Georgian'],
  [/\p{Script=Gujarati}/u, 'Noto Sans Gujarati'],
  [/\p{Script=Gurmukhi}/u, 'Noto Sans Gurmukhi'],
  [/\p{Script=Hebrew}/u, 'Noto Sans Hebrew'],
  [/\p{Script=Kannada}/u, 'Noto Sans Kannada'],
  [/\p{Script=Khmer}/u, 'Noto Sans Khmer'],
  [/\p{Script=Lao}/u, 'Noto Sans Lao'],
  [/\p{Script=Malayalam}/u, 'Noto Sans Malayalam'],
  [/\p{Script=Myanmar}/u, 'Noto Sans Myanmar'],
  [/\p{Script=Sinhala}/u, 'Noto Sans Sinhala'],
  [/\p{Script=Tamil}/u, 'Noto Sans Tamil'],
  [/\p{Script=Telugu}/u, 'Noto Sans Telugu'],
  [/\p{Script=Thai}/u, 'Noto Sans Thai'],
  [/\p{Script=Tibetan}/u, 'Noto Serif Tibetan'],
]
/** They have symbols, too. */
const others: readonly FontFamily[] = ['Noto Sans SC', 'Noto Emoji', 'Noto Sans', ...scripts.map(([, family]) => family)]

const opens = /[“‘]/
const closes = /[”’]/

/** Basic Latin with its usual punctuation: nearly every row consists of it alone, and the three bundled fonts have it. */
const plain = /^[\u0020-\u007E\u00A0-\u017F\u2013\u2014\u2018-\u201E\u2026]*$/

/**
 * Parts of a text that are drawn in one font. Digits, points and spaces stay with the letters before them. Chinese characters have the
 * forms that `language` (BCP 47) says, else those that the letters of the text tell, else `usual`: what is known of the texts around it.
 */
export function fontRuns(text: string, own: FontFamily, language = '', usual: HanForms | null = null): FontRun[] {
  if (plain.test(text))
    return text === '' ? [] : [{ text, family: own }]
  const forms = wide.test(text) ? formsOfLanguage(language) ?? formsOfRow(text, usual) : 'simplified'
  const runs: { text: string, family: FontFamily | null }[] = []
  const opened: (FontFamily | null)[] = []
  for (const grapheme of graphemesOf(text)) {
    const last = runs.at(-1)
    // A closing quote looks as its opening one does.
    const closed = closes.test(grapheme) ? opened.pop() ?? null : null
    const family = familyOf(grapheme, closed ?? wishOf(grapheme, forms), own, last?.family ?? null)
    if (opens.test(grapheme))
      opened.push(last?.family ?? null)
    const joins = last && (last.family === family || (last.family === null && family !== 'Noto Emoji' && hasAll(family ?? own, last.text)))
    if (joins)
      runs[runs.length - 1] = { text: last.text + grapheme, family }
    else
      runs.push({ text: grapheme, family })
  }
  return joined(runs.map(run => ({ text: run.text, family: run.family ?? own })))
}

/** The graphemes of a text that none of the fonts has; each once. They would be drawn as empty boxes. */
export function lettersWithoutFont(text: string): string[] {
  if (plain.test(text))
    return []
  const without = graphemesOf(text).filter(grapheme => !/^\s$/u.test(grapheme) && !others.some(family => hasAll(family, grapheme)))
  // A letter with a mark from another font loses its place, and is still drawn.
  return [...new Set(without.filter(grapheme => Array.from(grapheme).some(character => !others.some(family => hasAll(family, character)))))]
}

/** Japanese has characters of both Chinese standards, so among Japanese rows only one with others is Chinese. */
function formsOfRow(text: string, usual: HanForms | null): HanForms {
  const own = formsOfText(text)
  const characters = text.match(/\p{Script=Han}/gu)?.join('') ?? ''
  return usual === 'japanese' && hasAll('Noto Sans JP', characters) ? usual : own ?? usual ?? 'simplified'
}

const fontOfForms = { simplified: 'Noto Sans SC', traditional: 'Noto Sans TC', japanese: 'Noto Sans JP' } as const

function wishOf(grapheme: string, forms: HanForms): Wish {
  if (emoji.test(grapheme) && !/^[\d#*]\uFE0F?$/.test(grapheme))
    return 'Noto Emoji'
  if (wide.test(grapheme))
    return hasAll(fontOfForms[forms], grapheme) ? fontOfForms[forms] : 'Noto Sans SC'
  if (!letter.test(grapheme))
    return null
  return scripts.find(([script]) => script.test(grapheme))?.[1] ?? 'own'
}

/** Null is a mark, digit or space that has no letters before it. */
function familyOf(grapheme: string, wish: Wish, own: FontFamily, before: FontFamily | null): FontFamily | null {
  const wanted = wish === 'own' ? own : wish
  if (wanted !== null && hasAll(wanted, grapheme))
    return wanted
  if (wanted === null && before === null && hasAll(own, grapheme))
    return null
  const near = before === null || before === 'Noto Emoji' ? [own] : [before, own]
  return [...near, ...others].find(family => hasAll(family, grapheme)) ?? own
}

function joined(runs: readonly FontRun[]): FontRun[] {
  const all: FontRun[] = []
  for (const run of runs) {
    const last = all.at(-1)
    if (last?.family === run.family)
      all[all.length - 1] = { text: last.text + run.text, family: run.family }
    else
      all.push(run)
  }
  return all
}

const invisible = /^[\p{Default_Ignorable_Code_Point}\p{Cc}]$/u
const read = new Map<FontFamily, (code: number) => boolean>()

function hasAll(family: FontFamily, text: string): boolean {
  let has = read.get(family)
  if (!has) {
    has = hasOf(family)
    read.set(family, has)
  }
  for (const character of text) {
    if (!has(character.codePointAt(0)!) && !invisible.test(character))
      return false
  }
  return true
}

/** Two are known by their standards: what they cover has too many gaps to be listed. The Chinese font has the rarer characters. */
function hasOf(family: FontFamily): (code: number) => boolean {
  if (family !== 'Noto Sans JP' && family !== 'Noto Sans TC')
    return within(coverage[family].join(' '))
  const codes = family === 'Noto Sans JP' ? japaneseStandard() : traditionalStandard()
  return code => codes.has(code)
}

function within(ranges: string): (code: number) => boolean {
  const pairs = ranges.split(' ').map(range => range.split('-').map(part => Number.parseInt(part, 16)))
  const starts = pairs.map(([from]) => from!)
  const ends = pairs.map(([from, to]) => to ?? from!)
  return (code) => {
    let [low, high] = [0, starts.length - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      if (code < starts[middle]!)
        high = middle - 1
      else if (code > ends[middle]!)
        low = middle + 1
      else
        return true
    }
    return false
  }
}
