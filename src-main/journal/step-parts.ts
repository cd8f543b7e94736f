/** Undo of a very long step, in parts: main has its turn between them, and each is a few statements. */
import type { RecordedTable, RowChange } from './row-changes.ts'
import { inPieces } from '../base/in-pieces.ts'
import { folded, keyOf } from './row-changes.ts'

/** As many takes as one call changes. */
const mostInPart = 1000

/**
 * One part, where rows may need each other. Rows of loose tables do not: of those, each part is written by itself. A long step gets what
 * later calls of it have changed without being read, so a row may be in it twice.
 */
export async function partsOf(changes: readonly RowChange[], tableOf: (name: string) => RecordedTable): Promise<readonly RowChange[][]> {
  if (changes.length <= mostInPart || !changes.every(({ table }) => tableOf(table).isLoose))
    return [folded(changes)]
  const once = await inPieces(haveRowsOnce(changes)) ? changes : folded(changes)
  return Array.from({ length: Math.ceil(once.length / mostInPart) }, (_, at) => once.slice(at * mostInPart, (at + 1) * mostInPart))
}

function* haveRowsOnce(changes: readonly RowChange[]): Generator<void, boolean, void> {
  const seen = new Set<string>()
  for (const change of changes) {
    const key = keyOf(change)
    if (seen.has(key))
      return false
    seen.add(key)
    yield
  }
  return true
}
