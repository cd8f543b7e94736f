/** What the jobs on the queue's list cost, as main has it. */
import { defineStore } from 'pinia'
import { studio } from '../studio.ts'
import { mirror } from './mirror.ts'

export const useCosts = defineStore('costs', () => {
  const picture = mirror((_key, options) => studio.spend.costs({}, options))
  return {
    /** All costs: to look up thousands, read this once, because each read of a store takes time. */
    byId: picture.byId,
    get: picture.get,
    isReady: picture.isReady,
  }
})
