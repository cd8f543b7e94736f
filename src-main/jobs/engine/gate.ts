/**
 * Holds back what would send a request while a press of *cancel* finds out which jobs it concerns. It closes in the moment of the press,
 * so that nothing leaves between the press and its record.
 */
import type { JobId } from '#contract/words.ts'

export interface Gate {
  /** Until the function that it returns is called, no job is started and no request passes its point of no return. */
  close: () => () => void
  /** The same for one job only: others continue. */
  keepBack: (jobId: JobId) => () => void
  readonly isClosed: boolean
  /** Whether the job must not be started now. */
  keepsBack: (jobId: JobId) => boolean
  /** Changes with each close and each opening: rows that were read before may be out of date. */
  readonly turns: number
  /** Resolves when it is open, or when the signal aborts. */
  passed: (signal: AbortSignal) => Promise<void>
}

export function createGate(): Gate {
  let closings = 0
  let turns = 0
  const keptBack = new Map<JobId, number>()
  const waiting = new Set<() => void>()

  return {
    close() {
      closings += 1
      turns += 1
      return once(() => {
        closings -= 1
        turns += 1
        if (closings === 0)
          waiting.forEach(go => go())
      })
    },
    keepBack(jobId) {
      keptBack.set(jobId, (keptBack.get(jobId) ?? 0) + 1)
      turns += 1
      return once(() => {
        const left = (keptBack.get(jobId) ?? 1) - 1
        turns += 1
        if (left === 0)
          keptBack.delete(jobId)
        else
          keptBack.set(jobId, left)
      })
    },
    get isClosed() {
      return closings > 0
    },
    get turns() {
      return turns
    },
    keepsBack: jobId => closings > 0 || keptBack.has(jobId),
    async passed(signal) {
      const mustWait = (): boolean => closings > 0 && !signal.aborted
      // It may close again as soon as it opens.
      while (mustWait()) {
        await new Promise<void>((resolve) => {
          const go = (): void => {
            waiting.delete(go)
            signal.removeEventListener('abort', go)
            resolve()
          }
          waiting.add(go)
          signal.addEventListener('abort', go, { once: true })
        })
      }
    },
  }
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone)
      work()
    isDone = true
  }
}
