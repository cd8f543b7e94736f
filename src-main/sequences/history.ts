/** What undo would take back and redo would make again, worked out from a journal. */
import type { JournalStep } from './sequence-rows.ts'

export interface HistoryStep extends JournalStep {
  /** The revision whose entry says how the step is taken back: its own, or that of the last redo. */
  readonly heldBy: number
  /** The revision from which the step counts as done. Each step of `undo` has a larger one than the step before it. */
  readonly order: number
}

export interface History {
  /** Oldest first: the last one is taken back next. */
  readonly undo: readonly HistoryStep[]
  /** The last one is made again next. */
  readonly redo: readonly HistoryStep[]
}

export const noHistory: History = { undo: [], redo: [] }

export function after({ undo, redo }: History, entry: JournalStep): History {
  const next = { undo: [...undo], redo: [...redo] }
  add(next, entry)
  return next
}

export function historyOf(entries: readonly JournalStep[]): History {
  const history = { undo: [], redo: [] }
  for (const entry of entries)
    add(history, entry)
  return history
}

/**
 * A person's edit after an undo drops what could have been made again, but for the switches and the fader of a track; what the program did
 * by itself drops nothing.
 */
function add({ undo, redo }: { readonly undo: HistoryStep[], readonly redo: HistoryStep[] }, entry: JournalStep): void {
  const { revision, kind, name, ofRevision } = entry
  if (kind === 'edit') {
    if (name === 'track-switch')
      return
    undo.push({ ...entry, heldBy: revision, order: revision })
    if (name !== 'fader' && name !== 'new-take')
      redo.length = 0
    return
  }
  const [from, to] = kind === 'undo' ? [undo, redo] : [redo, undo]
  const at = from.findLastIndex(each => each.revision === ofRevision)
  const [step] = at < 0 ? [] : from.splice(at, 1)
  if (step)
    to.push(kind === 'undo' ? step : madeAgain(step, revision, undo.at(-1)?.order ?? 0))
  // The undo between a step and its redo was folded away.
  const kept = kind === 'redo' && !step ? undo.findLastIndex(each => each.revision === ofRevision) : -1
  if (kept >= 0)
    undo[kept] = madeAgain(undo[kept]!, revision, undo[kept - 1]?.order ?? 0)
}

/** Behind a fader that was moved while the step was undone, it counts as done by its redo. */
function madeAgain(step: HistoryStep, revision: number, orderBefore: number): HistoryStep {
  return { ...step, heldBy: revision, order: step.order > orderBefore ? step.order : revision }
}

/** How many steps are kept at most. */
const mostSteps = 10_000

/**
 * The revisions of a journal that nothing needs, once they are from before `before`: what was taken back and dropped, its undo, undos that
 * were made again, and the switches of tracks; and the oldest of very many steps.
 */
export function foldable(entries: readonly JournalStep[], before: number): number[] {
  const { undo, redo } = historyOf(entries)
  const kept = new Set(undo.slice(-mostSteps).flatMap(step => [step.revision, step.heldBy]))
  const takenBy = new Map(entries.filter(entry => entry.kind === 'undo').map(entry => [entry.ofRevision, entry.revision]))
  for (const step of redo) {
    kept.add(step.revision)
    kept.add(step.heldBy)
    kept.add(takenBy.get(step.revision) ?? step.revision)
  }
  return entries.filter(entry => entry.madeAt < before && !kept.has(entry.revision)).map(entry => entry.revision)
}
