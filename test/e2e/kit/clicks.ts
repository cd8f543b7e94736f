/** How often a person has pressed the mouse on the page: real presses, of whatever the story did. */
import type { Page } from '@playwright/test'

/** Counts from now on. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset.clicks = '0'
    addEventListener('pointerdown', ({ isTrusted, pointerType }) => {
      const { dataset } = document.documentElement
      if (isTrusted && pointerType === 'mouse')
        dataset.clicks = String(Number(dataset.clicks) + 1)
    }, { capture: true })
  })
  return () => page.evaluate(() => Number(document.documentElement.dataset.clicks))
}
