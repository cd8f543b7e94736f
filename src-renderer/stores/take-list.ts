/** A short list of takes that answers a search: pages as they are asked for, kept up to date. */
import type { MaybeRefOrGetter } from 'vue'
import type { Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import type { AnyFault } from '../studio.ts'
import type { TakeQuery } from './take-query.ts'
import type { TakeNews } from './takes.ts'
import { computed, onScopeDispose, readonly, shallowReadonly, shallowRef, toValue, watch } from 'vue'
import { attempt, patientStudio } from '../studio.ts'
import { isBehind, patchList } from './take-query.ts'
import { useTakes } from './takes.ts'

/** As many as one call answers. */
const mostInCall = 200

/** Another query starts from the top. Takes come on top as they are filed. */
export function useTakeList(query: MaybeRefOrGetter<TakeQuery | null>, options: { pageSize?: number } = {}) {
  const takes = useTakes()
  const shown = shallowRef<readonly Take[]>([])
  const nextCursor = shallowRef<string | null>(null)
  const isLoading = shallowRef(false)
  const isReady = shallowRef(false)
  const fault = shallowRef<AnyFault | null>(null)
  /** Places as in the last answer, also of takes that left since: a restored take returns to its place. */
  let places: ReadonlyMap<TakeId, number> = new Map()
  /** The last one of the last page that was loaded: what main lists behind it is on a page that is not loaded yet. */
  let last: Take | null = null
  let turn = 0

  async function load(cursor: string | null, limit = options.pageSize ?? 100): Promise<void> {
    const asked = toValue(query)
    const mine = ++turn
    if (!asked) {
      shown.value = []
      return
    }
    isLoading.value = true
    const answer = await attempt(patientStudio.takes.search({ ...asked, cursor, limit }))
    if (mine !== turn)
      return
    isLoading.value = false
    fault.value = answer.fault ?? null
    if (!answer.value)
      return
    takes.remember(answer.value.takes)
    const already = new Set<TakeId>(cursor === null ? [] : shown.value.map(take => take.id))
    shown.value = [...(cursor === null ? [] : shown.value), ...answer.value.takes.filter(take => !already.has(take.id))]
    places = new Map(shown.value.map((take, place) => [take.id, place]))
    last = answer.value.takes.at(-1) ?? null
    nextCursor.value = answer.value.nextCursor
    isReady.value = true
  }

  /** From the top, as many as there are by now. */
  function reload(): void {
    void load(null, Math.min(mostInCall, Math.max(options.pageSize ?? 100, shown.value.length)))
  }

  function hear(news: Pick<TakeNews, 'changed' | 'removed'>, asked: TakeQuery): void {
    const after = patchList(shown.value, news, asked)
    const back = after.arrived.filter(take => places.has(take.id))
    const isOnLaterPage = (take: Take): boolean => nextCursor.value !== null && last !== null && isBehind(take, last, asked)
    const fresh = after.arrived.filter(take => !places.has(take.id) && !isOnLaterPage(take))
    shown.value = back.length === 0
      ? after.shown
      : [...after.shown, ...back].toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
    if (fresh.length > 0)
      reload()
  }

  const stopListening = takes.listen((news) => {
    const asked = toValue(query)
    if (!asked)
      return
    if (news.isCatchUp)
      reload()
    else
      hear(news, asked)
  })
  onScopeDispose(stopListening)
  watch(() => JSON.stringify(toValue(query)), () => {
    isReady.value = false
    return load(null)
  }, { immediate: true })

  return {
    takes: shallowReadonly(shown),
    hasMore: computed(() => nextCursor.value !== null),
    isLoading: readonly(isLoading),
    isReady: readonly(isReady),
    fault: shallowReadonly(fault),
    /** The next page, when the end of the list becomes visible. */
    more: async () => {
      if (nextCursor.value !== null && !isLoading.value)
        await load(nextCursor.value)
    },
  }
}
