/** A bar that appears above while somebody presses a tab below it does not move the tab away. */
import { setTimeout } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { effectScope, ref } from 'vue'
import { steadyWhilePressed } from '../../../../src-renderer/parts/guide/steady-while-pressed.ts'

vi.stubGlobal('window', new EventTarget())

it('waits for the end of a press, and of the click after it', async () => {
  const scope = effectScope()
  const source = ref('none')
  const shown = scope.run(() => steadyWhilePressed(() => source.value))
  source.value = 'cast'
  expect(shown?.value).toBe('cast')

  window.dispatchEvent(new Event('pointerdown'))
  source.value = 'make'
  expect(shown?.value).toBe('cast')
  window.dispatchEvent(new Event('pointerup'))
  expect(shown?.value, 'the click comes after the button is released').toBe('cast')
  await setTimeout(5)
  expect(shown?.value).toBe('make')

  window.dispatchEvent(new Event('pointerdown'))
  source.value = 'look'
  window.dispatchEvent(new Event('blur'))
  await setTimeout(5)
  expect(shown?.value, 'a press that ends outside the window').toBe('look')
  scope.stop()
})
