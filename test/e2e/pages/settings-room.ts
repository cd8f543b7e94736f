/** The settings: accounts, look and language. */
import type { Page } from '@playwright/test'
import { connectForm } from './connect-form.ts'
import { chooseFromMenu } from './parts.ts'

export function settingsRoom(page: Page) {
  const account = (name: string) => page.getByRole('article').filter({ hasText: name })
  return {
    account,
    form: connectForm(page),
    add: page.getByRole('button', { name: 'Connect an account' }),
    more: (name: string, entry: string) => chooseFromMenu(account(name).getByRole('button', { name: `More: ${name}` }), entry),
    choose: (label: string) => page.locator('.one-of label').filter({ hasText: label }).click(),
    question: page.locator('.n-dialog'),
  }
}
