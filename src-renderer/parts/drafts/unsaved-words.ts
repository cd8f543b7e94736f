/** Unsaved text, each under a key: saved after a pause, one save at a time, and kept here until a save succeeds. */
import type { AnyFault } from '../../wire/attempt.ts'
import { shallowReactive } from 'vue'

/** Null when the words are kept. */
export type Keep<Words> = (words: Words) => Promise<AnyFault | null>

interface Unsaved {
  readonly words: unknown
  readonly save: () => Promise<AnyFault | null>
  /** Why the last attempt failed; null before it. */
  readonly fault: AnyFault | null
}

/** `tell` gets each fault once, so that automatic retries don't repeat it. */
export function createUnsavedWords(tell: (fault: AnyFault) => void) {
  const all = shallowReactive(new Map<string, Unsaved>())
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const queues = new Map<string, Promise<AnyFault | null>>()

  async function save(key: string): Promise<AnyFault | null> {
    const sent = all.get(key)
    if (!sent)
      return null
    const fault = await sent.save()
    const now = all.get(key)
    if (now !== sent)
      return now && !fault ? save(key) : fault
    // The thing that the text belongs to no longer exists: retrying is useless.
    if (!fault || fault.code === 'not-found')
      all.delete(key)
    else
      all.set(key, { ...sent, fault })
    if (fault && fault.code !== sent.fault?.code)
      tell(fault)
    return fault
  }

  /** Resolves when all that is written under the key is kept, with null, or could not be. */
  function flush(key: string): Promise<AnyFault | null> {
    clearTimeout(timers.get(key))
    const done = (queues.get(key) ?? Promise.resolve()).then(() => save(key))
    queues.set(key, done)
    void done.finally(() => queues.get(key) === done && queues.delete(key))
    return done
  }

  return {
    /** Reactive, as is `faultOf`. The caller knows the type that was written under the key. */
    wordsOf: <Words>(key: string): Words | undefined => all.get(key)?.words as Words | undefined,
    faultOf: (key: string): AnyFault | null => all.get(key)?.fault ?? null,
    write<Words>(key: string, words: Words, pauseMs: number, keep: Keep<Words>): void {
      all.set(key, { words, save: () => keep(words), fault: all.get(key)?.fault ?? null })
      clearTimeout(timers.get(key))
      timers.set(key, setTimeout(flush, pauseMs, key))
    },
    flush,
    /** Whether all that is written under such keys is kept. */
    flushWhere: async (isWanted: (key: string) => boolean): Promise<boolean> =>
      (await Promise.all([...all.keys()].filter(isWanted).map(flush))).every(fault => fault === null),
    flushAll: (): Promise<unknown> => Promise.all([...all.keys()].map(flush)),
  }
}
