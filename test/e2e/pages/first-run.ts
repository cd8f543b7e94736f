/** The first run: three doors, and the form behind the middle one. */
import type { Page } from '@playwright/test'
import type { StoryService } from '../kit/service.ts'
import { connectForm } from './connect-form.ts'

export function firstRun(page: Page) {
  const form = connectForm(page)
  return {
    sample: page.getByRole('button', { name: 'Open sample' }),
    connect: page.getByRole('button', { name: 'Connect…' }),
    look: page.getByRole('button', { name: 'Skip' }),
    form,
    async lookAround(): Promise<void> {
      await page.getByRole('button', { name: 'Skip' }).click()
      await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor()
    },
    /** Through the middle door with a key that is good. */
    async enterWith(service: Pick<StoryService, 'url' | 'key'>): Promise<void> {
      await page.getByRole('button', { name: 'Connect…' }).click()
      await form.fill({ baseUrl: service.url, key: service.key })
      await form.submit()
      await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor()
    },
    /** Makes the sample project and waits in its script. */
    async openSample(): Promise<void> {
      await page.getByRole('button', { name: 'Open sample' }).click()
      await page.waitForURL(/projects\/[^/]+\/script/)
    },
  }
}
