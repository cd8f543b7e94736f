/** The recorder: the dialog behind every *Record…*. */
import type { Page } from '@playwright/test'
import { soundIn } from './parts.ts'

export function recorder(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Record' })
  return {
    dialog,
    level: dialog.getByRole('meter', { name: 'Level' }),
    time: dialog.getByRole('timer'),
    status: dialog.getByRole('status'),
    countdown: dialog.getByRole('checkbox', { name: 'Count down 3, 2, 1' }),
    sound: soundIn(dialog),
    open: (place = page.locator('body')) => place.getByRole('button', { name: 'Record…' }).first().click(),
    press: (name: 'Record' | 'Stop' | 'Keep' | 'Discard') =>
      dialog.getByRole('button', { name: new RegExp(`^${name}`) }).click(),
  }
}
