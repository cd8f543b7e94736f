/** What each column of a table is read as: by its head, by its place, or as a person says. */
import type { Columns } from './table-heads.ts'

export const columnUses = ['speaker', 'text', 'direction', 'scene', 'visual', 'note', 'left-out'] as const
export type ColumnUse = typeof columnUses[number]

const named = ['speaker', 'text', 'direction', 'scene', 'visual'] as const

/** The number of a cue, or its time. */
const counter = /^(?:\d{1,6}[.)]?|\d{1,2}(?::\d{2}){1,3}(?:[.,]\d{1,3})?)$/

/** Without known heads, a narrow table is speaker, words and direction; of a wide one, the fullest column has the words. */
export function usesOf(rows: readonly (readonly string[])[], columns: Columns | null): ColumnUse[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const places = Array.from({ length: width }, (_, at) => at)
  if (columns !== null)
    return places.map(at => named.find(use => columns[use] === at) ?? 'left-out')
  if (width === 3 && rows.every(row => counter.test(row[0]?.trim() ?? '')))
    return ['left-out', 'speaker', 'text']
  if (width === 2 || width === 3)
    return named.slice(0, width)
  const lengths = places.map(at => rows.reduce((sum, row) => sum + (row[at]?.length ?? 0), 0))
  const fullest = lengths.indexOf(Math.max(...lengths))
  return places.map(at => at === fullest ? 'text' : 'left-out')
}

/** Two columns that were read the wrong way round change places in one step; notes may be in several columns. */
export function withUse(uses: readonly ColumnUse[], at: number, use: ColumnUse): ColumnUse[] {
  const isSingle = use !== 'note' && use !== 'left-out'
  return uses.map((each, place) => place === at ? use : isSingle && each === use ? uses[at] ?? 'left-out' : each)
}
