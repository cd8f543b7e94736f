/** The takes that acts mean now: those whose menu was opened, or that have the focus; and the menu of a take. */
import type { Take } from '#contract/takes.ts'
import type { MenuIds } from '../../actions/menu.ts'
import { defineStore } from 'pinia'
import { onScopeDispose, shallowReadonly, shallowRef } from 'vue'
import { useMenu } from '../../actions/menu.ts'

export const useTakeTarget = defineStore('take-target', () => {
  const takes = shallowRef<readonly Take[]>([])
  const look = shallowRef<((take: Take) => void) | null>(null)
  return {
    takes: shallowReadonly(takes),
    set: (target: readonly Take[]) => {
      takes.value = target
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
