/**
 * Which `paste` events somebody asked for: those of Ctrl+V, Shift+Insert and menus. On X11 the middle button, also one that pans, sends
 * `paste` with whatever was marked last in any program: that is text for text fields, and no act.
 */
type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat'>

/** `plain` is Ctrl+Shift+V, with which browsers paste words alone. Null: another key. */
export function pasteKeyOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Press): 'paste' | 'plain' | null {
  if (key === 'Paste' || (key === 'Insert' && shiftKey && !ctrlKey && !metaKey && !altKey))
    return 'paste'
  // By its place, too: on a Cyrillic keyboard the same key has another letter.
  const isLetter = key.toLowerCase() === 'v' || (code === 'KeyV' && !/^[a-z]$/i.test(key))
  if (!isLetter || !(ctrlKey || metaKey) || altKey)
    return null
  return shiftKey ? 'plain' : 'paste'
}

type Asked = 'paste' | 'plain' | 'menu' | 'middle' | 'nothing'

/** `hasMenuBar`: of a program with its own menu, whose *Paste* the page does not see coming. */
export function watchPasting(hasMenuBar: boolean) {
  let last: Asked = 'nothing'
  return {
    key(press: Press): void {
      if (['Control', 'Shift', 'Alt', 'Meta'].includes(press.key))
        return
      // Held down, it is one wish.
      last = press.repeat ? 'nothing' : pasteKeyOf(press) ?? 'nothing'
    },
    /** `button` as of pointer events. */
    pointer(button: number): void {
      last = button === 1 ? 'middle' : 'nothing'
    },
    /** The browser's own menu has opened. */
    menu(): void {
      last = 'menu'
    },
    /** Whether the next paste event may run our action. */
    isAsked(intoText: boolean): boolean {
      const asked = last
      // The next one is its own wish.
      last = asked === 'middle' ? 'middle' : 'nothing'
      return asked === 'paste' || asked === 'menu' || (asked === 'plain' && intoText) || (asked === 'nothing' && hasMenuBar)
    },
  }
}
