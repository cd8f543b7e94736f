/** Alt that was held for the pointer does not put the focus into the menu bar; Alt alone does, as everywhere. */
import { expect, it } from 'vitest'
import { effectScope } from 'vue'
import { useMenuBarGuard } from '../../../src-renderer/shell/use-menu-bar-guard.ts'
import { openFakePage } from '../../kit/fake-fields.ts'

function open() {
  const { document, send } = openFakePage()
  effectScope(true).run(useMenuBarGuard)
  return {
    press: (repeat = false) => send(document, 'keydown', { key: 'Alt', repeat }),
    act: (name: string, altKey = true) => send(document, name, { altKey }),
    /** Answers whether the system does not see the key go up. */
    release: (key = 'Alt') => send(document, 'keyup', { key }).isPrevented,
  }
}

it.each(['pointerdown', 'wheel', 'drop', 'contextmenu'])('is kept from the menu bar after %s', (act) => {
  const alt = open()
  alt.press()
  alt.act(act)
  alt.press(true)
  expect(alt.release('Shift')).toBe(false)
  expect(alt.release()).toBe(true)
})

it('alone is the menu bar’s, also after one that was used', () => {
  const alt = open()
  alt.press()
  expect(alt.release()).toBe(false)
  alt.press()
  alt.act('wheel')
  expect(alt.release()).toBe(true)
  alt.press()
  alt.act('wheel', false)
  expect(alt.release()).toBe(false)
})
