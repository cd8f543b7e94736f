/** A draft in local storage: written shortly after each change, and at once when the page is hidden or closed. */
import type { Ref } from 'vue'
import type { z } from 'zod'
import { debounceFilter, useLocalStorage } from '@vueuse/core'
import { readJson } from '#rules/plain-data.ts'
import { usePageHide } from './use-page-hide.ts'

const pauseMs = 250

/**
 * Set as a whole. What the schema does not accept (another version wrote it) reads as `none`: better an empty form than a page
 * that fails to open.
 */
export function useStoredDraft<Draft>(key: string, schema: z.ZodType<Draft>, none: Draft): Ref<Draft> {
  const eventFilter = debounceFilter(pauseMs)
  const kept = useLocalStorage<Draft>(key, none, {
    shallow: true,
    serializer: { read: text => readJson(schema, text) ?? none, write: draft => JSON.stringify(draft) },
    eventFilter,
    // A full storage costs the draft after a reload, nothing else.
    onError: cause => console.warn(cause),
  })
  usePageHide(eventFilter.flush)
  return kept
}
