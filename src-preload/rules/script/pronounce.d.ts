/** What is said instead of words as they are written: by the pronunciation dictionary, when a line is sent. */
import type { Pronunciation } from '#contract/script.ts'

type Entry = Pick<Pronunciation, 'projectId' | 'word' | 'language' | 'alias'>
/** A place in the text as it is written, in UTF-16 units, and what is said there. */
export interface SaidPlace {
  readonly start: number
  readonly end: number
  readonly alias: string
}
export interface Said {
  readonly text: string
  readonly places: readonly SaidPlace[]
}
/**
 * `language` is that of the voice, as a code or name; null, or no language, where it is automatic: then entries of every language count.
 */
export declare function saidOf(text: string, entries: readonly Entry[], language: unknown): Said
/** The language that a request says, in the fields of all models. */
export declare function languageIn(fields: Readonly<Record<string, unknown>>): unknown
export {}
