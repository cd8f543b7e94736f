/** A field that takes its words when it is left takes them when the page closes. */
import { expect, it } from 'vitest'
import { effectScope } from 'vue'
import { useTakeFields } from '../../../src-renderer/shell/use-take-fields.ts'
import { FakeElement, FakeInput, openFakePage } from '../../kit/fake-fields.ts'

function close(at: FakeElement | null): void {
  const { window, document, send } = openFakePage()
  effectScope(true).run(useTakeFields)
  document.activeElement = at
  send(window, 'pagehide')
}

it.each([new FakeInput(), new FakeElement({ tag: 'textarea' }), new FakeElement({ isEditable: true })])('leaves a field of text (%#)', (field) => {
  close(field)
  expect(field.blur).toHaveBeenCalledOnce()
})

it.each([new FakeInput('checkbox'), new FakeInput('range'), new FakeElement({ tag: 'button' })])('leaves all else alone (%#)', (field) => {
  close(field)
  expect(field.blur).not.toHaveBeenCalled()
})

it('does nothing where nothing has the focus', () => {
  expect(() => close(null)).not.toThrow()
})
