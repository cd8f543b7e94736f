/** What reading a script tells of each of its paragraphs, and how a person corrects it. */
import type { ReadingChoices, ScriptText } from '../script-lines.ts'
import { headingLine, headingOf, oneRow } from '../script-lines.ts'

/** Speech is spoken; directions, effects, notes and headings are kept without being spoken; what is left out does not come in. */
export const rowKinds = ['speech', 'direction', 'effect', 'heading', 'note', 'left-out'] as const
export type RowKind = typeof rowKinds[number]

/** How it was written: what is changed for one row can be changed for all of its form. */
export type RowForm
  = | 'colon' | 'dash' | 'bracket' | 'dot' | 'cue' | 'timed' | 'said' | 'words' | 'remark' | 'emphasis' | 'effect' | 'lyric'
    | 'heading' | 'note' | 'title-page' | 'transition' | 'furniture' | 'table' | 'caption'

export interface ReadRow extends ScriptText {
  readonly kind: RowKind
  readonly form: RowForm
  /** The words as they were written, name and remarks included, in one row. */
  readonly written: string
  /** The reading may be wrong: a person should look at it. */
  readonly isDoubtful: boolean
}

/** What a person says that a row is. `words`: all of it is spoken, what was taken for a name as well. */
export type Correction = RowKind | 'words'

export function corrected(row: ReadRow, correction: Correction): ReadRow {
  const whole = { ...row, isDoubtful: false }
  if (correction === row.kind)
    return whole
  if (correction === 'words')
    return { ...whole, kind: 'speech', speaker: '', direction: '', text: row.written }
  // What was read as nothing else is spoken by nobody; what was spoken is kept with its name.
  const silent = headingOf(row) ?? row.direction
  if (correction === 'speech')
    return { ...whole, kind: correction, text: row.text === '' ? silent : row.text, direction: row.text === '' ? '' : row.direction }
  const shown = row.speaker !== '' ? row.written : row.text === '' ? silent : row.text
  const line = correction === 'heading' ? headingLine(oneRow(shown)) : { speaker: '', text: '', direction: shown }
  return { ...whole, ...line, kind: correction }
}

/** Written in the same way, and read as the same. */
export function isLike(row: ReadRow, other: ReadRow): boolean {
  return row.form === other.form && row.kind === other.kind
}

/** The lines that come in. */
export function linesOf(rows: readonly ReadRow[], { keepsHeadings, keepsAsides, keepsNotes }: ReadingChoices): ScriptText[] {
  const comesIn: Readonly<Record<RowKind, boolean>> = {
    'speech': true,
    'direction': keepsAsides,
    'effect': keepsAsides,
    'heading': keepsHeadings,
    'note': keepsNotes,
    'left-out': false,
  }
  return rows
    .filter(row => comesIn[row.kind] && (row.text !== '' || row.direction !== ''))
    .map(lineOf)
}

function lineOf({ kind, speaker, text, direction }: ReadRow): ScriptText {
  const isUnspoken = kind === 'direction' || kind === 'effect' || kind === 'note'
  return isUnspoken
    ? { speaker, text: text === '' ? direction : text, direction: text === '' ? '' : direction, role: kind }
    : { speaker, text, direction }
}
