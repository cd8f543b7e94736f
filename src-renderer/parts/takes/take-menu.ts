/** The takes that acts mean now: those whose menu was opened, or that have the focus; and the menu of a take. */
import type { Take } from '#contract/takes.ts'
import type { MenuIds } from '../../actions/menu.ts'
import type { TakesToActOn } from './take-work.ts'
import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowReadonly, shallowRef } from 'vue'
import { useMeant } from '../../actions/meant.ts'
import { useMenu } from '../../actions/menu.ts'

/** Takes that are not all loaded: very many that are selected, or a closed stack. */
export interface UnloadedTakes {
  readonly numbers: readonly number[]
  readonly count: number
  readonly areStarred: boolean
  readonly areTrashed: boolean
}

export type TargetTakes = readonly Take[] | UnloadedTakes

export const useTakeTarget = defineStore('take-target', () => {
  const current = shallowRef<TargetTakes>([])
  const meant = useMeant(() => current.value)
  /** Where only their numbers are known. */
  const unloaded = computed(() => 'numbers' in meant.now.value ? meant.now.value : null)
  const takes = computed<readonly Take[]>(() => 'numbers' in meant.now.value ? [] : meant.now.value)
  const look = shallowRef<((take: Take) => void) | null>(null)
  return {
    /** None where only their numbers are known. */
    takes,
    unloaded,
    /** All of them as they are now, for an act: what is selected may change while it is at work. */
    all: (): TakesToActOn => unloaded.value ? { numbers: unloaded.value.numbers } : takes.value,
    as: meant.as,
    set: (target: TargetTakes) => {
      current.value = target
    },
    /** Opens the viewer with the list that the room shows; null where a take is seen by itself. */
    look: shallowReadonly(look),
    /** The room that is being set up shows a list. */
    lookIn(open: (take: Take) => void): void {
      look.value = open
      onScopeDispose(() => {
        if (look.value === open)
          look.value = null
      })
    },
  }
})

/** What can be done with takes wherever they are shown. */
export const takeMenu: MenuIds = [
  ['take.details', 'take.look', 'take.source', 'take.again', 'take.vary', 'take.words'],
  ['take.save', 'take.save-many', 'take.reveal', 'take.copy'],
  [
    ...['take.star', 'take.rename', 'take.tag', 'take.note', 'take.collect', 'take.leave-collection', 'take.add', 'take.cover'],
    ...['take.restore', 'take.trash', 'take.purge'],
  ],
]

/** Opens the menu of these takes; `first` are acts of the room, which are above. */
export function useTakeMenu(): (event: MouseEvent, takes: TargetTakes, first?: MenuIds) => void {
  const menu = useMenu()
  const target = useTakeTarget()
  return (event, takes, first = []) => {
    if (menu.open(event, [...first, ...takeMenu], { meant: [target.as(takes)] }))
      target.set(takes)
  }
}
