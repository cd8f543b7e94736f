/** The account form of the first run and of the settings. */
import type { Page } from '@playwright/test'

export function connectForm(page: Page) {
  const key = page.getByLabel('API key')
  return {
    key,
    refusal: page.getByRole('alert'),
    nothingKept: page.getByText('Nothing was stored.'),
    anyway: page.getByRole('button', { name: 'Add anyway' }),
    async fill(values: { name?: string, baseUrl?: string, key?: string }): Promise<void> {
      if (values.name !== undefined)
        await page.getByLabel('Name', { exact: true }).fill(values.name)
      if (values.baseUrl !== undefined)
        await page.getByLabel('Service address').fill(values.baseUrl)
      if (values.key !== undefined)
        await key.fill(values.key)
    },
    submit: () => page.getByRole('button', { name: /^Check and/ }).click(),
    cancel: () => page.getByRole('button', { name: 'Cancel' }).click(),
  }
}
