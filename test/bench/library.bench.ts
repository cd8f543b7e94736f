/**
 * The library with 100,000 takes, or 1,000,000 with `--million`, next to an empty one: starting, opening, scrolling, jumping and searching,
 * in the machine's Chromium, and what they need of memory; before that, 1,000 files come in.
 */
import type { CDPSession, Page } from '@playwright/test'
import type { WebStudio } from '../kit/web-studio.ts'
import type { Figure } from './figure.ts'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { openStudio } from '../../src-main/studio/open-studio.ts'
import { chromiumFlags, shellPath } from '../kit/chromium.ts'
import { testPorts } from '../kit/ports.ts'
import { startStudio } from '../kit/web-studio.ts'
import { p95, round } from './figure.ts'
import { fillLibrary, writeFiles } from './library/fill.ts'
import { importFiles, jumps, leap, openings, scroll, searches } from './library/page-acts.ts'
import { frameFigures, steps } from './steps.ts'

const fileCount = 1_000
/** What the page does once at its start is over by then. */
const restMs = 1500

interface Opened { readonly studio: WebStudio, readonly page: Page, readonly session: CDPSession, readonly startMs: number }

export async function* figures(flags: readonly string[]): AsyncGenerator<Figure> {
  const takeCount = flags.includes('--million') ? 1_000_000 : 100_000
  const all = `${takeCount.toLocaleString('en')} takes`
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-bench-'))
  const browser = await chromium.launch({ ...shellPath && { executablePath: shellPath }, args: chromiumFlags })
  try {
    const inStudio = join(folder, 'studio')
    await welcomed(inStudio)
    const open = async (): Promise<Opened> => {
      const from = performance.now()
      const studio = await startStudio({ folder: inStudio })
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await page.goto(studio.address)
      await page.getByRole('link', { name: 'Library' }).waitFor()
      const startMs = performance.now() - from
      const session = await page.context().newCDPSession(page)
      await session.send('Performance.enable', { timeDomain: 'threadTicks' })
      await page.waitForTimeout(restMs)
      return { studio, page, session, startMs }
    }
    const starts = async (): Promise<number> => {
      const times: number[] = []
      for (let run = 0; run < 5; run++) {
        const { studio, page, startMs } = await open()
        await page.close()
        await studio.close({ forget: false })
        times.push(startMs)
      }
      return median(times)
    }

    const emptyStart = await starts()
    yield { name: 'start, empty', value: round(emptyStart, 0), limit: null, unit: 'ms' }
    const empty = await open()
    yield* importFigures(empty, await writeFiles(join(folder, 'files'), fileCount))
    const few = median((await openings(empty.page)).slice(1))
    yield { name: `opening ${fileCount} takes`, value: round(few, 0), limit: null, unit: 'ms' }
    await empty.page.close()
    await empty.studio.close({ forget: false })

    await fillLibrary(inStudio, takeCount)
    yield { name: `start, ${all}`, value: round(await starts(), 0), limit: round(emptyStart * 1.2, 0), unit: 'ms' }
    const { studio, page, session } = await open()
    const [first = 0, ...others] = await openings(page)
    yield { name: `opening ${all}, the first time`, value: round(first, 0), limit: null, unit: 'ms' }
    yield { name: `opening ${all}`, value: round(median(others), 0), limit: round(few * 1.5, 0), unit: 'ms' }
    yield* frameFigures('scrolling', await steps(page, session, scroll))
    yield* frameFigures('scrolling a page at a time', await steps(page, session, leap))
    for (const [name, times] of Object.entries(await jumps(page)))
      yield { name: `jump with the scroll bar → ${name}, p95 of ${times.length}`, value: round(p95(times), 0), limit: 100, unit: 'ms' }
    for (const [kind, text] of [['a rare word', 'zeppelin'], ['a common word', 'harbour'], ['a word half typed', 'lightho']] as const) {
      const value = round(median(await searches(page, text)), 0)
      yield { name: `key press → painted, ${kind}, median of 10`, value, limit: 50, unit: 'ms' }
    }
    yield { name: 'memory of main', value: residentMegabytes(studio.pid), limit: 250, unit: 'MB' }
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    yield { name: 'memory of the page, its heap', value: round(usedSize / 1e6, 0), limit: 150, unit: 'MB' }
    await studio.close({ forget: false })
  }
  finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function welcomed(folder: string): Promise<void> {
  const studio = await openStudio(testPorts(folder))
  await studio.parts.settings.change({ hasSeenWelcome: true })
  await studio.close()
}

/** Files come in while somebody looks at the library. */
async function* importFigures({ page, session }: Opened, paths: readonly string[]): AsyncGenerator<Figure> {
  const from = performance.now()
  const isDone = await importFiles(page, paths)
  const watched = []
  while (!isDone())
    watched.push(...await steps(page, session, () => {}, { count: 60, warm: 0 }))
  yield { name: `importing ${paths.length} files`, value: round((performance.now() - from) / 1000, 1), limit: null, unit: 's' }
  yield* frameFigures(`importing ${paths.length} files`, watched)
}

/** What the process has in memory of its own, as the system counts it. */
function residentMegabytes(pid: number): number {
  const line = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n').find(each => each.startsWith('VmRSS'))
  return round(Number.parseInt(line?.replace(/\D+/, '') ?? '', 10) / 1024, 0)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
