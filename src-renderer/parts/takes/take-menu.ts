/** The takes that acts mean now: those whose menu was opened, or that have the focus; and the menu of a take. */
import type { Take } from '#contract/takes.ts'
import type { MenuIds } from '../../actions/menu.ts'
import { defineStore } from 'pinia'
import { shallowReadonly, shallowRef } from 'vue'
import { useMenu } from '../../actions/menu.ts'

export const useTakeTarget = defineStore('take-target', () => {
  const takes = shallowRef<readonly Take[]>([])
  return {
    takes: shallowReadonly(takes),
    set: (target: readonly Take[]) => {
      takes.value = target
    },
  }
})

/** What can be done with takes wherever they are shown. */
export const takeMenu: MenuIds = [
  ['take.details', 'take.source', 'take.again', 'take.vary', 'take.words'],
  ['take.save', 'take.save-many', 'take.reveal', 'take.copy'],
  [
    ...['take.star', 'take.rename', 'take.tag', 'take.collect', 'library.leave-collection', 'take.add', 'take.cover'],
    ...['take.restore', 'take.trash', 'take.purge'],
  ],
]

/** Opens the menu of these takes; `first` are acts of the room, which are above. */
export function useTakeMenu(): (event: MouseEvent, takes: readonly Take[], first?: MenuIds) => void {
  const menu = useMenu()
  const target = useTakeTarget()
  return (event, takes, first = []) => {
    target.set(takes)
    menu.open(event, [...first, ...takeMenu])
  }
}
