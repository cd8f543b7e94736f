/** Sequences that somebody is dragging in: what the program would change by itself waits until they let go. */
import type { SequenceId } from '#contract/words.ts'

export interface Holds {
  /** Holds for as long as it is read; its only event says that it has begun. */
  hold: (sequenceId: SequenceId, signal?: AbortSignal) => AsyncGenerator<Record<string, never>, void, void>
  /** Answers when nobody holds the sequence, or the signal aborts. */
  free: (sequenceId: SequenceId, signal: AbortSignal) => Promise<void>
}

export function createHolds(): Holds {
  const held = new Map<SequenceId, number>()
  const waiting = new Set<() => void>()

  return {
    async* hold(sequenceId, signal) {
      held.set(sequenceId, (held.get(sequenceId) ?? 0) + 1)
      try {
        yield {}
        if (!signal?.aborted)
          await new Promise<void>(resolve => signal?.addEventListener('abort', () => resolve(), { once: true }))
      }
      finally {
        const left = (held.get(sequenceId) ?? 1) - 1
        if (left > 0)
          held.set(sequenceId, left)
        else
          held.delete(sequenceId)
        waiting.forEach(look => look())
      }
    },
    free: (sequenceId, signal) => new Promise((resolve) => {
      const look = (): void => {
        if (held.has(sequenceId) && !signal.aborted)
          return
        waiting.delete(look)
        signal.removeEventListener('abort', look)
        resolve()
      }
      waiting.add(look)
      signal.addEventListener('abort', look)
      look()
    }),
  }
}
