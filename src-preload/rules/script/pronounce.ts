/** What is said instead of words as they are written: by the pronunciation dictionary, when a line is sent. */
import type { Pronunciation } from '#contract/script.ts'
import { composed } from './composed.ts'
import { languageCode } from './language-code.ts'
import { sourceOf, withTypedSigns } from './replace-text.ts'

/** What is not kept has no id. */
type Entry = Pick<Pronunciation, 'projectId' | 'word' | 'language' | 'alias'> & Partial<Pick<Pronunciation, 'id'>>

/** A place in the text as it is written, in UTF-16 units, and what is said there. */
export interface SaidPlace { readonly start: number, readonly end: number, readonly alias: string }
export interface Said { readonly text: string, readonly places: readonly SaidPlace[] }

/** `find` has the global flag. */
interface Words { readonly find: RegExp, readonly entryOf: (written: string) => Entry | undefined }

/** Words that are meant as they are written, then those that are meant in any case: each finds its own, and none hides the other's. */
type Dictionary = readonly Words[]

const plainWords = (words: string): string => withTypedSigns(words.normalize('NFC').trim().replaceAll(/\s+/gu, ' '))

/** The same for entries of which only one counts: for one word, however it is typed, in one language and one place. */
export function keyOfEntry({ projectId, word, language }: Pick<Entry, 'projectId' | 'word' | 'language'>): string {
  return JSON.stringify([projectId, language, plainWords(word)])
}

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
  // Equal ones are in one order, whatever that of the list: the page shows and prices what main sends.
  const inOrder = (a: string, b: string): number => a < b ? -1 : Number(a > b)
  const byWeight = entries.toSorted((a, b) => weight(a) - weight(b) || inOrder(a.word, b.word) || inOrder(a.id ?? '', b.id ?? ''))
  const exact = new Map(byWeight.map(entry => [plainWords(entry.word), entry]))
  const words = [...exact.keys()].filter(word => word !== '').sort((a, b) => b.length - a.length)
  // A word in small letters is meant in any case; one with capitals as it is written.
  const small = words.filter(word => word === word.toLowerCase())
  const others = words.filter(word => word !== word.toLowerCase())
  const found: Dictionary = [
    { words: others, flags: 'gu', entryOf: (written: string) => exact.get(plainWords(written)) },
    { words: small, flags: 'giu', entryOf: (written: string) => exact.get(plainWords(written).toLowerCase()) },
  ].filter(each => each.words.length > 0).map(({ words: some, flags, entryOf }) =>
    ({ find: new RegExp(some.map(word => sourceOf(word, true)).join('|'), flags), entryOf }))
  return found.length > 0 ? found : null
}

/** From left to right, the longest that begin at a place, of equals the one with the case. Each pattern reads the text once. */
function placesOf(text: string, dictionary: Dictionary): SaidPlace[] {
  const nextOf = ({ find, entryOf }: Words, from: number): SaidPlace | null => {
    find.lastIndex = from
    for (let match = find.exec(text); match !== null; match = find.exec(text)) {
      const entry = entryOf(match[0])
      if (entry)
        return { start: match.index, end: match.index + match[0].length, alias: entry.alias }
    }
    return null
  }
  const ahead = dictionary.map(words => ({ words, next: nextOf(words, 0) }))
  const places: SaidPlace[] = []
  for (;;) {
    const first = ahead.flatMap(({ next }) => next ?? []).reduce<SaidPlace | null>((best, next) =>
      best !== null && (best.start < next.start || (best.start === next.start && best.end >= next.end)) ? best : next, null)
    if (first === null)
      return places
    places.push(first)
    for (const each of ahead) {
      if (each.next !== null && each.next.start < first.end)
        each.next = nextOf(each.words, first.end)
    }
  }
}

/**
 * `language` is that of the voice, as a code or name; null, or no language, where it is automatic: then entries of every language count.
 */
export function saidOf(text: string, entries: readonly Entry[], language: unknown): Said {
  const dictionary = dictionaryOf(entries, languageCode(language))
  if (dictionary === null)
    return { text, places: [] }
  // The words of entries are composed, the text of an older line may not be.
  const whole = composed(text)
  const places = whole.placed(placesOf(whole.text, dictionary))
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
