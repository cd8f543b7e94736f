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

  function letGo(sequenceId: SequenceId): void {
    const left = (held.get(sequenceId) ?? 1) - 1
    if (left > 0)
      held.set(sequenceId, left)
    else
      held.delete(sequenceId)
    waiting.forEach(look => look())
  }

  return {
    async* hold(sequenceId, signal) {
      held.set(sequenceId, (held.get(sequenceId) ?? 0) + 1)
      const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
      let isHeld = true
      const release = (): void => {
        if (isHeld)
          letGo(sequenceId)
        isHeld = false
        end()
      }
      // At once: a caller that aborts before the first event is sent may never ask for another, nor end this.
      signal?.addEventListener('abort', release, { once: true })
      try {
        if (signal?.aborted)
          return
        yield {}
        await isOver
      }
      finally {
        signal?.removeEventListener('abort', release)
        release()
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
