/** The time of day, ticking: for "so far" each second, for "5 min ago" twice a minute. */
import { useIntervalFn } from '@vueuse/core'
import { defineStore } from 'pinia'
import { readonly, shallowRef } from 'vue'

export const useClock = defineStore('clock', () => {
  const second = shallowRef(Date.now())
  const minute = shallowRef(Date.now())
  useIntervalFn(() => {
    second.value = Date.now()
  }, 1_000)
  useIntervalFn(() => {
    minute.value = Date.now()
  }, 30_000)
  return { second: readonly(second), minute: readonly(minute) }
})
