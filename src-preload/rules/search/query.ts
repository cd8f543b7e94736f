/**
 * The search language: words, phrases in quotes, filters such as `kind:video`, each left out with a minus. Any text is a query: what is not
 * understood is searched as words.
 */
import type { TakeKind } from '#contract/words.ts'
import type { FilterName, SearchLanguage, TakeState } from './terms.ts'
import { offeredKind, offeredName, offeredState, readFilterName, readKind, readState } from './terms.ts'
import { readDate, readSeconds } from './values.ts'

/** One type for each name. */
type Filter<Name, Value> = Name extends FilterName ? { readonly is: Name, readonly value: Value, readonly isNot: boolean } : never

/** `isNot`: what matches is left out. */
export type SearchTerm
  = | { readonly is: 'word' | 'phrase', readonly text: string, readonly isNot: boolean }
    | Filter<'kind', TakeKind>
    | Filter<'is', TakeState>
    /** A name, or a part of one. */
    | Filter<'voice' | 'model' | 'tag' | 'project' | 'collection' | 'account', string>
    /** A year, month or day, as `2026-11-05`, or `today`. `after` includes it. */
    | Filter<'before' | 'after', string>
    /** In seconds. */
    | Filter<'longer' | 'shorter', number>

type FilterTerm = Exclude<SearchTerm, { text: string }>

const token = /-?(?:(["“])([^"”]*)(?:["”]|$)|([^\s:："“”-][^\s:："“”]*)[:：](?:(["“])([^"”]*)(?:["”]|$)|(\S*))|\S+)/gu

/** The terms of a text, in its order. A filter whose value is not typed yet is none. */
export function parseSearch(text: string): SearchTerm[] {
  return [...text.matchAll(token)].flatMap((match) => {
    const [all, quote, phrase = '', name = '', nameQuote, quoted = '', bare = ''] = match
    const isNot = all.startsWith('-')
    if (quote !== undefined)
      return phraseOf(phrase, isNot)
    const filter = readFilterName(name)
    const asWords = (): SearchTerm[] => nameQuote === undefined ? [wordOf(all)] : phraseOf(`${name} ${quoted}`, isNot)
    if (filter === null)
      return asWords()
    const value = tidy((nameQuote === undefined ? bare : quoted).replaceAll(/["“”]/g, ' '))
    if (value === '')
      return []
    const term = filterOf(filter, value, isNot)
    return term ? [term] : asWords()
  })
}

function wordOf(all: string): SearchTerm {
  return all.length > 1 && all.startsWith('-') ? { is: 'word', text: all.slice(1), isNot: true } : { is: 'word', text: all, isNot: false }
}

function phraseOf(text: string, isNot: boolean): SearchTerm[] {
  const tidied = tidy(text)
  return tidied === '' ? [] : [{ is: 'phrase', text: tidied, isNot }]
}

/** Null where the value is none of this filter. */
function filterOf(name: FilterName, value: string, isNot: boolean): SearchTerm | null {
  switch (name) {
    case 'kind': {
      const kind = readKind(value)
      return kind && { is: name, value: kind, isNot }
    }
    case 'is': {
      const state = readState(value)
      return state && { is: name, value: state, isNot }
    }
    case 'before':
    case 'after': {
      const date = readDate(value)
      return date === null ? null : { is: name, value: date, isNot }
    }
    case 'longer':
    case 'shorter': {
      const seconds = readSeconds(value)
      return seconds === null ? null : { is: name, value: seconds, isNot }
    }
    default:
      return { is: name, value, isNot }
  }
}

/** A text that is read as these terms, with the names of a language. */
export function printSearch(terms: readonly SearchTerm[], language: SearchLanguage = 'en'): string {
  return terms.map(term => printTerm(term, language)).join(' ')
}

function printTerm(term: SearchTerm, language: SearchLanguage = 'en'): string {
  const minus = term.isNot ? '-' : ''
  if ('text' in term)
    return term.is === 'word' ? `${minus}${term.text}` : `${minus}"${term.text}"`
  return `${minus}${printFilter(offeredName(term.is, language), valueWords(term, language))}`
}

function valueWords(term: FilterTerm, language: SearchLanguage): string {
  switch (term.is) {
    case 'kind': return offeredKind(term.value, language)
    case 'is': return offeredState(term.value, language)
    case 'longer':
    case 'shorter': return `${term.value}s`
    default: return term.value
  }
}

/** `name` may be in any language. */
export function printFilter(name: string, value: string): string {
  const plain = tidy(value.replaceAll(/["“”]/g, ' '))
  return /\s/.test(plain) ? `${name}:"${plain}"` : `${name}:${plain}`
}

/** Checks are found only by a search that asks for them. */
export function isOfChecks(term: SearchTerm): boolean {
  return term.is === 'is' && term.value === 'check' && !term.isNot
}

export function isSameTerm(a: SearchTerm, b: SearchTerm): boolean {
  return printTerm(a) === printTerm(b)
}

function tidy(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}
