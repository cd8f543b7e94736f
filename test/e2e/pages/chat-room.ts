/** The chat workbench: conversations at the left, the open one with its composer, its parameters in a panel. */
import type { Page } from '@playwright/test'
import { expect } from '../kit/expect.ts'
import { chooseByTyping, chooseFromMenu, openBench } from './parts.ts'

export function chatRoom(page: Page) {
  const list = page.getByRole('complementary', { name: 'Conversations' })
  const messages = page.getByRole('log')
  const composer = page.getByRole('form', { name: 'Message' })
  const panel = page.getByRole('complementary', { name: 'System prompt and parameters' })
  const toScript = page.getByRole('dialog', { name: 'Send to script' })
  return {
    list,
    messages,
    composer,
    panel,
    toScript,
    /** Where files and takes can be dropped. */
    place: page.locator('section.open'),
    answers: messages.locator('.answer'),
    said: messages.locator('.said'),
    draft: composer.getByRole('textbox', { name: 'Message' }),
    stop: composer.getByRole('button', { name: 'Stop' }),
    open: () => openBench(page, 'Chat'),
    conversation: (title: string | RegExp) => list.getByRole('listitem').filter({ hasText: title }),
    chooseModel: (model: string) => chooseByTyping(composer, 'Model', model),
    fold: (section: string) => panel.getByRole('button', { name: section }).click(),
    field: (name: string) => panel.locator('.field-row').filter({ has: page.getByText(name, { exact: true }) }),
    openPanel: () => composer.getByRole('button', { name: 'System prompt and parameters' }).click(),
    attach: (paths: readonly string[]) => composer.locator('input[type=file]').setInputFiles([...paths]),
    act: (title: string | RegExp, entry: string) => chooseFromMenu(
      list.getByRole('listitem').filter({ hasText: title }).getByRole('button', { name: /^More actions for/ }),
      entry,
    ),
    /** Sends a message by keyboard and waits until the answer is complete. */
    async ask(words: string): Promise<void> {
      const before = await messages.locator('.answer').count()
      await composer.getByRole('textbox', { name: 'Message' }).fill(words)
      await expect(composer.getByRole('button', { name: /^(?:Send|Generate)/ })).toBeEnabled()
      await page.keyboard.press('Control+Enter')
      await messages.locator('.answer').nth(before).waitFor()
      await messages.locator('.answer[aria-busy=false]').nth(before).waitFor()
    },
  }
}
