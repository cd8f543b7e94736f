/** The steps of sequences as the journal tells them. */
import type { JournalState } from '#contract/journal.ts'
import type { SequenceId } from '#contract/words.ts'
import type { Sequences } from './sequences-port.ts'
import { mapEvents } from '#contract/define.ts'

export function sequenceJournals({ follow, steps, undo, redo }: Pick<Sequences, 'follow' | 'redo' | 'steps' | 'undo'>) {
  return {
    next: steps,
    follow: (sequenceId: SequenceId, signal?: AbortSignal): AsyncIterable<JournalState> =>
      mapEvents(follow(sequenceId, signal), ({ revision, undo: last, redo: next }) => ({ revision, undo: last, redo: next })),
    undo,
    redo,
  }
}
