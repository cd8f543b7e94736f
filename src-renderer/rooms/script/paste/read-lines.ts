/** The lines of a script, no more of them than can be added at once. */
import type { ReadingChoices, ScriptText } from '#rules/script/script-lines.ts'
import { readScript } from '#rules/script/read-script.ts'
import { mostCharacters } from './read-file.ts'

/** `lines` are the first ones, as many as can be added at once; `count` is that of all. */
export interface ScriptLines { readonly lines: readonly ScriptText[], readonly count: number }

/** As many as one call takes. */
export const mostLinesAtOnce = 5000

/** None of a text that is too long. */
export function readLines(text: string, choices: ReadingChoices): ScriptLines {
  const all = text.length > mostCharacters ? [] : readScript(text, choices)
  return { lines: all.slice(0, mostLinesAtOnce), count: all.length }
}
