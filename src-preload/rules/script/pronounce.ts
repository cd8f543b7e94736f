/** What is said instead of words as they are written: by the pronunciation dictionary, when a line is sent. */
import type { Pronunciation } from '#contract/script.ts'
import { languageCode } from './language-code.ts'
import { sourceOf } from './replace-text.ts'

type Entry = Pick<Pronunciation, 'projectId' | 'word' | 'language' | 'alias'>

/** A place in the text as it is written, in UTF-16 units, and what is said there. */
export interface SaidPlace { readonly start: number, readonly end: number, readonly alias: string }
export interface Said { readonly text: string, readonly places: readonly SaidPlace[] }

interface Dictionary { readonly pattern: RegExp, readonly find: (written: string) => Entry | undefined }

const plainSpaces = (words: string): string => words.normalize('NFC').trim().replaceAll(/\s+/gu, ' ')

/** By the list, which is never changed in place, and the language. */
const dictionaries = new WeakMap<readonly Entry[], Map<string, Dictionary | null>>()

function dictionaryOf(entries: readonly Entry[], language: string | null): Dictionary | null {
  const byLanguage = dictionaries.get(entries) ?? new Map<string, Dictionary | null>()
  dictionaries.set(entries, byLanguage)
  const known = byLanguage.get(language ?? '')
  if (known !== undefined)
    return known
  const made = newDictionary(entries.filter(entry => entry.language === '' || language === null || entry.language === language))
  byLanguage.set(language ?? '', made)
  return made
}

function newDictionary(entries: readonly Entry[]): Dictionary | null {
  // Of several for one word, that of the project counts before that of the studio, and one for the language before one for any.
  const weight = (entry: Entry): number => (entry.projectId === null ? 0 : 2) + (entry.language === '' ? 0 : 1)
  const exact = new Map(entries.toSorted((a, b) => weight(a) - weight(b)).map(entry => [plainSpaces(entry.word), entry]))
  const words = [...exact.keys()].filter(word => word !== '').sort((a, b) => b.length - a.length)
  if (words.length === 0)
    return null
  return {
    pattern: new RegExp(words.map(word => sourceOf(word, true)).join('|'), 'giu'),
    // A word in small letters is meant in any case; one with capitals as it is written.
    find: (written) => {
      const plain = plainSpaces(written)
      return exact.get(plain) ?? exact.get(plain.toLowerCase())
    },
  }
}

/**
 * `language` is that of the voice, as a code or name; null, or no language, where it is automatic: then entries of every language count.
 */
export function saidOf(text: string, entries: readonly Entry[], language: unknown): Said {
  const dictionary = dictionaryOf(entries, languageCode(language))
  const places = dictionary === null
    ? []
    : Array.from(text.matchAll(dictionary.pattern)).flatMap(({ index, 0: written }): SaidPlace[] => {
        const entry = dictionary.find(written)
        return entry ? [{ start: index, end: index + written.length, alias: entry.alias }] : []
      })
  if (places.length === 0)
    return { text, places }
  let at = 0
  const parts = places.map(({ start, end, alias }) => {
    const kept = text.slice(at, start)
    at = end
    return kept + alias
  })
  return { text: parts.join('') + text.slice(at), places }
}

/** The language that a request says, in the fields of all models. */
export function languageIn(fields: Readonly<Record<string, unknown>>): unknown {
  return fields.language_id ?? fields.language
}
