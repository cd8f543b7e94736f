/** The voices: cloned ones with their clip and registrations, and the presets of the models. */
import type { Page } from '@playwright/test'
import { chooseFromMenu, soundIn } from './parts.ts'

export function voicesRoom(page: Page) {
  const form = page.getByRole('form', { name: 'New voice' })
  const own = (name: string) => page.getByRole('region', { name: 'My voices' }).getByRole('article', { name })
  return {
    form,
    own,
    search: page.getByRole('searchbox', { name: /^Search voices/ }),
    create: page.getByRole('button', { name: 'New voice', exact: true }),
    findings: form.getByRole('list', { name: 'Audio check' }),
    consent: form.getByLabel('Who gave consent, and how?', { exact: true }),
    name: form.getByLabel('Name', { exact: true }),
    refusal: form.getByRole('alert'),
    make: form.getByRole('button', { name: 'Create voice' }),
    clip: soundIn(form),
    /** Picks a file from disk. */
    pick: (path: string) => form.locator('input[type=file]').setInputFiles(path),
    /** One row of its registrations. */
    registration: (name: string, model: string) => own(name).getByRole('listitem').filter({ hasText: model }),
    forget: (name: string, model: string) => own(name).getByRole('button', { name: `Remove the registration with ${model}` }).click(),
    more: (name: string, entry: string) => chooseFromMenu(own(name).getByRole('button', { name: `More: ${name}` }), entry),
    hear: (name: string) => own(name).getByRole('button', { name: `Listen to ${name}` }),
  }
}
