/** What a step changed, row by row: pure rules of how changes follow each other, are turned round, and meet what was changed since. */
import { z } from 'zod'

const Value = z.union([z.string(), z.number(), z.null()])
const Values = z.record(z.string(), Value)
export type Values = z.infer<typeof Values>

/** `before` and `after` have the columns that differ. Null where the row was not there: then the other one has all of them. */
export const RowChange = z.object({
  table: z.string(),
  /** The values of the key's columns. */
  key: z.array(z.union([z.string(), z.number()])),
  before: Values.nullable(),
  after: Values.nullable(),
})
export type RowChange = z.infer<typeof RowChange>

export const keyOf = ({ table, key }: Pick<RowChange, 'table' | 'key'>): string => JSON.stringify([table, ...key])

/** One change of each row, in the order in which rows were first changed; without those that are as they were. */
export function folded(changes: readonly RowChange[]): RowChange[] {
  const byRow = new Map<string, RowChange>()
  for (const change of changes) {
    const earlier = byRow.get(keyOf(change))
    byRow.set(keyOf(change), earlier ? followed(earlier, change) : change)
  }
  return [...byRow.values()].flatMap(onlyDifferent)
}

function followed(earlier: RowChange, later: RowChange): RowChange {
  return {
    ...earlier,
    before: earlier.before && { ...later.before, ...earlier.before },
    after: later.after && { ...earlier.after, ...later.after },
  }
}

function onlyDifferent(change: RowChange): RowChange[] {
  const { before, after } = change
  if (before === null || after === null)
    return before === after ? [] : [change]
  const names = Object.keys(after).filter(name => before[name] !== after[name])
  const only = (all: Values): Values => Object.fromEntries(names.map(name => [name, all[name] ?? null]))
  return names.length === 0 ? [] : [{ ...change, before: only(before), after: only(after) }]
}

/** What undo does: each change the other way, the last one first. */
export function turnedRound(changes: readonly RowChange[]): RowChange[] {
  return changes.toReversed().map(change => ({ ...change, before: change.after, after: change.before }))
}

/** Whether `later` continues where `earlier` ended: nobody else changed the same columns in between. */
export function goesOn(earlier: readonly RowChange[], later: readonly RowChange[]): boolean {
  const ends = new Map(earlier.map(change => [keyOf(change), change.after]))
  return later.every((change) => {
    const end = ends.get(keyOf(change))
    return end === undefined || Object.entries(change.before ?? {}).every(([name, value]) => !end || !(name in end) || end[name] === value)
  })
}

/** How a table is recorded. */
export interface RecordedTable {
  readonly name: string
  readonly key: readonly string[]
  /** Columns that steps change, and that rows need when they come back. */
  readonly columns: readonly string[]
  /** Whether rows are made and deleted by steps, too; else only these columns change. */
  readonly hasRows?: true
  /** Says when the row was last changed: always set again. */
  readonly stamp?: string
  /** Moments of removal: compared by whether there is one, and set again, as what is long in the trash is deleted. */
  readonly moments?: readonly string[]
  /** Columns, in groups, that others may have changed since: such a group is left as it is then. Without any, one stops the whole step. */
  readonly mayDiffer?: readonly (readonly string[])[]
  /** Rows that others have changed since, or deleted with what they refer to, are left as they are, while there are some that are not. */
  readonly isLoose?: true
  /** Rows that stay when the step that made them is undone: what such a row has then. The row is given as it was made. */
  readonly absent?: (row: Values) => Values
  /** What its rows are called in faults. */
  readonly word:
    | 'line' | 'casting' | 'colour' | 'tone' | 'setting' | 'storyboard' | 'take' | 'delivery' | 'project' | 'voice' | 'job'
    | 'collection' | 'search' | 'shelf' | 'transcript'
}

/** The change as it is carried out: rows that stay are changed instead of made and deleted. */
export function lasting({ absent }: RecordedTable, change: RowChange): RowChange {
  const { before, after } = change
  if (absent === undefined || (before !== null && after !== null))
    return change
  const row = before ?? after ?? {}
  const gone = absent(row)
  const there = Object.fromEntries(Object.keys(gone).map(name => [name, row[name] ?? null]))
  return { ...change, before: before === null ? gone : there, after: after === null ? gone : there }
}

/**
 * What remains to be done of a change, given the row as it is now, and the columns that would refer to what is not there any more, which
 * count as changed; null where the row has been changed since.
 */
export function remaining(
  table: RecordedTable,
  change: RowChange,
  now: Values | null,
  lost: Pick<ReadonlyMap<string, unknown>, 'has' | 'size'>,
): RowChange | null {
  const { before, after } = change
  if (before === null || now === null)
    return before === null && now === null && lost.size === 0 ? change : null
  const isSame = (name: string): boolean => table.moments?.includes(name)
    ? (now[name] === null) === (before[name] === null)
    : now[name] === before[name]
  const isAsLeft = (name: string): boolean => !lost.has(name) && isSame(name)
  const differ = Object.keys(before).filter(name => !isAsLeft(name))
  if (differ.length === 0)
    return change
  const groups = (table.mayDiffer ?? []).filter(group => group.some(name => differ.includes(name)))
  const left = new Set(groups.flat())
  if (after === null || differ.some(name => !left.has(name)))
    return null
  const only = (all: Values): Values => Object.fromEntries(Object.entries(all).filter(([name]) => !left.has(name)))
  return Object.keys(only(after)).length === 0 ? null : { ...change, before: only(before), after: only(after) }
}
