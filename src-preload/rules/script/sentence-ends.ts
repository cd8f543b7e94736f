/** Whether a sentence continues where a full stop, question mark or exclamation mark seems to end it. */
import { abbreviations, beforeNumbers, monthNames, ordinalLanguages } from './abbreviations.ts'

const lastWord = /(?:^|[\s\p{Ps}\p{Pi}"'’])([\p{L}\p{M}\p{N}.:°’-]*)\.\s*$/u
const initial = /(?:^|[\s\p{Ps}\p{Pi}"'.-])\p{Lu}\.\s*$/u
const day = /(?:^|\s)\d{1,2}\.\s+$/u
/** A mark without white space after it, in the middle of an address or a file name. */
const insideWord = /[.?!]$/
/** The end of what somebody says in a sentence of somebody else: `“Stop!” she said`, `「来たの？」と言った`. */
const endsQuote = /[\p{Pe}\p{Pf}"'“‘«]\s*$/u
const afterQuote = /^(?:[–—]\s)?\p{Ll}|^(?:と|って)/u
/** French has a space before the mark that closes a quotation. */
const closes = /^[\p{Pe}\p{Pf}"'](?:\s|$)/u

const known = new Map<string, ReadonlySet<string>>(Object.entries(abbreviations).map(([language, words]) => [language, new Set(words)]))
const ofAll = new Set(Object.values(abbreviations).flat())
const numbered = new Set(beforeNumbers)

/** `tail` is the end of the text before the place, `next` what follows; the language is a code, or not known. */
export function goesOn(tail: string, next: string, language: string | undefined): boolean {
  if (insideWord.test(tail))
    return /^[\p{L}\p{N}/&=_%#-]/u.test(next) && /^[\x21-\x7E]/.test(next)
  if (closes.test(next) || (endsQuote.test(tail) && afterQuote.test(next)))
    return true
  if (initial.test(tail))
    return true
  if (day.test(tail))
    return language === undefined ? monthNames.test(next) : ordinalLanguages.has(language)
  const word = lastWord.exec(tail)?.[1]?.toLowerCase()
  if (word === undefined || word === '')
    return false
  const words = language === undefined ? ofAll : known.get(language) ?? ofAll
  return words.has(word) || (numbered.has(word) && /^\p{N}/u.test(next))
}
