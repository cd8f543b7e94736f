/** The rows of a script, and those of captions that are not understood. */
import type { CaptionFile } from '#rules/captions/read-file.ts'
import type { ScriptReading } from '#rules/script/read-script.ts'
import type { TableChoice } from '#rules/script/table.ts'
import { readScriptAs, strayRowsIn } from '#rules/script/read-script.ts'
import { mostCharacters } from './read-file.ts'

export type ScriptRows = ScriptReading & Pick<CaptionFile, 'stray' | 'strayCount'>

export const nothingRead: ScriptRows = { rows: [], table: null, maySeparate: null, stray: [], strayCount: 0 }

/** As many as one call takes. */
export const mostLinesAtOnce = 5000

/** None of a text that is too long. */
export function readLines(text: string, table: TableChoice | null = null): ScriptRows {
  return text.length > mostCharacters
    ? nothingRead
    : { ...readScriptAs(text, table), ...strayRowsIn(text) }
}
