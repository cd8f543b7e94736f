/** How many takes each saved search finds: asked for once the takes of the list are there, and again after news. */
import { useThrottleFn } from '@vueuse/core'
import { onScopeDispose, shallowReadonly, shallowRef, watch } from 'vue'
import { useCollections } from '../../../stores/collections.ts'
import { useSavedSearches } from '../../../stores/saved-searches.ts'
import { useTakes } from '../../../stores/takes.ts'
import { attempt, patientStudio } from '../../../studio.ts'

/** Takes may arrive by the dozen. */
const newsPauseMs = 1000
/** As many as one call counts. */
const most = 100

/** By text. `isWanted`: the lists are shown, and the first page of takes is there. */
export function useSearchCounts(isWanted: () => boolean) {
  const takes = useTakes()
  const searches = useSavedSearches()
  const collections = useCollections()
  const counts = shallowRef<ReadonlyMap<string, number>>(new Map())
  let stop = new AbortController()

  async function ask(): Promise<void> {
    stop.abort()
    const mine = stop = new AbortController()
    const texts = isWanted() ? [...new Set(searches.all.map(search => search.text))].slice(0, most) : []
    if (texts.length === 0)
      return
    try {
      const answer = await attempt(patientStudio.searches.counts({ texts }, { signal: mine.signal }))
      if (answer.value && mine === stop)
        counts.value = new Map(texts.map((text, at) => [text, answer.value.counts[at] ?? 0]))
    }
    catch (error) {
      if (!mine.signal.aborted)
        throw error
    }
  }

  watch([() => searches.all.map(search => search.text).join('\n'), () => collections.byId, isWanted], ask, { immediate: true })
  const askLater = useThrottleFn(ask, newsPauseMs, true)
  const stopListening = takes.listen(() => void askLater())
  onScopeDispose(() => {
    stopListening()
    stop.abort()
  })
  return shallowReadonly(counts)
}
