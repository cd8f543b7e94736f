/** The account is told once: by the room that has a chip, else by the strip. */
import { createPinia, setActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import { effectScope } from 'vue'
import { useShownChips } from '../../../../src-renderer/parts/accounts/shown-chips.ts'

it('knows of chips as long as their components live, also while one room takes the place of another', () => {
  setActivePinia(createPinia())
  const chips = useShownChips()
  const [script, make] = [effectScope(true), effectScope(true)]
  expect(chips.isAny).toBe(false)
  script.run(() => chips.show())
  make.run(() => chips.show())
  script.stop()
  expect(chips.isAny).toBe(true)
  make.stop()
  expect(chips.isAny).toBe(false)
})
