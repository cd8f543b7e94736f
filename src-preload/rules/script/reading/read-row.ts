/** What reading a script tells of each of its paragraphs. */
import type { ReadingChoices, ScriptText } from '../script-lines.ts'

/** Speech is spoken; directions, effects and headings are kept without being spoken; notes and what is left out do not come in. */
export type RowKind = 'speech' | 'direction' | 'effect' | 'heading' | 'note' | 'left-out'

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
