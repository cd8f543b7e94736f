/**
 * What was asked of main and has no answer yet, or could not be done: kept by the browser until then, over a reload and a new link. Each
 * change has its own entry, so that two tabs never write over each other.
 */
import type { ShallowRef } from 'vue'
import type { KeptCall } from '#contract/kept.ts'
import type { AnyFault } from './attempt.ts'
import { shallowReadonly, shallowRef } from 'vue'
import { z } from 'zod'
import { faults } from '#contract/faults.ts'
import { keptCallNames } from '#contract/kept.ts'
import { parsedJson } from '#rules/plain-data.ts'
import { pageKeys } from './page-keys.ts'

/** Why it is not sent (any more): main refused it, or its id is so old that main may have forgotten it. */
export type NotDone = { readonly is: 'refused', readonly fault: AnyFault } | { readonly is: 'too-old' }

export interface KeptChange {
  /** A UUID: main makes the change once for it. */
  readonly id: string
  /** The studio folder that it is for. */
  readonly folderId: string
  /** The page that sends it. */
  readonly pageId: string
  /** When it was asked for, in ms, and which it was of those at that moment. */
  readonly at: number
  readonly order: number
  readonly call: KeptCall
  readonly input: unknown
  readonly notDone: NotDone | null
}

const Refused = z.object({ code: z.string(), data: z.unknown() })
  .refine(({ code, data }) => code in faults && faults[code as keyof typeof faults].data.safeParse(data).success) // as `in` has shown
const Entry = z.object({
  id: z.uuid(),
  folderId: z.uuid(),
  pageId: z.uuid(),
  at: z.number(),
  order: z.number(),
  call: z.enum(keptCallNames),
  input: z.unknown(),
  notDone: z.union([
    z.object({ is: z.literal('refused'), fault: z.custom<AnyFault>(value => Refused.safeParse(value).success) }),
    z.object({ is: z.literal('too-old') }),
  ]).nullable(),
})

export interface KeptChanges {
  /** In the order in which they were asked for. Follows other tabs. */
  readonly all: Readonly<ShallowRef<readonly KeptChange[]>>
  /** Whether the browser keeps it over a reload. This page has it in any case, until it is dropped. */
  readonly put: (change: KeptChange) => boolean
  readonly drop: (id: string) => void
  /** Whether the browser keeps everything that is there. */
  readonly isSafe: Readonly<ShallowRef<boolean>>
}

const prefix = pageKeys.changeOf

/** Such as `localStorage`; `hearOthers` calls its argument when another tab has written. */
export interface BrowserStorage extends Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'> {}

export function openKeptChanges(
  storageOf: () => BrowserStorage | null,
  hearOthers: (hear: (key: string | null) => void) => void = () => {},
): KeptChanges {
  const known = new Map<string, KeptChange>()
  const unsafe = new Set<string>()
  const all = shallowRef<readonly KeptChange[]>([])
  const isSafe = shallowRef(true)

  function tell(): void {
    all.value = [...known.values()].toSorted((a, b) => a.at - b.at || a.order - b.order)
    isSafe.value = unsafe.size === 0
  }

  function read(key: string): void {
    const id = key.slice(prefix.length)
    const text = storageOf()?.getItem(key) ?? null
    const entry = text === null ? undefined : Entry.safeParse(parsedJson(text)).data
    if (entry)
      known.set(id, entry)
    else if (!unsafe.has(id))
      known.delete(id)
  }

  function readAll(): void {
    const storage = storageOf()
    const keys = Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? '')
    keys.filter(key => key.startsWith(prefix)).forEach(read)
  }

  hearOthers((key) => {
    if (key === null)
      readAll()
    else if (key.startsWith(prefix))
      read(key)
    else
      return
    tell()
  })
  readAll()
  tell()

  return {
    all: shallowReadonly(all),
    isSafe: shallowReadonly(isSafe),
    put(change) {
      known.set(change.id, change)
      const isStored = stored(storageOf(), prefix + change.id, JSON.stringify(change))
      if (isStored)
        unsafe.delete(change.id)
      else
        unsafe.add(change.id)
      tell()
      return isStored
    },
    drop(id) {
      known.delete(id)
      unsafe.delete(id)
      storageOf()?.removeItem(prefix + id)
      tell()
    },
  }
}

function stored(storage: BrowserStorage | null, key: string, text: string): boolean {
  try {
    storage?.setItem(key, text)
    return storage !== null
  }
  catch {
    // Full, or blocked by the browser's settings: the caller gets the error.
    return false
  }
}
