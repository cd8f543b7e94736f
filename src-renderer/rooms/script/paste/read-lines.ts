/** The lines of a script, no more of them than can be added at once. */
import type { CaptionFile } from '#rules/captions/read-file.ts'
import type { ReadingChoices, ScriptText } from '#rules/script/script-lines.ts'
import { readScript, strayRowsIn } from '#rules/script/read-script.ts'
import { mostCharacters } from './read-file.ts'

/** `lines` are the first ones, as many as can be added at once; `count` is that of all. Rows of captions that are not understood are `stray`. */
export interface ScriptLines extends Pick<CaptionFile, 'stray' | 'strayCount'> {
  readonly lines: readonly ScriptText[]
  readonly count: number
}

/** As many as one call takes. */
export const mostLinesAtOnce = 5000

/** None of a text that is too long. */
export function readLines(text: string, choices: ReadingChoices): ScriptLines {
  const all = text.length > mostCharacters ? [] : readScript(text, choices)
  const stray = text.length > mostCharacters ? { stray: [], strayCount: 0 } : strayRowsIn(text)
  return { lines: all.slice(0, mostLinesAtOnce), count: all.length, ...stray }
}
