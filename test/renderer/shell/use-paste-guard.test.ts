/** Pastes that nobody asked for do not reach the room: the middle button of X11 sends them. */
import { expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import { usePasteGuard } from '../../../src-renderer/shell/use-paste-guard.ts'
import { FakeElement, FakeInput, openFakePage } from '../../kit/fake-fields.ts'

function open(protocol = 'http:') {
  const { window, send } = openFakePage()
  vi.stubGlobal('location', { protocol })
  effectScope(true).run(usePasteGuard)
  const press = { code: 'KeyV', key: 'v', ctrlKey: true, metaKey: false, altKey: false, shiftKey: false, repeat: false }
  return {
    key: (has: object = {}) => send(window, 'keydown', { ...press, ...has }),
    pointer: (button: number) => send(window, 'pointerdown', { button }),
    menu: () => send(window, 'contextmenu'),
    paste: (at: FakeElement) => send(window, 'paste', {}, at),
  }
}

it('of the keys reach the room once', () => {
  const page = open()
  page.key()
  expect(page.paste(new FakeElement())).toEqual({ isPrevented: false, isHeard: true })
  expect(page.paste(new FakeElement())).toEqual({ isPrevented: true, isHeard: false })
})

it('of the browser’s own menu reach it, too', () => {
  const page = open()
  page.menu()
  expect(page.paste(new FakeElement())).toEqual({ isPrevented: false, isHeard: true })
})

it('of the middle button are text in a field, and nothing elsewhere', () => {
  const page = open()
  page.pointer(1)
  expect(page.paste(new FakeInput())).toEqual({ isPrevented: false, isHeard: false })
  page.pointer(1)
  expect(page.paste(new FakeElement())).toEqual({ isPrevented: true, isHeard: false })
  page.pointer(1)
  expect(page.paste(new FakeInput('range'))).toEqual({ isPrevented: false, isHeard: false })
})

it('of the app’s menu bar come without a sign, and are asked for', () => {
  expect(open('takeroom:').paste(new FakeElement())).toEqual({ isPrevented: false, isHeard: true })
})
