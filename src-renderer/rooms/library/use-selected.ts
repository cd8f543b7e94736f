/** What acts of the library mean: the takes that are selected, or the numbers of very many, and what all of them are together. */
import type { Take } from '#contract/takes.ts'
import type { TargetTakes } from '../../parts/takes/take-menu.ts'
import type { ManyTakes, TakesToActOn } from '../../parts/takes/take-work.ts'
import { computed } from 'vue'
import { asMany, numbersOf, useTakeWork } from '../../parts/takes/take-work.ts'
import { useWeight } from './use-weight.ts'

export function useSelected({ chosen, many, order, inTrash }: {
  chosen: () => readonly Take[]
  /** The numbers of very many. */
  many: () => ReadonlySet<number> | null
  order: () => readonly number[]
  inTrash: () => boolean
}) {
  const work = useTakeWork()
  const isBusy = computed(() => work.now !== null)
  // Only an act or a dialog asks for this: the list may change often meanwhile.
  const selected = computed<TakesToActOn>(() => {
    const numbers = many()
    return numbers ? { numbers: order().filter(number => numbers.has(number)) } : chosen()
  })
  const isMany = computed(() => many() !== null)
  const count = computed(() => many()?.size ?? chosen().length)
  const weight = useWeight({ chosen, numbers: many, isBusy: () => isBusy.value })
  return {
    /** For dialogs, which show what is loaded. */
    selected,
    /** For acts. */
    acted: computed<ManyTakes>(() => asMany(selected.value)),
    /** For the menu of one that is selected. Very many are listed only when an act asks. */
    meant: computed<TargetTakes>(() => isMany.value
      ? {
          get numbers() { return numbersOf(selected.value) },
          get count() { return count.value },
          get areStarred() { return weight.value?.areStarred ?? false },
          areTrashed: inTrash(),
        }
      : chosen()),
    count,
    isMany,
    /** Takes are being changed part by part. */
    isBusy,
    weight,
  }
}
