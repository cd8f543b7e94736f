/** What acts of the library mean: the takes that are selected, or the numbers of very many, and what all of them are together. */
import type { Take } from '#contract/takes.ts'
import type { ManyTakes, TakesToActOn } from '../../parts/takes/take-work.ts'
import { computed } from 'vue'
import { asMany, useTakeWork } from '../../parts/takes/take-work.ts'
import { useWeight } from './use-weight.ts'

export function useSelected({ chosen, many, order }: {
  chosen: () => readonly Take[]
  /** The numbers of very many. */
  many: () => ReadonlySet<number> | null
  order: () => readonly number[]
}) {
  const work = useTakeWork()
  const isBusy = computed(() => work.now !== null)
  // Only an act or a dialog asks for this: the list may change often meanwhile.
  const selected = computed<TakesToActOn>(() => {
    const numbers = many()
    return numbers ? { numbers: order().filter(number => numbers.has(number)) } : chosen()
  })
  return {
    /** For dialogs, which show what is loaded. */
    selected,
    /** For acts. */
    acted: computed<ManyTakes>(() => asMany(selected.value)),
    count: computed(() => many()?.size ?? chosen().length),
    isMany: computed(() => many() !== null),
    /** Takes are being changed part by part. */
    isBusy,
    weight: useWeight({ chosen, numbers: many, isBusy: () => isBusy.value }),
  }
}
