/** News about takes: how many there are, what just changed, and the takes that are on screen somewhere, kept up to date. */
import type { Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { readonly, shallowReactive, shallowRef } from 'vue'
import { attempt, patientStudio, studio } from '../studio.ts'
import { useFeed } from './feed.ts'

export interface TakeNews { changed: readonly Take[], removed: readonly TakeId[], isCatchUp: boolean }

/** More than any screen shows at once; beyond it the oldest are dropped. */
const mostKept = 4_000

export const useTakes = defineStore('takes', () => {
  const total = shallowRef(0)
  const trashed = shallowRef(0)
  const isReady = shallowRef(false)
  const kept = shallowReactive(new Map<TakeId, Take>())
  const listeners = new Set<(news: TakeNews) => void>()

  useFeed(options => studio.takes.changes({}, options), (event, { isFirst }) => {
    total.value = event.total
    trashed.value = event.trashed
    for (const take of event.changed)
      kept.set(take.id, take)
    for (const id of event.removed)
      kept.delete(id)
    const isCatchUp = isFirst && isReady.value
    isReady.value = true
    for (const listen of listeners)
      listen({ changed: event.changed, removed: event.removed, isCatchUp })
  })

  /** Keeps takes that a search answered with, so that `get` has them and news updates them. */
  function remember(takes: readonly Take[]): void {
    for (const take of takes)
      kept.set(take.id, take)
    for (const id of kept.keys()) {
      if (kept.size <= mostKept)
        break
      kept.delete(id)
    }
  }

  return {
    total: readonly(total),
    trashed: readonly(trashed),
    isReady: readonly(isReady),
    /** The take if it is on screen somewhere; see `load`. Reactive. */
    get: (id: TakeId | null | undefined): Take | undefined => id ? kept.get(id) : undefined,
    remember,
    /** Asks main for a take that is not known here, or answers at once. */
    async load(takeId: TakeId) {
      const known = kept.get(takeId)
      if (known)
        return { value: { take: known } }
      const answer = await attempt(patientStudio.takes.get({ takeId }))
      if (answer.value)
        remember([answer.value.take])
      return answer
    },
    /** Hears every piece of news, in order, until the returned function is called. After `isCatchUp` something may have been missed. */
    listen(hear: (news: TakeNews) => void): () => void {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
  }
})
