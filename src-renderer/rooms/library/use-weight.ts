/** How large all takes of a selection are together, and how many of them have a star: summed here, or by main where they are not loaded. */
import type { Take } from '#contract/takes.ts'
import { useThrottleFn } from '@vueuse/core'
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import { printRuns } from '#rules/search/runs.ts'
import { useTakes } from '../../stores/takes.ts'
import { attempt, patientStudio } from '../../studio.ts'

export interface Weight { readonly sizeBytes: number, readonly areStarred: boolean }

/** After a change of takes: a person sees no more than that. */
const newsPauseMs = 500

/** `numbers` is null where `chosen` has all of them. Null until main has answered. */
export function useWeight({ chosen, numbers, isBusy }: {
  chosen: () => readonly Take[]
  numbers: () => ReadonlySet<number> | null
  /** While takes are changed part by part, nothing is asked. */
  isBusy: () => boolean
}) {
  const ofMany = shallowRef<Weight | null>(null)
  let turn = 0

  async function ask(): Promise<void> {
    const mine = ++turn
    const asked = numbers()
    if (asked === null || isBusy())
      return
    // In the order of filing, a whole library is one run.
    const answer = await attempt(patientStudio.takes.weigh({ runs: printRuns([...asked].sort((a, b) => a - b)) }))
    if (mine === turn && answer.value)
      ofMany.value = { sizeBytes: answer.value.sizeBytes, areStarred: answer.value.starred === answer.value.count }
  }

  watch(numbers, () => {
    ofMany.value = null
    void ask()
  }, { immediate: true })
  watch(isBusy, () => void ask())
  onScopeDispose(useTakes().listen(useThrottleFn(() => void ask(), newsPauseMs, true)))
  onScopeDispose(() => turn += 1)

  return computed<Weight | null>(() => numbers() !== null
    ? ofMany.value
    : {
        sizeBytes: chosen().reduce((sum, take) => sum + take.asset.sizeBytes, 0),
        areStarred: chosen().every(take => take.isStarred),
      })
}
