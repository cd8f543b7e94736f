/** Imports of files that are under way: their progress in the bar at the lower edge, and cancelling them. */
import { defineStore } from 'pinia'
import { shallowReadonly, shallowRef } from 'vue'

interface RunningImport {
  readonly id: number
  readonly total: number
  /** Imported or failed. */
  readonly done: number
  readonly cancel: () => void
}

export const useRunningImports = defineStore('running-imports', () => {
  const all = shallowRef<readonly RunningImport[]>([])
  let next = 1

  return {
    all: shallowReadonly(all),
    /** `advance` counts one more file; `end` removes the import. */
    begin(total: number) {
      const id = next++
      const stop = new AbortController()
      all.value = [...all.value, { id, total, done: 0, cancel: () => stop.abort() }]
      return {
        signal: stop.signal,
        advance: () => void (all.value = all.value.map(each => each.id === id ? { ...each, done: each.done + 1 } : each)),
        end: () => void (all.value = all.value.filter(each => each.id !== id)),
      }
    },
  }
})
