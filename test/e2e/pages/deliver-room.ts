/** Deliver: choosing a preset, rendering, and the list of deliveries. */
import type { Page } from '@playwright/test'
import { presets } from '#rules/deliver/presets.ts'
import { deliver as texts } from '../../../src-renderer/texts/en/deliver.ts'
import { expect } from '../kit/expect.ts'
import { choose, shotIn } from './parts.ts'

export function deliverRoom(page: Page) {
  const form = page.getByRole('form', { name: 'Deliver' })
  const row = (name: string) => page.locator('.delivery').filter({ hasText: name })
  return {
    form,
    row,
    overview: page.getByRole('region', { name: 'Overview' }),
    preview: shotIn(page.getByRole('region', { name: 'Deliver', exact: true })),
    async choosePreset(preset: string) {
      const known = presets.find(({ id }) => texts.presets[id]?.label.startsWith(preset))
      const purposes = form.getByRole('radiogroup', { name: texts.purpose })
      if (known)
        await purposes.getByText(texts.purposes[known.purpose].label, { exact: true }).click()
      await choose(form, 'Preset', preset)
    },
    captions: (mode: 'Burned in' | 'Embedded' | 'Sidecar (SRT)' | 'None') => form.getByText(mode, { exact: true }).click(),
    render: form.getByRole('button', { name: /^Render/ }),
    /** Renders under this name and waits for the files; returns their folder. */
    async deliver(name: string, timeout = 240_000): Promise<string> {
      await form.getByRole('textbox', { name: 'Name' }).fill(name)
      await form.getByRole('button', { name: /^Render/ }).click()
      await expect(row(name).locator('.file').first()).toBeVisible({ timeout })
      return await row(name).locator('code').textContent() ?? ''
    },
  }
}
