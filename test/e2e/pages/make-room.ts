/** The workbenches: the request on the left, its results on the right. */
import type { Page } from '@playwright/test'
import { expect } from '../kit/expect.ts'
import { choose, chooseFromMenu, openBench, shotIn, soundIn } from './parts.ts'

export type Bench = 'Speech' | 'Image' | 'Edit' | 'Video'

export function makeRoom(page: Page) {
  const form = page.getByRole('form', { name: 'Request' })
  const results = page.getByRole('region', { name: 'Results' })
  const prompt = form.getByRole('textbox', { name: /^(?:Text to speak|Prompt|What to change)$/ })
  const field = (name: string) => form.locator('.field-row').filter({ has: page.getByText(name, { exact: true }) })
  const send = () => form.locator('button[type=submit]').click()
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
    open: (bench: Bench) => openBench(page, bench),
    chooseModel: (model: string) => choose(form, 'Model', model),
    chooseField: (name: string, entry: string) => choose(form, name, entry),
    /** Opens the folded sections. */
    async unfold(section: string): Promise<void> {
      const fold = form.getByRole('button', { name: section, expanded: false })
      if (await fold.count() > 0)
        await fold.first().click()
    },
    /** Turns live audio on, over this connection. */
    chooseWay: (way: 'HTTP' | 'WebSocket') => chooseFromMenu(form.getByRole('button', { name: 'Live audio connection' }), way),
    send,
    sound: (words: string) => soundIn(take(words)),
    shot: () => shotIn(results.locator('.stage')),
    /** Sends a text that the service holds back, and waits until it is in the queue. */
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
    /** Generates an image and waits for its take. */
    async draw(words: string): Promise<void> {
      await prompt.fill(words)
      await send()
      await expect(results.getByRole('region', { name: words }).getByRole('img', { name: words })).toBeVisible()
    },
  }
}
