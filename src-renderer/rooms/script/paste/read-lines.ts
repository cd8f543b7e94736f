/** The lines of a script, no more of them than can be added at once. */
import type { ReadingChoices } from '#rules/script/script-lines.ts'
import type { ScriptLines } from './read-aside.ts'
import { readScript } from '#rules/script/read-script.ts'
import { mostCharacters } from './read-file.ts'

/** As many as one call takes. */
export const mostLinesAtOnce = 5000

/** None of a text that is too long. */
export function readLines(text: string, choices: ReadingChoices): ScriptLines {
  const all = text.length > mostCharacters ? [] : readScript(text, choices)
  return { lines: all.slice(0, mostLinesAtOnce), count: all.length }
}
