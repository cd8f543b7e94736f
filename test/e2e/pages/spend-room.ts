/** Spend: overview, prices and budgets. */
import type { Page } from '@playwright/test'
import { choose } from './parts.ts'

export function spendRoom(page: Page) {
  const tabs = page.getByRole('navigation', { name: 'Spending sections' })
  const put = async (label: string, amount: string): Promise<void> => {
    const cell = page.getByRole('textbox', { name: label, exact: true })
    await cell.fill(amount)
    await cell.press('Enter')
  }
  return {
    open: (part: 'Overview' | 'Prices' | 'Budgets') => tabs.getByRole('button', { name: part }).click(),
    period: (name: string) => page.getByRole('radio', { name }).click(),
    total: page.locator('.sum:not(.credits)'),
    table: (name: string) => page.getByRole('table', { name, exact: true }),
    chart: page.getByRole('list', { name: 'By day', exact: true }),
    export: page.getByRole('button', { name: 'Export CSV' }),
    cell: (label: string) => page.getByRole('textbox', { name: label, exact: true }),
    price: (model: string, rate: string, amount: string) => put(`${model}, ${rate}`, amount),
    limit: (place: string, which: 'Soft limit' | 'Hard limit', amount: string) => put(`${place}, ${which}`, amount),
    budget: (place: string) => page.getByRole('listitem', { name: place }),
    addBudget: (project: string) => choose(page, 'Add project budget', project),
    question: page.getByRole('dialog', { name: /limit/ }),
  }
}
