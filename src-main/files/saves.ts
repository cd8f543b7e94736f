/** Files on their way out of the studio, and projects on their way in: how far each is, and cancelling it. */
import type { RunningSave } from '#contract/saving.ts'
import type { SaveId } from '#contract/words.ts'
import { createFeed } from '../base/feed.ts'
import { newId } from '../base/ids.ts'

/** What a copy is given: ends when the signal does, and counts its bytes. */
export interface SaveWork { readonly signal: AbortSignal, readonly onBytes: (bytes: number) => void }

export interface Saves {
  changes: (signal?: AbortSignal) => AsyncIterable<{ saves: RunningSave[] }>
  /** Null when it was cancelled. */
  run: <T>(about: Omit<RunningSave, 'saveId' | 'doneBytes'>, work: (save: SaveWork) => Promise<T>) => Promise<T | null>
  /** Nothing of it is left. Does nothing for one that has ended. */
  cancel: (saveId: SaveId) => void
  readonly count: () => number
  /** Calls back with the share of all that are under way, 0 to 1; null when there is none. */
  onProgress: (listener: (share: number | null) => void) => void
  /** Cancels all. Resolves when nothing is left of them. */
  stop: () => Promise<void>
}

interface Running { now: RunningSave, readonly stop: AbortController, readonly ended: Promise<unknown> }

/** A page draws no more often, and a taskbar less. */
const tellEveryMs = 100

export function createSaves(): Saves {
  const running = new Map<SaveId, Running>()
  const feed = createFeed<{ saves: RunningSave[] }>()
  const listeners = new Set<(share: number | null) => void>()
  let timer: NodeJS.Timeout | undefined

  const all = (): RunningSave[] => [...running.values()].map(({ now }) => now)

  function tell(): void {
    clearTimeout(timer)
    timer = undefined
    const saves = all()
    feed.publish({ saves })
    const total = saves.reduce((sum, { totalBytes }) => sum + totalBytes, 0)
    const done = saves.reduce((sum, { doneBytes }) => sum + doneBytes, 0)
    const share = saves.length === 0 ? null : total === 0 ? 0 : Math.min(1, done / total)
    listeners.forEach(listener => listener(share))
  }

  return {
    changes: signal => feed.subscribe(() => ({ saves: all() }), signal),
    async run(about, work) {
      const saveId = newId<SaveId>()
      const stop = new AbortController()
      const ended = Promise.withResolvers<void>()
      const save: Running = { now: { ...about, saveId, doneBytes: 0 }, stop, ended: ended.promise }
      running.set(saveId, save)
      tell()
      try {
        return await work({
          signal: stop.signal,
          onBytes(bytes) {
            save.now = { ...save.now, doneBytes: save.now.doneBytes + bytes }
            timer ??= setTimeout(tell, tellEveryMs)
          },
        })
      }
      catch (error) {
        if (stop.signal.aborted)
          return null
        throw error
      }
      finally {
        running.delete(saveId)
        ended.resolve()
        tell()
      }
    },
    cancel: saveId => running.get(saveId)?.stop.abort(),
    count: () => running.size,
    onProgress: listener => void listeners.add(listener),
    async stop() {
      const ends = [...running.values()].map(({ stop, ended }) => {
        stop.abort()
        return ended
      })
      await Promise.all(ends)
    },
  }
}
