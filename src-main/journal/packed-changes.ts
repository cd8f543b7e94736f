/** How a step of very many rows is kept: neighbours that change in the same way are written as one, with the list of their keys. */
import type { RowChange } from './row-changes.ts'
import { z } from 'zod'
import { RowChange as RowChangeShape } from './row-changes.ts'

/** Fewer rows are kept as they are: packing them saves little. */
const fewestPacked = 10

/** Of each column of the key, the values in order; of a column with one value for all rows only that. */
const PackedChanges = RowChangeShape.omit({ key: true }).extend({
  count: z.int().min(1),
  keys: z.array(z.union([z.array(z.string()).min(1), z.array(z.number()).min(1)])).min(1),
}).refine(
  // No two rows have the same key, so what is stored is never much shorter than what it stands for.
  ({ count, keys }) => keys.every(({ length }) => length === 1 || length === count) && keys.some(({ length }) => length === count),
  'has no value for each row',
)
type PackedChanges = z.infer<typeof PackedChanges>

/** What one element of the stored list is. */
export const StoredChange = z.union([RowChangeShape, PackedChanges])
export type StoredChange = z.infer<typeof StoredChange>

/** In the same order. */
export function packed(changes: readonly RowChange[]): StoredChange[] {
  const runs: { readonly alike: string, readonly changes: RowChange[] }[] = []
  for (const change of changes) {
    const { table, key, before, after } = change
    // Columns of keys have one type each.
    const alike = JSON.stringify([table, before, after, key.map(part => typeof part)])
    const run = runs.at(-1)
    if (run?.alike === alike)
      run.changes.push(change)
    else
      runs.push({ alike, changes: [change] })
  }
  return runs.flatMap(run => run.changes.length < fewestPacked ? run.changes : packedRun(run.changes))
}

function packedRun(changes: readonly RowChange[]): StoredChange[] {
  const [first] = changes
  if (!first)
    return []
  const { table, before, after } = first
  const keys = first.key.map((value, at) => {
    const column = changes.map(({ key }) => key[at] ?? value)
    // All of one type, as only such are packed.
    return (column.every(each => each === value) ? [value] : column) as PackedChanges['keys'][number]
  })
  return [{ table, before, after, count: changes.length, keys }]
}

/** What was packed. */
export function unpacked(stored: StoredChange): RowChange[] {
  if (!('keys' in stored))
    return [stored]
  const { table, keys, count, before, after } = stored
  return Array.from({ length: count }, (_, row) => ({
    table,
    key: keys.map(column => (column.length === 1 ? column[0] : column[row]) ?? ''),
    before,
    after,
  }))
}
