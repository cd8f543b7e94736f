/** All projects. */
import type { Page } from '@playwright/test'

export function projectsRoom(page: Page) {
  return {
    heading: page.getByRole('heading', { name: 'Projects', level: 1 }),
    card: (name: string) => page.getByRole('article').filter({ hasText: name }),
    /** Creates a project and waits for its script. */
    async create(name: string): Promise<void> {
      await page.getByRole('button', { name: 'New project' }).first().click()
      await page.getByRole('textbox', { name: 'Name' }).fill(name)
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await page.waitForURL(/projects\/[^/]+\/script/)
    },
  }
}
