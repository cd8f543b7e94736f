/**
 * Everything on the page that may cost money is sent from here: presses wait for each other, a double-click or a held key is one press, and
 * a request keeps its id until main has confirmed it.
 */
import type { IdStorage, OpenId } from './request-ids.ts'
import { useEventListener } from '@vueuse/core'
import { defineStore } from 'pinia'
import { z } from 'zod'
import { RequestId } from '#contract/words.ts'
import { useNotices } from '../../actions/notices.ts'
import { useJobs } from '../../stores/jobs.ts'
import { pageKeys } from '../../wire/page-keys.ts'
import { randomId } from '../../wire/random-id.ts'
import { createGestures, gestureEvents } from './gestures.ts'
import { createPresses } from './presses.ts'
import { createRequestIds } from './request-ids.ts'

const storageKey = pageKeys.requests
const Kept = z.array(z.object({ of: z.string(), id: RequestId }))

export const useIntents = defineStore('intents', () => {
  const jobs = useJobs()
  const notices = useNotices()
  const gestures = createGestures()
  useEventListener(globalThis.window, [...gestureEvents], gestures.note, { capture: true, passive: true })
  const ids = createRequestIds({ storage: storedIds(), newId })
  const { press, isUnderWay } = createPresses(gestures)

  /** As `RequestIds.once`. Where an earlier sending had arrived although its answer was lost, the user is told. */
  const once: typeof ids.once = (what, send) => ids.once(what, async (requestId) => {
    const wasThere = jobs.all.some(job => job.requestId === requestId || job.batchId === requestId)
    const answer = await send(requestId)
    if (wasThere && answer.fault === undefined)
      notices.say(t => t.failures.wasSent)
    return answer
  })

  return { press, isUnderWay, once, isOpen: ids.isOpen, isRepeat: gestures.isRepeat }
})

function newId(): RequestId {
  return RequestId.parse(randomId())
}

/** In local storage, where the drafts are; in memory where there is none, or it is full. */
function storedIds(): IdStorage {
  let memory: readonly OpenId[] | null = null
  return {
    read() {
      try {
        return memory ?? Kept.parse(JSON.parse(localStorage.getItem(storageKey) ?? '[]'))
      }
      catch {
        return []
      }
    },
    write(open) {
      try {
        localStorage.setItem(storageKey, JSON.stringify(open))
        memory = null
      }
      catch {
        // Costs the ids after a reload, nothing else.
        memory = open
      }
    },
  }
}
