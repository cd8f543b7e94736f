/** The notices that were shown: kept by the browser, so that each can be read again after it has disappeared, also after a reload. */
import type { AnyFault } from '../wire/attempt.ts'
import type { Notice } from './notice.ts'
import { useStorage } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { z } from 'zod'
import { faults } from '#contract/faults.ts'
import { parsedJson } from '#rules/plain-data.ts'
import { en } from '../texts/en/index.ts'
import { zh } from '../texts/zh/index.ts'
import { pageKeys } from '../wire/page-keys.ts'

/** The oldest beyond these are dropped. */
const atMost = 100
/** Of the files or items that one notice lists. */
const detailsAtMost = 1_000

const AnyFaultShape = z.custom<AnyFault>((value) => {
  const { code, data } = z.object({ code: z.string(), data: z.unknown() }).catch({ code: '', data: null }).parse(value)
  return Object.hasOwn(faults, code) && faults[code as AnyFault['code']].data.safeParse(data).success
})

const PastNotice = z.object({
  id: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  tone: z.enum(['plain', 'good', 'bad']),
  /** In each language: the user may have changed it since. Empty where there is a fault. */
  text: z.object({ en: z.string(), zh: z.string() }),
  fault: AnyFaultShape.nullable(),
  details: z.array(z.object({ of: z.string(), fault: AnyFaultShape })),
  isRead: z.boolean(),
})
export type PastNotice = z.infer<typeof PastNotice>

/** Of what was kept, each that can still be read. */
function readNotices(text: string): readonly PastNotice[] {
  const kept = parsedJson(text)
  return (Array.isArray(kept) ? kept : []).flatMap((each: unknown) => PastNotice.safeParse(each).data ?? [])
}

/** Undefined where there is none, or the browser's settings block it. */
function browserStorage(): Storage | undefined {
  try {
    return 'localStorage' in globalThis ? localStorage : undefined
  }
  catch {
    return undefined
  }
}

export const usePastNotices = defineStore('past-notices', () => {
  // Where the browser's storage is full or blocked they are kept until the page is closed.
  const all = useStorage<readonly PastNotice[]>(pageKeys.notices, [], browserStorage(), {
    shallow: true,
    writeDefaults: false,
    serializer: { read: readNotices, write: notices => JSON.stringify(notices) },
    onError: () => {},
  })
  const read = (isMeant: (notice: PastNotice) => boolean): void => {
    if (all.value.some(notice => !notice.isRead && isMeant(notice)))
      all.value = all.value.map(notice => isMeant(notice) ? { ...notice, isRead: true } : notice)
  }

  return {
    /** Newest first. */
    all,
    unread: computed(() => all.value.filter(notice => !notice.isRead).length),
    add({ key, at, tone, text, fault, details = [] }: Notice): void {
      const notice: PastNotice = {
        id: key,
        at,
        tone,
        text: fault ? { en: '', zh: '' } : { en: text(en), zh: text(zh) },
        fault: fault ?? null,
        details: details.slice(0, detailsAtMost),
        // It confirms what the user has just done.
        isRead: tone === 'good',
      }
      all.value = [notice, ...all.value].slice(0, atMost)
    },
    read: (key: string) => read(({ id }) => id === key),
    readAll: () => read(() => true),
    remove: (key: string) => void (all.value = all.value.filter(({ id }) => id !== key)),
    clear: () => void (all.value = []),
  }
})
