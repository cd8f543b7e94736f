/** Reads a script in whatever form people have it, as it was pasted or read from a file. */
import type { CaptionFile } from '../captions/read-file.ts'
import type { ReadRow } from './reading/read-row.ts'
import type { ReadingChoices, ScriptText } from './script-lines.ts'
import { readCaptionFile } from '../captions/read-file.ts'
import { linesOf } from './reading/read-row.ts'
import { readRows } from './reading/read-rows.ts'
import { headingOf, oneRow, usualChoices, withOneSpelling } from './script-lines.ts'
import { readTable } from './table.ts'

/** SubRip, WebVTT, Markdown tables, CSV, TSV, or text: Fountain, screenplays, plays, names before a colon or a dash, prose. */
export function readScriptRows(source: string): ReadRow[] {
  const text = tidied(source)
  return withOneSpelling(readCaptions(text) ?? readTable(text)?.map(tableRow) ?? readRows(text))
}

export function readScript(source: string, choices: ReadingChoices = usualChoices): ScriptText[] {
  return linesOf(readScriptRows(source), choices)
}

function tableRow(line: ScriptText): ReadRow {
  const written = oneRow([line.speaker, line.direction, line.text].join(' '))
  const kind = headingOf(line) !== null ? 'heading' : line.text === '' ? 'direction' : 'speech'
  return { ...line, kind, form: 'table', written, isDoubtful: false }
}

/** Rows of a caption file that are no line of the script, as they are not understood; none in any other text. */
export function strayRowsIn(source: string): Pick<CaptionFile, 'stray' | 'strayCount'> {
  const { stray, strayCount } = captionsIn(tidied(source)) ?? { stray: [], strayCount: 0 }
  return { stray, strayCount }
}

function tidied(source: string): string {
  return source.replace(/^\uFEFF/, '').normalize('NFC').replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').replaceAll(/[\u200B\u00AD]/g, '')
}

function captionsIn(text: string): CaptionFile | null {
  // Anything else would be read for times in vain.
  return /-->|[–—]>|→|--&gt;/.test(text) ? readCaptionFile(text) : null
}

function readCaptions(text: string): ReadRow[] | null {
  return captionsIn(text)?.captions.flatMap((caption): ReadRow[] => {
    const words = oneRow(caption.text)
    if (caption.speaker === '')
      return readRows(words)
    const line = { speaker: caption.speaker.slice(0, 100), text: words, direction: '' }
    return [{ ...line, kind: 'speech', form: 'caption', written: words, isDoubtful: false }]
  }) ?? null
}
