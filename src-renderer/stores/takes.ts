/** News about takes: how many there are, what just changed, and the takes that are on screen somewhere, kept up to date. */
import type { Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import { promiseTimeout } from '@vueuse/core'
import { defineStore } from 'pinia'
import { readonly, shallowReactive, shallowRef } from 'vue'
import { attempt, patientStudio, studio } from '../studio.ts'
import { useFeed } from './feed.ts'

export interface TakeNews { changed: readonly Take[], removed: readonly TakeId[], isCatchUp: boolean }

/** More than any screen shows at once; beyond it the oldest are dropped. */
const mostKept = 4_000
const readingPauseMs = 1000
/** As many as one call answers. */
const mostAtOnce = 200

export const useTakes = defineStore('takes', () => {
  const total = shallowRef(0)
  const trashed = shallowRef(0)
  const isReady = shallowRef(false)
  const kept = shallowReactive(new Map<TakeId, Take>())
  const listeners = new Set<(news: TakeNews) => void>()
  let isOutdated = false
  let isReading = false

  useFeed(options => studio.takes.changes({}, options), (event, { isFirst }) => {
    total.value = event.total
    trashed.value = event.trashed
    for (const take of event.changed)
      kept.set(take.id, take)
    for (const id of event.removed)
      kept.delete(id)
    const isCatchUp = isFirst && isReady.value
    isReady.value = true
    if (!event.isTooMuch)
      tell({ changed: event.changed, removed: event.removed, isCatchUp })
    // While the page heard nothing, any of them may have changed.
    if (event.isTooMuch || isCatchUp)
      void readAgain()
  })

  function tell(news: TakeNews): void {
    for (const listen of listeners)
      listen(news)
  }

  /** Very many takes have changed: those that are known here are read again, and lists ask again. Repeats while more of them change. */
  async function readAgain(): Promise<void> {
    isOutdated = true
    if (isReading)
      return
    isReading = true
    while (isOutdated) {
      isOutdated = false
      const changed: Take[] = []
      const removed: TakeId[] = []
      const all = [...kept.values()]
      for (let from = 0; from < all.length; from += mostAtOnce) {
        const part = all.slice(from, from + mostAtOnce)
        const { value } = await attempt(patientStudio.takes.numbered({ numbers: part.map(take => take.number) }))
        if (!value)
          continue
        const there = new Set(value.takes.map(take => take.id))
        changed.push(...value.takes)
        removed.push(...part.flatMap(({ id }) => there.has(id) ? [] : id))
      }
      for (const take of changed)
        kept.set(take.id, take)
      for (const id of removed)
        kept.delete(id)
      tell({ changed, removed, isCatchUp: false })
      tell({ changed: [], removed: [], isCatchUp: true })
      // More often a person need not see it, and main would do little else.
      await promiseTimeout(readingPauseMs)
    }
    isReading = false
  }

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
