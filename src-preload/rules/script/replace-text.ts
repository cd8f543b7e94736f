/** Finds words in a text, and replaces them. */

import { composed } from './composed.ts'

export interface Sought {
  readonly words: string
  readonly matchesCase: boolean
  /** Not within longer words. Scripts that write no spaces have no such limits: there it changes nothing. */
  readonly isWhole: boolean
}

/** In UTF-16 units of the text. */
export interface Match { readonly start: number, readonly end: number }

/** Written without spaces between words: next to their letters a word of another script begins and ends. */
const spaceless = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'].map(name => `\\p{Script=${name}}`).join('')
const inWord = `(?![${spaceless}])[\\p{L}\\p{M}\\p{N}_]`
const isInWord = new RegExp(`^${inWord}`, 'u')

/** Signs that are written one for another: a keyboard writes the first of each, a word processor makes it one of the others. */
const alike = [['\'', '\u2019\u02BC'], ['-', '\u2010\u2011']].map(([typed = '', others = '']) =>
  ({ typed, others: new RegExp(`[${others}]`, 'g'), source: `[${others}${typed}]` }))

/** The words with apostrophes and hyphens as a keyboard writes them. As long as before. */
export function withTypedSigns(words: string): string {
  return alike.reduce((plain, { typed, others }) => plain.replaceAll(others, typed), words)
}

/**
 * The source of a pattern of these words with any apostrophe and hyphen, with limits of words at those ends that are letters of a script
 * with spaces.
 */
export function sourceOf(words: string, isWhole: boolean): string {
  const escaped = withTypedSigns(words).replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(/\s+/g, '\\s+')
  const open = alike.reduce((pattern, { typed, source }) => pattern.replaceAll(typed, source), escaped)
  const [first = '', last = ''] = [[...words][0], [...words].at(-1)]
  const before = isWhole && isInWord.test(first) ? `(?<!${inWord})` : ''
  const after = isWhole && isInWord.test(last) ? `(?!${inWord})` : ''
  return `${before}${open}${after}`
}

export function matchesIn(text: string, { words, matchesCase, isWhole }: Sought): Match[] {
  if (words.trim() === '')
    return []
  const pattern = new RegExp(sourceOf(words.normalize('NFC'), isWhole), matchesCase ? 'gu' : 'giu')
  const whole = composed(text)
  return whole.placed(Array.from(whole.text.matchAll(pattern), ({ index, 0: found }) => ({ start: index, end: index + found.length })))
}

/** The text with other words in these places, which are in order. */
export function withReplaced(text: string, matches: readonly Match[], words: string): string {
  let at = 0
  const parts = matches.map(({ start, end }) => {
    const kept = text.slice(at, start)
    at = end
    return `${kept}${words}`
  })
  return parts.join('') + text.slice(at)
}
