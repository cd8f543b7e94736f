/** Time from starting the built web host to a usable page: process, databases, page, first feeds. */
import type { Figure } from './figure.ts'
import { chromium } from '@playwright/test'
import { startStudio } from '../kit/web-studio.ts'
import { round } from './figure.ts'

export async function* figures(): AsyncGenerator<Figure> {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  const times: { listening: number, usable: number }[] = []
  for (let run = 0; run < 5; run++) {
    const startedAt = performance.now()
    const studio = await startStudio()
    const listening = performance.now() - startedAt
    const page = await browser.newPage()
    await page.goto(studio.address)
    await page.getByRole('button', { name: 'Explore' }).waitFor()
    times.push({ listening, usable: performance.now() - startedAt })
    await page.close()
    await studio.close()
  }
  await browser.close()
  const median = (
    pick: (time: { listening: number, usable: number }) => number,
  ): number => round(times.map(pick).sort((a, b) => a - b)[2] ?? 0, 0)
  yield { name: 'start to listening, median of 5', value: median(time => time.listening), limit: null, unit: 'ms' }
  yield { name: 'start to usable page, median of 5', value: median(time => time.usable), limit: 3000, unit: 'ms' }
}
