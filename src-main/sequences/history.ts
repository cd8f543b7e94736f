/** What undo would take back and redo would make again, worked out from a journal. */
import type { JournalEntry } from './sequence-rows.ts'

type Entry = Pick<JournalEntry, 'revision' | 'name' | 'lineId' | 'kind' | 'ofRevision' | 'madeAt'>

export interface History {
  /** Oldest first: the last one is taken back next. */
  readonly undo: readonly Entry[]
  /** The last one is made again next. */
  readonly redo: readonly Entry[]
}

export const noHistory: History = { undo: [], redo: [] }

/** An edit after an undo drops what could have been made again. */
export function after({ undo, redo }: History, entry: Entry): History {
  if (entry.kind === 'edit')
    return { undo: [...undo, entry], redo: [] }
  const step = [...undo, ...redo].find(each => each.revision === entry.ofRevision)
  if (!step)
    return { undo, redo }
  return entry.kind === 'undo'
    ? { undo: undo.filter(each => each !== step), redo: [...redo, step] }
    : { undo: [...undo, step], redo: redo.filter(each => each !== step) }
}

export function historyOf(entries: readonly Entry[]): History {
  const undo: Entry[] = []
  const redo: Entry[] = []
  for (const entry of entries) {
    if (entry.kind === 'edit') {
      undo.push(entry)
      redo.length = 0
      continue
    }
    const [from, to] = entry.kind === 'undo' ? [undo, redo] : [redo, undo]
    const step = from.findLastIndex(each => each.revision === entry.ofRevision)
    if (step >= 0)
      to.push(...from.splice(step, 1))
  }
  return { undo, redo }
}

/** How many steps are kept at most. */
const mostSteps = 10_000

/**
 * The revisions of a journal that nothing needs: what was taken back and dropped, its undo, and undos that were made again, once they
 * are from before `before`; and the oldest of very many steps.
 */
export function foldable(entries: readonly Entry[], before: number): number[] {
  const { undo, redo } = historyOf(entries)
  const kept = new Set(undo.slice(-mostSteps).map(entry => entry.revision))
  for (const step of redo) {
    kept.add(step.revision)
    const taken = entries.findLast(entry => entry.kind === 'undo' && entry.ofRevision === step.revision)
    if (taken)
      kept.add(taken.revision)
  }
  return entries.filter(entry => entry.madeAt < before && !kept.has(entry.revision)).map(entry => entry.revision)
}
