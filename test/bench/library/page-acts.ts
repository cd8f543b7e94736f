/** What a person does in the library's room, and how long until it is seen. */
import type { Page } from '@playwright/test'
import type { At } from '../steps.ts'

/** Picks files for the library; the returned function says whether all of them have come in. */
export async function importFiles(page: Page, paths: readonly string[]): Promise<() => boolean> {
  await page.getByRole('link', { name: 'Library' }).click()
  const picking = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import…' }).first().click()
  await (await picking).setFiles([...paths])
  let isOver = false
  void page.getByText(`${paths.length} files imported.`).waitFor({ timeout: 600_000 }).then(() => isOver = true)
  return () => isOver
}

/** From the address to the first cards on the screen, coming from another room. */
export async function openings(page: Page): Promise<number[]> {
  const all: number[] = []
  for (let run = 0; run < 10; run++) {
    all.push(await page.evaluate(async () => {
      location.hash = '#/queue'
      await new Promise(resolve => setTimeout(resolve, 600))
      const from = performance.now()
      location.hash = '#/library'
      while (!document.querySelector('.take-card'))
        await new Promise(resolve => requestAnimationFrame(resolve))
      // It was there before this frame, which is painted before what comes next.
      await new Promise(resolve => setTimeout(resolve))
      return performance.now() - from
    }))
  }
  return all
}

/**
 * From the event of the letters in the field, as the page gets it from the browser, to the count of what was found and its first cards.
 * Playwright itself needs as long again to bring the letters to the page.
 */
export async function searches(page: Page, text: string): Promise<number[]> {
  const field = page.getByRole('textbox', { name: /^Search prompt/ })
  const all: number[] = []
  for (let run = 0; run < 10; run++) {
    await field.fill('')
    await page.waitForTimeout(800)
    const painting = await page.evaluateHandle(() => {
      const before = document.querySelector('.count')?.textContent
      // In an object: a promise itself would be waited for here.
      return { ms: new Promise<number>(resolve => addEventListener('input', async ({ timeStamp }) => {
        while (document.querySelector('.count')?.textContent === before)
          await new Promise(next => requestAnimationFrame(next))
        // It was there before this frame, which is painted before what comes next.
        await new Promise(next => setTimeout(next))
        resolve(performance.now() - timeStamp)
      }, { capture: true, once: true })) }
    })
    await field.fill(text)
    all.push(await painting.evaluate(({ ms }) => ms))
  }
  return all
}

/** From the new place of the scroll bar until takes, and until all takes of the window are painted. */
export async function jumps(page: Page): Promise<Record<'first takes painted' | 'whole window painted', number[]>> {
  const all: Record<'first takes painted' | 'whole window painted', number[]> = { 'first takes painted': [], 'whole window painted': [] }
  for (let run = 0; run < 20; run++) {
    await page.waitForTimeout(400)
    const [first, whole] = await page.evaluate(async (part) => {
      const area = document.querySelector('.scroller')
      if (!area)
        throw new Error('There is no list')
      const edges = area.getBoundingClientRect()
      const inSight = (kind: string): boolean => [...area.querySelectorAll(kind)].some((cell) => {
        const { top, bottom } = cell.getBoundingClientRect()
        return bottom > edges.top && top < edges.bottom
      })
      const painted = (): Promise<number> =>
        new Promise(resolve => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))))
      await painted()
      const from = performance.now()
      area.scrollTop = (area.scrollHeight - area.clientHeight) * part
      let now = await painted()
      while (!inSight('.take-card'))
        now = await painted()
      const begun = now - from
      while (inSight('.blank'))
        now = await painted()
      return [begun, now - from] as const
    }, (run * 7 % 20) / 19)
    all['first takes painted'].push(first)
    all['whole window painted'].push(whole)
  }
  return all
}

// What is done in the page: these are sent there as text.
export function scroll({ index }: At): void {
  const area = document.querySelector('.scroller')
  if (area)
    area.scrollTop += index % 40 < 30 ? 120 : -90
}
export function leap(): void {
  const area = document.querySelector('.scroller')
  if (area)
    area.scrollTop += 820
}
