/**
 * What acts mean: what their menu was opened on, for as long as it is open and until the chosen act has begun; at all other times what is
 * current in the room. News, or the focus that a menu gives back, never put something else in its place.
 */
import type { ComputedRef } from 'vue'
import type { MeantByMenu, MenuIds, MenuOptions } from './menu.ts'
import { computed } from 'vue'
import { useMenu } from './menu.ts'

export interface Meant<What> {
  readonly now: ComputedRef<What>
  /** For a menu whose acts mean things of more than one kind. */
  as: (what: What) => MeantByMenu
  /** Opens the menu on this. Answers whether it is open. */
  open: (event: MouseEvent, what: What, ids: MenuIds, options?: MenuOptions) => boolean
}

export function useMeant<What>(current: () => What): Meant<What> {
  const menu = useMenu()
  const kind = Symbol('meant')
  const as = (what: What): MeantByMenu => ({ kind, what })
  return {
    now: computed(() => {
      const one = menu.meant.find(each => each.kind === kind)
      // Only `as` of this kind has put it there.
      return one ? one.what as What : current()
    }),
    as,
    open: (event, what, ids, options = {}) => menu.open(event, ids, { ...options, meant: [as(what), ...options.meant ?? []] }),
  }
}
