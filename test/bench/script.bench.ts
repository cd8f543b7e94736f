/** The room of the script with 4,000 lines: what a writer waits for. */
import type { CDPSession, Page } from '@playwright/test'
import type { Figure } from './figure.ts'
import type { LongScript } from './script/long-script.ts'
import type { At, Step } from './steps.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { readScriptAs } from '#rules/script/read-script.ts'
import { chromiumFlags, shellPath } from '../kit/chromium.ts'
import { openMediaKit } from '../kit/media.ts'
import { startStudio } from '../kit/web-studio.ts'
import { sceneMixed } from '../seam/script/corpus/scene-mixed.ts'
import { medianMs, p95, round } from './figure.ts'
import { heardCount, openLongScript } from './script/long-script.ts'
import { busyMs, frameFigures, steps } from './steps.ts'

/** What the page does once at its start is over by then. */
const standsMs = 1500
const readCharacters = 500_000
const inMain = 'in main, 1,000 of 4,000 lines'

export async function* figures(): AsyncGenerator<Figure> {
  yield* readingFigures()
  const media = await openMediaKit()
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-bench-'))
  const long = await openLongScript(folder, media)
  yield* mainFigures(long)
  await long.studio.close()
  const studio = await startStudio({ folder })
  const browser = await chromium.launch({ ...shellPath && { executablePath: shellPath }, args: chromiumFlags })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(studio.address)
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    yield* openingFigures(page, session, long)
    yield* frameFigures('scrolling', await steps(page, session, scroll))
    yield* frameFigures('scrolling a page at a time', await steps(page, session, leap))
    await page.evaluate(() => document.querySelector('.lines')?.scrollTo({ top: 40_000 }))
    await page.waitForTimeout(300)
    await page.evaluate(() => document.querySelectorAll<HTMLTextAreaElement>('textarea.text')[8]?.focus())
    yield* frameFigures('typing', await steps(page, session, type, { count: 60 }))
    yield { name: 'a key press → painted, p95', value: round(p95(await keyPresses(page)), 1), limit: 16, unit: 'ms' }
    await page.waitForTimeout(1500)
    yield* sheetFigures(page)
    yield* listenFigures(page, session)
    yield* recastFigures(page, session)
  }
  finally {
    await browser.close()
    await studio.close({ forget: false })
    await media.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** As a worker does it next to the page. */
async function* readingFigures(): AsyncGenerator<Figure> {
  const text = sceneMixed.source.repeat(Math.ceil(readCharacters / sceneMixed.source.length)).slice(0, readCharacters)
  const read = async (): Promise<unknown> => readScriptAs(text)
  yield { name: 'reading 500 kB of mixed script, off the thread of the page', value: await medianMs(7, read), limit: 300, unit: 'ms' }
}

async function* mainFigures({ studio, projectId }: LongScript): AsyncGenerator<Figure> {
  const { script } = studio.parts
  const [casting] = await script.castings(projectId)
  const model = studio.parts.models.all().find(each => each.id === casting?.modelId)
  let run = 0
  const recast = async (): Promise<unknown> => casting && script.cast(projectId, {
    ...casting,
    fields: { voice: model?.presets[++run % 2]?.name ?? '' },
  })
  yield { name: 'all lines are read in main', value: await medianMs(5, () => script.lines(projectId)), limit: null, unit: 'ms' }
  yield { name: `a speaker is recast ${inMain}`, value: await medianMs(6, recast), limit: null, unit: 'ms' }
}

/** From the address to a picture of the lines, in turns with an empty project: the first time after the page is, and later. */
async function* openingFigures(page: Page, session: CDPSession, { projectId, emptyProjectId }: LongScript): AsyncGenerator<Figure> {
  const times: Record<string, number[]> = { full: [], empty: [] }
  const busy: number[] = []
  await page.waitForTimeout(standsMs)
  for (let run = 0; run < 6; run++) {
    for (const [name, id] of [['empty', emptyProjectId], ['full', projectId]] as const) {
      const before = await busyMs(session)
      const ms = await page.evaluate(async ([hash, isFull]) => {
        location.hash = '#/library'
        await new Promise(resolve => setTimeout(resolve, 600))
        const from = performance.now()
        location.hash = hash
        const shown = isFull ? '.line textarea' : '.nothing'
        while (!document.querySelector(shown))
          await new Promise(resolve => requestAnimationFrame(resolve))
        await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        return performance.now() - from
      }, [`#/projects/${id}/script`, name === 'full'] as const)
      times[name]?.push(ms)
      if (name === 'full')
        busy.push(await busyMs(session) - before)
    }
  }
  const [full, empty] = [times.full, times.empty].map(all => median(all?.slice(1) ?? [])) as [number, number]
  yield { name: 'opening 4,000 lines, the first time', value: round(times.full?.[0] ?? 0, 0), limit: 300, unit: 'ms' }
  yield { name: 'opening 4,000 lines', value: round(full, 0), limit: 300, unit: 'ms' }
  yield { name: 'opening an empty script', value: round(empty, 0), limit: null, unit: 'ms' }
  yield { name: 'opening 4,000 lines, main thread of the page', value: round(median(busy), 0), limit: null, unit: 'ms' }
  yield { name: 'rows that are built', value: await page.locator('.line').count(), limit: 60, unit: 'rows' }
  yield { name: 'elements of the page', value: await page.locator('*').count(), limit: null, unit: 'elements' }
}

/** From the press of *Choose voice* until its list is painted, with 2,000 voices. */
async function* sheetFigures(page: Page): AsyncGenerator<Figure> {
  const times: number[] = []
  for (let run = 0; run < 6; run++) {
    times.push(await page.evaluate(async () => {
      const from = performance.now()
      document.querySelector<HTMLElement>('.casting .voice')?.click()
      while (!document.querySelector('.sheet .voice'))
        await new Promise(resolve => requestAnimationFrame(resolve))
      const { port1, port2 } = new MessageChannel()
      await new Promise((resolve) => {
        port1.onmessage = resolve
        port2.postMessage(null)
      })
      return performance.now() - from
    }))
    if (run === 0)
      yield { name: 'rows of voices that are built', value: await page.locator('.sheet .voice').count(), limit: 60, unit: 'rows' }
    await page.keyboard.press('Escape')
    await page.locator('.sheet').waitFor({ state: 'detached' })
    await page.waitForTimeout(500)
  }
  yield { name: 'the sheet of 2,000 voices opens, the first time', value: round(times[0] ?? 0, 0), limit: 100, unit: 'ms' }
  yield { name: 'the sheet of 2,000 voices opens', value: round(median(times.slice(1)), 0), limit: 100, unit: 'ms' }
}

/** Transcripts of 300 lines come in one after another while somebody scrolls through them. */
async function* listenFigures(page: Page, session: CDPSession): AsyncGenerator<Figure> {
  await selectHeard(page)
  await page.keyboard.press('Alt+h')
  await page.getByRole('button', { name: `Listen back to ${heardCount} takes` }).click()
  const status = page.locator('.review [role=status]')
  await status.filter({ hasText: /[1-9]\d* takes? heard/ }).waitFor({ timeout: 30_000 })
  // The first of them warm up, as elsewhere.
  await steps(page, session, scroll, { count: 10 })
  const measured: Step[] = []
  let heard = 0
  while (heard < heardCount) {
    measured.push(...await steps(page, session, scroll, { count: 10, warm: 0 }))
    heard = Number.parseInt(await status.textContent() ?? '', 10)
  }
  yield* frameFigures(`listening back to ${heardCount} lines, scrolling`, measured)
  await page.keyboard.press('Alt+h')
  await page.keyboard.press('Escape')
}

/** Every second line has a take. */
async function selectHeard(page: Page): Promise<void> {
  const text = (place: number) => page.locator(`.line[aria-posinset="${place}"] textarea.text`)
  await page.evaluate(() => document.querySelector('.lines')?.scrollTo({ top: 0 }))
  await text(1).click()
  const last = text(2 * heardCount)
  while (await last.count() === 0) {
    await page.evaluate(() => document.querySelector('.lines')?.scrollBy({ top: 400 }))
    await page.waitForTimeout(50)
  }
  await last.click({ modifiers: ['Shift'] })
}

/**
 * From the choice of another preset voice until the first line on screen is told to be stale. The page works on for a while: the sheet
 * fades away, and what the lines will cost is worked out.
 */
async function* recastFigures(page: Page, session: CDPSession): AsyncGenerator<Figure> {
  await page.evaluate(() => document.querySelector('.lines')?.scrollTo({ top: 0 }))
  const times: number[] = []
  const busy: number[] = []
  for (let run = 0; run < 4; run++) {
    await page.locator('.casting .voice').first().click()
    await page.locator('.sheet .voice').nth(run % 2).getByRole('button').last().waitFor()
    await page.waitForTimeout(300)
    const before = await busyMs(session)
    times.push(await page.evaluate(async (at) => {
      const shown = (): string => document.querySelector('.line .state-dot')?.className ?? ''
      const was = shown()
      const from = performance.now()
      document.querySelectorAll('.sheet .voice')[at]?.querySelector<HTMLElement>('button:last-child')?.click()
      while (shown() === was && performance.now() - from < 5000)
        await new Promise(resolve => requestAnimationFrame(resolve))
      return performance.now() - from
    }, run % 2 === 0 ? 1 : 0))
    await page.waitForTimeout(1200)
    busy.push(await busyMs(session) - before)
  }
  yield { name: 'recast → the lines say so', value: round(median(times), 0), limit: 100, unit: 'ms' }
  yield { name: 'recast, main thread of the page for a second', value: round(median(busy), 0), limit: null, unit: 'ms' }
}

/** From a key press at the beginning of a frame until this frame is painted: the wait for a frame, which is up to 16.7 ms, is not counted. */
async function keyPresses(page: Page, count = 60): Promise<number[]> {
  const all: number[] = []
  for (let index = 0; index < count; index++) {
    all.push(await page.evaluate(async () => {
      await new Promise(resolve => requestAnimationFrame(resolve))
      const from = performance.now()
      document.execCommand('insertText', false, 'a')
      // A message comes after the task of the frame, which ends with its picture.
      const { port1, port2 } = new MessageChannel()
      await new Promise((resolve) => {
        port1.onmessage = resolve
        port2.postMessage(null)
      })
      return performance.now() - from
    }))
  }
  return all.slice(10)
}

// What is done in the page: these are sent there as text.
function scroll({ index }: At): void {
  const area = document.querySelector('.lines')
  if (area)
    area.scrollTop += index % 40 < 30 ? 120 : -90
}
function leap(): void {
  const area = document.querySelector('.lines')
  if (area)
    area.scrollTop += 820
}
function type(): void {
  document.execCommand('insertText', false, 'a')
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
