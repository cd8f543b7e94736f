/** The one context menu that is open at a time. Its entries are registered actions, so that menu, keys and palette never differ. */
import type { Texts } from '../texts/texts.ts'
import type { Action } from './action.ts'
import { defineStore } from 'pinia'
import { shallowReadonly, shallowRef } from 'vue'
import { useActionRegistry } from './action.ts'
import { takesText } from './fields.ts'

export interface OpenMenu {
  /** In pixels of the window. */
  readonly x: number
  readonly y: number
  readonly groups: readonly (readonly Action[])[]
  /** What each group is about; null where nothing is told. */
  readonly titles: readonly (MenuTitle | null)[]
  /** Gets the focus back. */
  readonly back: HTMLElement | null
}

export type MenuTitle = (texts: Texts) => string

/** Ids of actions, in groups; those that may not run now are left out. */
export type MenuIds = readonly (readonly string[])[]

/** Something of one kind that a menu is opened on. */
export interface MeantByMenu { readonly kind: symbol, readonly what: unknown }

export interface MenuOptions {
  /** Where it opens; at the pointer unless told. */
  readonly at?: { readonly x: number, readonly y: number }
  /** Acts of this one place, which are registered nowhere: above the others. */
  readonly first?: readonly (readonly Action[])[]
  /** What the groups with these indexes are about. */
  readonly titles?: Readonly<Record<number, MenuTitle>>
  /** What its acts are about: see `useMeant`. */
  readonly meant?: readonly MeantByMenu[]
}

export const useMenu = defineStore('menu', () => {
  const registry = useActionRegistry()
  const now = shallowRef<OpenMenu | null>(null)
  const meant = shallowRef<readonly MeantByMenu[]>([])

  /** `givesBack` false: the focus has just gone somewhere else. */
  function close(givesBack = true): void {
    const back = now.value?.back
    now.value = null
    meant.value = []
    if (givesBack)
      back?.focus({ preventScroll: true })
  }

  return {
    now: shallowReadonly(now),
    meant: shallowReadonly(meant),
    close,
    /** Closes it and begins an act of it, which is about what the menu was opened on. */
    choose(begin: () => unknown): void {
      const about = meant.value
      // First the focus goes back: the act may put it somewhere else.
      close()
      meant.value = about
      try {
        begin()
      }
      finally {
        meant.value = []
      }
    },
    /**
     * Opens at the pointer, or below the focus when a key asked. A text field that is being written in keeps the menu of the browser,
     * which has its spelling and pasting; Shift+F10 opens this one there, too. Answers whether it is open.
     */
    open(event: MouseEvent, ids: MenuIds, { at: place, first = [], titles = {}, meant: about = [] }: MenuOptions = {}): boolean {
      const isByKey = event.button !== 2
      if (event.defaultPrevented || (!isByKey && takesText(event.target) && event.target === document.activeElement))
        return false
      // Which acts may run depends on it.
      meant.value = about
      const registered = ids.map(group => group.flatMap((id) => {
        const action = registry.find(id)
        return action && (!action.when || action.when()) ? [action] : []
      }))
      // A title is that of the groups from its own to the next; the first that is there shows it.
      const told = registered.map((_, index) => Math.max(...Object.keys(titles).map(Number).filter(at => at <= index), -1))
      const all = [
        ...first.map(actions => ({ actions, about: -1 })),
        ...registered.map((actions, index) => ({ actions, about: told[index] ?? -1 })),
      ].filter(({ actions }) => actions.length > 0)
      const groups = all.map(({ actions }) => actions)
      const shown = all.map(({ about }, index) => about === all[index - 1]?.about ? null : titles[about] ?? null)
      if (groups.length === 0) {
        close(false)
        return false
      }
      event.preventDefault()
      const { activeElement: at } = document
      const back = at instanceof HTMLElement && at !== document.body ? at : null
      now.value = { x: place?.x ?? event.clientX, y: place?.y ?? event.clientY, groups, titles: shown, back }
      return true
    },
  }
})

/** A button asks for the same menu as a right click, below itself. */
export function menuBelow({ currentTarget }: Event): void {
  const box = currentTarget instanceof Element ? currentTarget.getBoundingClientRect() : null
  const at = { clientX: box?.left ?? 0, clientY: box?.bottom ?? 0 }
  currentTarget?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...at }))
}

/** Shift+F10 and the menu key, everywhere alike: what has a menu is asked by the event that a right click sends. */
export function askForMenu(): boolean {
  const at = document.activeElement
  if (!(at instanceof HTMLElement) || at === document.body)
    return false
  const box = at.getBoundingClientRect()
  const [x, y] = [box.left + Math.min(24, box.width / 2), box.bottom - Math.min(6, box.height / 2)]
  return !at.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 0, clientX: x, clientY: y }))
}
