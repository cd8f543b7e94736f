/** The voices: one's own, each with its clip and where it is registered, and those that come with models. */
import type { Page } from '@playwright/test'
import { chooseFromMenu, soundIn } from './parts.ts'

export function voicesRoom(page: Page) {
  const form = page.getByRole('form', { name: 'A voice of your own' })
  const own = (name: string) => page.getByRole('region', { name: 'My voices' }).getByRole('article', { name })
  return {
    form,
    own,
    search: page.getByRole('searchbox', { name: /^Find a voice/ }),
    create: page.getByRole('button', { name: 'New voice' }),
    findings: form.getByRole('list', { name: 'What the clip is worth' }),
    consent: form.getByLabel('Who agreed to this, and how?'),
    name: form.getByLabel('Name'),
    make: form.getByRole('button', { name: 'Make the voice' }),
    clip: soundIn(form),
    /** Picks a file of this machine. */
    pick: (path: string) => form.locator('input[type=file]').setInputFiles(path),
    /** A row of its registrations. */
    registration: (name: string, model: string) => own(name).getByRole('listitem').filter({ hasText: model }),
    more: (name: string, entry: string) => chooseFromMenu(own(name).getByRole('button', { name: `More: ${name}` }), entry),
    hear: (name: string) => own(name).getByRole('button', { name: `Hear ${name}` }),
  }
}
