/** Who places what is chosen in the bin: the timeline that is open next to it, at its playhead. */
import type { Take } from '#contract/takes.ts'
import type { LineId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { onScopeDispose, shallowReadonly, shallowRef } from 'vue'

export interface BinPlacer {
  readonly place: (takes: readonly Take[]) => void
  /** Shows it next to the film, to choose a part of it. */
  readonly open: (take: Take) => void
  /** Their chosen takes, tied to the lines. */
  readonly placeLines: (lineIds: readonly LineId[]) => void
}

export const useBinPlacer = defineStore('bin-placer', () => {
  const now = shallowRef<BinPlacer | null>(null)
  return {
    /** Null where there is no playhead. */
    now: shallowReadonly(now),
    /** For as long as the component is on screen. */
    provide(placer: BinPlacer): void {
      now.value = placer
      onScopeDispose(() => {
        if (now.value === placer)
          now.value = null
      })
    },
  }
})
