/** What reading a script tells of each of its paragraphs, and how a person can correct it. */
import type { ReadingChoices, ScriptText } from '../script-lines.ts'
import { headingLine, headingOf, oneRow } from '../script-lines.ts'

/** Speech is spoken; directions, effects and headings are kept without being spoken; notes and what is left out do not come in. */
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

const isSpoken = (kind: RowKind): boolean => kind === 'speech'

/** The same words as another kind. Words that were read as nothing else are spoken by nobody. */
export function asKind(row: ReadRow, kind: RowKind): ReadRow {
  if (row.kind === kind)
    return { ...row, isDoubtful: false }
  const silent = headingOf(row) ?? row.direction
  const words = row.text !== '' ? row.text : silent
  const shown = row.speaker === '' || isSpoken(kind) ? words : row.written
  return {
    ...row,
    ...isSpoken(kind)
      ? { text: words, direction: row.text === '' ? '' : row.direction }
      : { ...kind === 'heading' ? headingLine(oneRow(shown)) : { text: '', speaker: '', direction: shown } },
    kind,
    isDoubtful: false,
  }
}

/** Without its name: what was taken for one is part of what is said. */
export function withoutName(row: ReadRow): ReadRow {
  return { ...row, kind: 'speech', speaker: '', direction: '', text: row.written, isDoubtful: false }
}

/** The lines that come in. */
export function linesOf(rows: readonly ReadRow[], { keepsHeadings, keepsAsides }: ReadingChoices): ScriptText[] {
  const comesIn: Readonly<Record<RowKind, boolean>> = {
    'speech': true,
    'direction': keepsAsides,
    'effect': keepsAsides,
    'heading': keepsHeadings,
    'note': false,
    'left-out': false,
  }
  return rows
    .filter(row => comesIn[row.kind] && (row.text !== '' || row.direction !== ''))
    .map(({ speaker, text, direction }) => ({ speaker, text, direction }))
}
