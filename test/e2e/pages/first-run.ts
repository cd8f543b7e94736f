/** The first run: its three choices, and the account form. */
import type { Page } from '@playwright/test'
import type { StoryService } from '../kit/service.ts'
import { connectForm } from './connect-form.ts'

export function firstRun(page: Page) {
  const form = connectForm(page)
  return {
    sample: page.getByRole('button', { name: 'Open sample project' }),
    connect: page.getByRole('button', { name: 'Connect…' }),
    look: page.getByRole('button', { name: 'Explore' }),
    form,
    async lookAround(): Promise<void> {
      await page.getByRole('button', { name: 'Explore' }).click()
      await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor()
    },
    /** Connects an account with a valid key. */
    async enterWith(service: Pick<StoryService, 'url' | 'key'>): Promise<void> {
      await page.getByRole('button', { name: 'Connect…' }).click()
      await form.fill({ baseUrl: service.url, key: service.key })
      await form.submit()
      await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor()
    },
    /** Opens the sample project and waits for its script. */
    async openSample(): Promise<void> {
      await page.getByRole('button', { name: 'Open sample project' }).click()
      await page.waitForURL(/projects\/[^/]+\/script/)
    },
  }
}
