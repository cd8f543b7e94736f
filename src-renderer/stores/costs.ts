/** What the jobs on the queue's list cost, as main has it. */
import { defineStore } from 'pinia'
import { studio } from '../studio.ts'
import { mirror } from './mirror.ts'

export const useCosts = defineStore('costs', () => {
  const picture = mirror((_key, options) => studio.spend.costs({}, options))
  return {
    /** All of them: whoever asks for thousands reads this once, because each read of a store takes its time. */
    byId: picture.byId,
    get: picture.get,
    isReady: picture.isReady,
  }
})
