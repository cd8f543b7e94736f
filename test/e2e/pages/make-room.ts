/** The workbenches: a request on the left, what it made on the right. */
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { choose, chooseFromMenu, shotIn, soundIn } from './parts.ts'

export type Bench = 'Speech' | 'Image' | 'Video'

export function makeRoom(page: Page) {
  const form = page.getByRole('form', { name: 'Request' })
  const results = page.getByRole('region', { name: 'Results' })
  const prompt = form.getByRole('textbox', { name: /^(?:Text to speak|Prompt|What to change)$/ })
  const field = (name: string) => form.locator('.field-row').filter({ has: page.getByText(name, { exact: true }) })
  /** While one request is on its way to the studio, a press sends nothing. */
  const send = () => form.locator('button[type=submit]:not(.n-button--loading)').click()
  const take = (words: string) => results.getByRole('article', { name: words, exact: true })
  return {
    form,
    results,
    prompt,
    field,
    take,
    stage: results.locator('.stage'),
    job: (words: string) => results.getByRole('article', { name: `In the queue: ${words}` }),
    live: page.locator('.live-bar'),
    open: (bench: Bench) => page.getByRole('tab', { name: bench }).click(),
    chooseModel: (model: string) => choose(form, 'Model', model),
    chooseField: (name: string, entry: string) => choose(form, name, entry),
    /** Opens sections that stay folded until they are wanted. */
    async unfold(section: string): Promise<void> {
      const fold = form.getByRole('button', { name: section, expanded: false })
      if (await fold.count() > 0)
        await fold.first().click()
    },
    /** Listens live from now on, with the sound coming this way. */
    chooseWay: (way: 'HTTP' | 'WebSocket') => chooseFromMenu(form.getByRole('button', { name: 'Live audio connection' }), way),
    send,
    sound: (words: string) => soundIn(take(words)),
    shot: () => shotIn(results.locator('.stage')),
    /** Sends a text that stays in the queue for now, and waits until it is there. */
    async queue(text: string): Promise<void> {
      await prompt.fill(text)
      await send()
      await expect(results.getByRole('article', { name: `In the queue: ${text}` })).toBeVisible()
    },
    /** Speaks a text and waits for its take. */
    async speak(text: string): Promise<void> {
      await prompt.fill(text)
      await send()
      await expect(take(text)).toBeVisible()
    },
    /** Draws a picture and waits until it is in hand. */
    async draw(words: string): Promise<void> {
      await prompt.fill(words)
      await send()
      await expect(results.getByRole('region', { name: words }).getByRole('img', { name: words })).toBeVisible()
    },
  }
}
