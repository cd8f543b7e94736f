/** The library with 100,000 takes: opening it, scrolling through it, jumping in it and searching it, in the machine's Chromium. */
import type { Page } from '@playwright/test'
import type { AssetId } from '#contract/words.ts'
import type { Figure } from './figure.ts'
import type { At } from './steps.ts'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { newId } from '../../src-main/base/ids.ts'
import { openDatabase } from '../../src-main/storage/database.ts'
import { libraryMigrations } from '../../src-main/storage/migrations/library/index.ts'
import { segment } from '../../src-main/storage/search-text.ts'
import { sql } from '../../src-main/storage/sql.ts'
import { openStudio } from '../../src-main/studio/open-studio.ts'
import { chromiumFlags, shellPath } from '../kit/chromium.ts'
import { openMediaKit } from '../kit/media.ts'
import { testPorts } from '../kit/ports.ts'
import { startStudio } from '../kit/web-studio.ts'
import { p95, round } from './figure.ts'
import { frameFigures, steps } from './steps.ts'

const takeCount = 100_000
const atOnce = 5_000
const words = 'the lighthouse keeper walks slowly along a cold grey harbour while distant ships answer with low horns and gulls turn over the water at dusk before rain'.split(' ')
/** What the page does once at its start is over by then. */
const standsMs = 1500

export async function* figures(): AsyncGenerator<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-bench-'))
  await fill(folder)
  const studio = await startStudio({ folder })
  const browser = await chromium.launch({ ...shellPath && { executablePath: shellPath }, args: chromiumFlags })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(studio.address)
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.waitForTimeout(standsMs)
    const [first = 0, ...others] = await openings(page)
    yield { name: 'opening 100,000 takes, the first time', value: round(first, 0), limit: null, unit: 'ms' }
    yield { name: 'opening 100,000 takes, p95', value: round(p95(others), 0), limit: null, unit: 'ms' }
    yield* frameFigures('scrolling', await steps(page, session, scroll))
    yield* frameFigures('scrolling a page at a time', await steps(page, session, leap))
    for (const [name, times] of Object.entries(await jumps(page)))
      yield { name: `jump with the scroll bar → ${name}, p95 of ${times.length}`, value: round(p95(times), 0), limit: 100, unit: 'ms' }
    for (const [name, text] of [['a rare word', 'zeppelin'], ['a common word', 'harbour'], ['a word half typed', 'lightho']] as const)
      yield { name: `search → painted, ${name}, p95 of 10`, value: round(p95(await searches(page, text)), 0), limit: null, unit: 'ms' }
  }
  finally {
    await browser.close()
    await studio.close({ forget: false })
    await rm(folder, { recursive: true, force: true })
  }
}

/** One sound, of which all are takes. */
async function fill(folder: string): Promise<void> {
  const media = await openMediaKit()
  const studio = await openStudio(testPorts(folder))
  await studio.parts.settings.change({ hasSeenWelcome: true })
  const tone = await media.tone('tone.wav', { seconds: 2 })
  const { asset } = await studio.parts.imports.file(await studio.parts.imports.receive(tone, createReadStream(tone), null), null)
  await studio.close()
  await media.close()
  const db = await openDatabase(join(folder, 'library.db'), { migrations: libraryMigrations })
  for (let from = 0; from < takeCount; from += atOnce) {
    const takes = Array.from({ length: atOnce }, (_, at) => aTake(from + at, asset.id))
    await db.transaction(async (tx) => {
      await tx.run(sql`
        INSERT INTO takes (id, kind, medium, title, text, asset_id, taken_at)
        SELECT value ->> 'id', 'speech', 'audio', value ->> 'title', value ->> 'text', value ->> 'assetId', value ->> 'takenAt'
        FROM ${sql.each(takes)}`)
      await tx.run(sql`
        INSERT INTO takes_search (rowid, words)
        SELECT takes.number, value ->> 'words' FROM ${sql.each(takes)} JOIN takes ON takes.id = value ->> 'id'`)
    })
  }
  await db.close()
}

function aTake(number: number, assetId: AssetId) {
  const text = Array.from({ length: 40 }, (_, at) => words[(number * 7 + at * (1 + number % 5)) % words.length]).join(' ')
    + (number % 997 === 0 ? ' zeppelin' : '')
  return { id: newId(), title: text.slice(0, 60), text, assetId, takenAt: 1_700_000_000_000 + number * 1000, words: segment(text) }
}

/** From the address to the first cards on the screen, coming from another room. */
async function openings(page: Page): Promise<number[]> {
  const all: number[] = []
  for (let run = 0; run < 10; run++) {
    all.push(await page.evaluate(async () => {
      location.hash = '#/queue'
      await new Promise(resolve => setTimeout(resolve, 600))
      const from = performance.now()
      location.hash = '#/library'
      while (!document.querySelector('.take-card'))
        await new Promise(resolve => requestAnimationFrame(resolve))
      await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      return performance.now() - from
    }))
  }
  return all
}

/** From the words in the field to the count of what was found, with what the room waits for more letters. */
async function searches(page: Page, text: string): Promise<number[]> {
  const field = page.getByRole('textbox', { name: /^Search prompt/ })
  const all: number[] = []
  for (let run = 0; run < 10; run++) {
    await field.fill('')
    await page.waitForTimeout(800)
    const [from, was] = await page.evaluate(() => [performance.now(), document.querySelector('.count')?.textContent] as const)
    await field.fill(text)
    all.push(await page.evaluate(async ([began, before]) => {
      while (document.querySelector('.count')?.textContent === before)
        await new Promise(resolve => requestAnimationFrame(resolve))
      await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      return performance.now() - began
    }, [from, was] as const))
  }
  return all
}

/** From the new place of the scroll bar until takes, and until all takes of the window are painted. */
async function jumps(page: Page): Promise<Record<'first takes painted' | 'whole window painted', number[]>> {
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
function scroll({ index }: At): void {
  const area = document.querySelector('.scroller')
  if (area)
    area.scrollTop += index % 40 < 30 ? 120 : -90
}
function leap(): void {
  const area = document.querySelector('.scroller')
  if (area)
    area.scrollTop += 820
}
