/** A paste does something only when it was asked for: by its key or a menu, never by the middle button. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pasteKeyOf, watchPasting } from '../../../src-renderer/actions/pasting.ts'

type Press = Parameters<typeof pasteKeyOf>[0]
function press(key: string, more: Partial<Press> = {}): Press {
  return { key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false, ...more }
}
const paste = press('v', { code: 'KeyV', ctrlKey: true })
const [left, middle, right] = [0, 1, 2]

describe('the keys that paste', () => {
  it('are Ctrl+V and Command+V, on any keyboard, Shift+Insert and the key Paste', () => {
    for (const pressed of [
      paste,
      press('V', { code: 'KeyV', ctrlKey: true }),
      press('v', { code: 'KeyV', metaKey: true }),
      press('м', { code: 'KeyV', ctrlKey: true }),
      press('v', { code: 'Period', ctrlKey: true }),
      press('Insert', { shiftKey: true }),
      press('Paste'),
    ])
      expect(pasteKeyOf(pressed), JSON.stringify(pressed)).toBe('paste')
    expect(pasteKeyOf(press('V', { code: 'KeyV', ctrlKey: true, shiftKey: true }))).toBe('plain')
    // On Dvorak, the key at the place of V has a K.
    const others = [press('k', { code: 'KeyV', ctrlKey: true }), press('v'), press('v', { altKey: true, ctrlKey: true }), press('Insert')]
    for (const pressed of others)
      expect(pasteKeyOf(pressed), JSON.stringify(pressed)).toBeNull()
  })
})

describe('a paste', () => {
  it('is asked for by its key, once for each press', () => {
    const watched = watchPasting(false)
    watched.key(press('Control', { ctrlKey: true }))
    watched.key(paste)
    expect(watched.isAsked(false)).toBe(true)
    expect(watched.isAsked(false)).toBe(false)
    watched.key({ ...paste, repeat: true })
    expect(watched.isAsked(false), 'held down').toBe(false)
  })

  it('is asked for by the menu of the browser', () => {
    const watched = watchPasting(false)
    watched.pointer(right)
    watched.menu()
    expect(watched.isAsked(false)).toBe(true)
  })

  it('without its shape is for words alone', () => {
    const watched = watchPasting(false)
    const plain = press('V', { code: 'KeyV', ctrlKey: true, shiftKey: true })
    watched.key(plain)
    expect(watched.isAsked(false)).toBe(false)
    watched.key(plain)
    expect(watched.isAsked(true)).toBe(true)
  })

  it('in the app is also asked for by the menu bar, which the page does not see', () => {
    const watched = watchPasting(true)
    watched.pointer(left)
    expect(watched.isAsked(false)).toBe(true)
  })

  it('never comes of the middle button, whatever was pressed before', () => {
    const gesture = fc.oneof(
      fc.constantFrom(paste, press('c', { ctrlKey: true }), press('a')).map(pressed => ({ pressed })),
      fc.constantFrom(left, middle, right).map(button => ({ button })),
      fc.constant({ menu: true }),
    )
    fc.assert(fc.property(fc.array(gesture), fc.boolean(), fc.boolean(), (before, hasMenuBar, intoText) => {
      const watched = watchPasting(hasMenuBar)
      for (const each of before)
        'pressed' in each ? watched.key(each.pressed) : 'button' in each ? watched.pointer(each.button) : watched.menu()
      watched.pointer(middle)
      expect(watched.isAsked(intoText)).toBe(false)
      expect(watched.isAsked(intoText)).toBe(false)
    }))
  })
})
