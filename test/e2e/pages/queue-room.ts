/** The queue: every job, what can be done with it, and what a failure says. */
import type { Page } from '@playwright/test'

export function queueRoom(page: Page) {
  const jobs = page.locator('li.job')
  return {
    jobs,
    job: (words: string | RegExp) => jobs.filter({ hasText: words }),
    clear: page.getByRole('button', { name: 'Clear ended' }),
    empty: page.getByRole('heading', { name: 'Nothing in the queue' }),
    question: page.locator('.n-dialog'),
    answer: (words: string | RegExp) => page.locator('.n-dialog').getByRole('button', { name: words }).click(),
  }
}
