/** The queue: its jobs, their actions and their failures. */
import type { Page } from '@playwright/test'

export function queueRoom(page: Page) {
  const jobs = page.locator('.job')
  return {
    jobs,
    job: (words: string | RegExp) => jobs.filter({ hasText: words }),
    /** Titles from top to bottom. */
    titles: () => page.locator('.job .title').allTextContents(),
    heading: (words: string) => page.locator('.heading').filter({ hasText: words }),
    clear: page.getByRole('button', { name: 'Clear finished' }),
    pause: page.getByRole('button', { name: 'Pause queue' }),
    resume: page.getByRole('button', { name: 'Resume queue' }),
    search: page.getByRole('textbox', { name: 'Search the queue' }),
    empty: page.getByRole('heading', { name: 'Nothing in the queue' }),
    question: page.locator('[data-question]'),
    answer: (words: string | RegExp) => page.locator('[data-question]').getByRole('button', { name: words }).click(),
    notice: (words: string | RegExp) => page.locator('.notice').filter({ hasText: words }),
    /** Focuses a job, like a click next to its text. */
    choose: (words: string | RegExp) => jobs.filter({ hasText: words }).first().click({ position: { x: 8, y: 40 } }),
  }
}
