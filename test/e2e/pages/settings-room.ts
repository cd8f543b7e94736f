/** The settings: their sections, accounts, the model catalogue, appearance and language. */
import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { connectForm } from './connect-form.ts'
import { choose, chooseFromMenu } from './parts.ts'

export type SectionName = 'Accounts' | 'Models' | 'Spending' | 'Storage and safety'
  | 'Queue' | 'Delivery' | 'Appearance and language' | 'Open pages' | 'About'

export function settingsRoom(page: Page) {
  const account = (name: string) => page.getByRole('article').filter({ hasText: name })
  const sections = page.getByRole('navigation', { name: 'Settings', exact: true })
  return {
    account,
    sections,
    search: page.getByRole('searchbox', { name: 'Search settings' }),
    results: page.getByRole('navigation', { name: 'Search results' }),
    /** Opens a section; the settings are open. */
    async open(section: SectionName): Promise<void> {
      const link = sections.getByRole('link', { name: section, exact: true })
      await link.click()
      await expect(link).toHaveAttribute('aria-current', 'page')
    },
    form: connectForm(page),
    add: page.getByRole('button', { name: 'Connect an account' }),
    more: (name: string, entry: string) => chooseFromMenu(account(name).getByRole('button', { name: `More: ${name}` }), entry),
    choose: (label: string) => page.locator('.one-of label').filter({ hasText: label }).click(),
    question: page.locator('[data-question]'),
    models: modelsSection(page),
  }
}

/** The model catalogue and the form that edits a model. */
function modelsSection(page: Page) {
  const section = page.locator('#models')
  const editor = page.getByRole('dialog', { name: /^(?:Add model|Edit “.*”)$/ })
  const model = (name: string) => section.getByRole('listitem').filter({ hasText: name })
  const parameter = (name: string) => editor.getByRole('listitem').filter({
    has: page.getByRole('button', { name: `Parameter ${name}`, exact: true }),
  })
  return {
    section,
    editor,
    model,
    parameter,
    add: section.getByRole('button', { name: 'Add model' }),
    ask: section.getByRole('button', { name: 'Check for new models' }),
    offer: section.getByRole('status'),
    act: (
      act: 'Edit' | 'Hide' | 'Show' | 'Remove',
      name: string,
    ) => section.getByRole('button', { name: `${act}: ${name}`, exact: true }).click(),
    id: editor.getByLabel('ID', { exact: true }),
    label: editor.getByLabel('Label', { exact: true }),
    save: editor.getByRole('button', { name: 'Save model' }),
    chooseKind: (kind: string) => choose(editor, 'Kind', kind),
    /** Opens a parameter for editing. */
    async open(name: string): Promise<Locator> {
      await parameter(name).getByRole('button', { name: `Parameter ${name}`, exact: true }).click()
      return parameter(name)
    },
    /** Saves the catalogue file; returns its path. */
    async export(): Promise<string> {
      const coming = page.waitForEvent('download')
      await section.getByRole('button', { name: 'Export', exact: true }).click()
      return await (await coming).path()
    },
    async import(path: string): Promise<void> {
      const picking = page.waitForEvent('filechooser')
      await section.getByRole('button', { name: 'Import…' }).click()
      await (await picking).setFiles(path)
    },
  }
}
