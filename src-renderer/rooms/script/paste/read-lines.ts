/** The rows of a script, and those of captions that are not understood. */
import type { CaptionFile } from '#rules/captions/read-file.ts'
import type { ReadRow } from '#rules/script/reading/read-row.ts'
import { readScriptRows, strayRowsIn } from '#rules/script/read-script.ts'
import { mostCharacters } from './read-file.ts'

export interface ScriptRows extends Pick<CaptionFile, 'stray' | 'strayCount'> {
  readonly rows: readonly ReadRow[]
}

/** As many as one call takes. */
export const mostLinesAtOnce = 5000

/** None of a text that is too long. */
export function readLines(text: string): ScriptRows {
  return text.length > mostCharacters
    ? { rows: [], stray: [], strayCount: 0 }
    : { rows: readScriptRows(text), ...strayRowsIn(text) }
}
