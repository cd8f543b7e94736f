/** The counts of the facets for a search: asked for once its takes are there, and given up when it changes. */
import type { FacetCounts } from '#contract/take-facets.ts'
import { useThrottleFn } from '@vueuse/core'
import { onScopeDispose, shallowReadonly, shallowRef, watch } from 'vue'
import { useCollections } from '../../../stores/collections.ts'
import { useTakes } from '../../../stores/takes.ts'
import { attempt, patientStudio } from '../../../studio.ts'

/** Takes may arrive by the dozen. */
const newsPauseMs = 1000

export interface CountedSearch {
  readonly text: string
  readonly inTrash: boolean
}

/** `asked` is null while nothing is to be counted: the facets are hidden, or the first page of the list is on its way. */
export function useFacetCounts(asked: () => CountedSearch | null) {
  const takes = useTakes()
  const collections = useCollections()
  const counts = shallowRef<readonly FacetCounts[] | null>(null)
  let stop = new AbortController()

  async function ask(): Promise<void> {
    stop.abort()
    const mine = stop = new AbortController()
    const search = asked()
    if (search === null)
      return
    try {
      const answer = await attempt(patientStudio.takes.facets(search, { signal: mine.signal }))
      // The list says what is wrong with the library.
      if (answer.value && mine === stop)
        counts.value = answer.value.facets
    }
    catch (error) {
      if (!mine.signal.aborted)
        throw error
    }
  }

  watch([() => JSON.stringify(asked()), () => collections.byId], ask, { immediate: true })
  const askLater = useThrottleFn(ask, newsPauseMs, true)
  const stopListening = takes.listen(() => void askLater())
  onScopeDispose(() => {
    stopListening()
    stop.abort()
  })
  return shallowReadonly(counts)
}
