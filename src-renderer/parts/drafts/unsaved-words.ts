/**
 * Unsaved text, each under a key: saved after a pause, one save at a time, and kept here until a save succeeds. A copy is stored until a
 * save has it, so that a page that was closed before leaves it to the next one.
 */
import type { AnyFault } from '../../wire/attempt.ts'
import { shallowReactive } from 'vue'
import { z } from 'zod'
import { readJson } from '#rules/plain-data.ts'

/** Null when the words are kept. `seen` is the text that they replace; null where the save itself can tell. */
export type Keep<Words> = (words: Words, seen: string | null) => Promise<AnyFault | null>

/** What a call compares with what is there. */
export const expectedText = (seen: string | null): { readonly expected?: string } => seen === null ? {} : { expected: seen }

interface Unsaved {
  readonly words: unknown
  readonly save: () => Promise<AnyFault | null>
  /** What was there when writing began, and all that was sent since: another text is newer. Null where the save itself can tell. */
  readonly known: string[] | null
  /** What they replace: the text that was there when writing began, or what was saved since. One for all that is written in between. */
  readonly seen: { text: string } | null
  /** Why the last attempt failed; null before it. */
  readonly fault: AnyFault | null
}

/** What outlives the page; its texts are JSON. */
export interface WordsStore {
  readonly get: (key: string) => string | null
  readonly put: (key: string, text: string) => void
  readonly drop: (key: string) => void
  readonly keys: () => readonly string[]
}
/** How saves are kept themselves (`wire/outbox.ts`). */
export interface SavesKept {
  /** Saves wait for the studio: each later text is one more, in their order. */
  readonly isAway: () => boolean
  /** Calls the save; true when the browser keeps it, whatever becomes of the page. */
  readonly isKept: (save: () => void) => boolean
}
const notKept: SavesKept = {
  isAway: () => false,
  isKept(save) {
    save()
    return false
  },
}

const nowhere: WordsStore = { get: () => null, put: () => {}, drop: () => {}, keys: () => [] }

/** `tell` gets each fault once, so that automatic retries don't repeat it; `tellOlder` an earlier page's text that was replaced. */
export function createUnsavedWords(
  tell: (fault: AnyFault) => void,
  store: WordsStore = nowhere,
  saves: SavesKept = notKept,
  tellOlder: (words: unknown) => void = () => {},
) {
  const all = shallowReactive(new Map<string, Unsaved>())
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const queues = new Map<string, Promise<AnyFault | null>>()

  const underWay = new WeakMap<Unsaved, Promise<AnyFault | null>>()

  function save(key: string): Promise<AnyFault | null> {
    const sent = all.get(key)
    if (!sent)
      return Promise.resolve(null)
    const answer = underWay.get(sent) ?? saveNow(key, sent).finally(() => underWay.delete(sent))
    underWay.set(sent, answer)
    return answer
  }

  async function saveNow(key: string, sent: Unsaved): Promise<AnyFault | null> {
    sent.known?.push(String(sent.words))
    let answer: Promise<AnyFault | null> = Promise.resolve(null)
    const isKept = saves.isKept(() => {
      answer = sent.save()
    })
    if (isKept)
      store.drop(key)
    const fault = await answer
    if (!fault && sent.seen)
      sent.seen.text = String(sent.words)
    const now = all.get(key)
    if (now !== sent)
      return now && !fault ? save(key) : fault
    // What is compared and refused is listed (`wire/outbox.ts`), and what is newer is shown.
    const isListed = fault?.code === 'changed-meanwhile' && sent.seen !== null
    // The thing that the text belongs to no longer exists: retrying is useless.
    if (!fault || fault.code === 'not-found' || isListed) {
      all.delete(key)
      store.drop(key)
    }
    else {
      all.set(key, { ...sent, fault })
      store.put(key, JSON.stringify({ words: sent.words, known: sent.known }))
    }
    if (fault && fault.code !== sent.fault?.code)
      tell(fault)
    return fault
  }

  /** Resolves when all that is written under the key is kept, with null, or could not be. */
  function flush(key: string): Promise<AnyFault | null> {
    clearTimeout(timers.get(key))
    const before = saves.isAway() ? undefined : queues.get(key)
    const done = before ? before.then(() => save(key)) : save(key)
    queues.set(key, done)
    void done.finally(() => queues.get(key) === done && queues.delete(key))
    return done
  }

  /** `now`: the text that is replaced, where the save overwrites any text. */
  function write<Words>(key: string, words: Words, pauseMs: number, keep: Keep<Words>, now?: string): void {
    const before = all.get(key)
    const known = before ? before.known : now === undefined ? null : [now]
    const seen = before ? before.seen : now === undefined ? null : { text: now }
    all.set(key, { words, save: () => keep(words, seen?.text ?? null), known, seen, fault: before?.fault ?? null })
    store.put(key, JSON.stringify({ words, known }))
    clearTimeout(timers.get(key))
    timers.set(key, setTimeout(flush, pauseMs, key))
  }

  return {
    /** Reactive, as is `faultOf`. The caller knows the type that was written under the key. */
    wordsOf: <Words>(key: string): Words | undefined => all.get(key)?.words as Words | undefined,
    faultOf: (key: string): AnyFault | null => all.get(key)?.fault ?? null,
    write,
    /** Keys that another page left words under. */
    leftKeys: (): string[] => store.keys().filter(key => !all.has(key)),
    /**
     * Saves what another page left under the key, which is shown as unsaved until then. What the schema refuses is dropped, and what
     * would replace a text (`now`) that the other page did not know.
     */
    resume<Words>(key: string, schema: z.ZodType<Words>, keep: Keep<Words>, now?: string): void {
      const text = all.has(key) ? null : store.get(key)
      if (text === null)
        return
      const left = readJson(z.object({ words: schema, known: z.array(z.string()).nullable() }), text)
      const isOlder = now !== undefined && left?.known?.includes(now) === false
      if (left === undefined || isOlder) {
        if (left && left.words !== now)
          tellOlder(left.words)
        return store.drop(key)
      }
      write(key, left.words, 0, keep, now)
      void flush(key)
    },
    flush,
    /** Whether all that is written under such keys is kept. */
    flushWhere: async (isWanted: (key: string) => boolean): Promise<boolean> =>
      (await Promise.all([...all.keys()].filter(isWanted).map(flush))).every(fault => fault === null),
    flushAll: (): Promise<unknown> => Promise.all([...all.keys()].map(flush)),
  }
}
