/** When each word of spoken takes is said: which are known, and asking for those of what is shown. */
import type { WordTimes } from '#contract/word-times.ts'
import type { TakeId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import { attempt, studio } from '../studio.ts'
import { useFeed } from './feed.ts'

export const useWordTimes = defineStore('word-times', () => {
  const byTake = shallowReactive(new Map<TakeId, WordTimes>())

  useFeed(options => studio.words.changes({}, options), (event) => {
    if (event.isWhole)
      byTake.clear()
    for (const found of event.changed)
      byTake.set(found.takeId, found)
    for (const takeId of event.removed)
      byTake.delete(takeId)
  })

  return {
    get: (takeId: TakeId): WordTimes | undefined => byTake.get(takeId),
    async want(takeIds: readonly TakeId[]): Promise<void> {
      await attempt(studio.words.want({ takeIds: [...takeIds] }))
    },
  }
})
