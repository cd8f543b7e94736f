/** The next step of a project, below its bar. */
import type { Page } from '@playwright/test'

export function guide(page: Page) {
  const step = page.getByRole('region', { name: 'Next step' })
  return {
    step,
    /** Waits for the step whose button says this, and presses it. */
    press: (label: string) => step.getByRole('button', { name: label, exact: true }).click(),
  }
}
