/** Escape in a field: it leaves the field, unless something in front of it or the field itself answers first. */
import { expect, it } from 'vitest'
import { effectScope } from 'vue'
import { useLeaveFields } from '../../../src-renderer/shell/use-leave-fields.ts'
import { FakeElement, FakeInput, openFakePage } from '../../kit/fake-fields.ts'

function open() {
  const page = openFakePage()
  effectScope(true).run(useLeaveFields)
  const press = (at: FakeElement, has: object = {}) => page.send(page.window, 'keydown', { key: 'Escape', ...has }, at)
  return { ...page, press }
}

it('leaves the field, and no part of the room hears the key', () => {
  const { press } = open()
  const field = new FakeInput()
  expect(press(field)).toEqual({ isPrevented: true, isHeard: false })
  expect(field.blur).toHaveBeenCalledOnce()
})

it('is the room’s outside of fields, and so is every other key', () => {
  const { press } = open()
  const [field, place] = [new FakeInput(), new FakeElement()]
  expect(press(place)).toEqual({ isPrevented: false, isHeard: true })
  expect(press(field, { key: 'Enter' })).toEqual({ isPrevented: false, isHeard: true })
  expect([field.blur, place.blur].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
})

it.each(['[role=dialog][aria-modal=true]', '.n-drawer', '[data-escape]'])('is left to %s around the field', (selector) => {
  const { press } = open()
  const field = new FakeInput('text', { within: [selector] })
  expect(press(field)).toEqual({ isPrevented: false, isHeard: true })
  expect(field.blur).not.toHaveBeenCalled()
})

it('is left to a list that is open', () => {
  const { press, shown } = open()
  shown.add('[role=menu]')
  const field = new FakeInput()
  expect(press(field)).toEqual({ isPrevented: false, isHeard: true })
  expect(field.blur).not.toHaveBeenCalled()
})

it.each([{ isComposing: true }, { repeat: true }])('does nothing with %j, and the room does not hear it', (has) => {
  const { press } = open()
  const field = new FakeInput()
  expect(press(field, has)).toEqual({ isPrevented: false, isHeard: false })
  expect(field.blur).not.toHaveBeenCalled()
})
