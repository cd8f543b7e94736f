/**
 * The room of the Timeline with a film of an hour, in the machine's Chromium. A frame that comes late on a busy machine says little, so
 * next to what was seen is the processor time of the page's main thread, which does not depend on other programs.
 */
import type { CDPSession, Page } from '@playwright/test'
import type { Figure } from '../figure.ts'
import type { At } from '../steps.ts'
import type { Hour } from './hour.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumFlags, shellPath } from '../../kit/chromium.ts'
import { openMediaKit } from '../../kit/media.ts'
import { startStudio } from '../../kit/web-studio.ts'
import { clientOverSocket, openSocket, tokenFor } from '../../kit/wire-client.ts'
import { p95, round } from '../figure.ts'
import { frameFigures, steps } from '../steps.ts'
import { openHour } from './hour.ts'
import { mainFigures } from './main.ts'

const frameMs = 33
const warmOpenings = 3
/** After this the page is: what it does once at its start is over. */
const standsMs = 1500
/** Clips are built once a zoom rests, over several frames. */
const restMs = 1000

export async function* roomFigures(): AsyncGenerator<Figure> {
  const media = await openMediaKit()
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-bench-'))
  const hour = await openHour(folder, media)
  yield* mainFigures(hour)
  await hour.studio.close()
  const studio = await startStudio({ folder })
  const browser = await chromium.launch({ ...shellPath && { executablePath: shellPath }, args: chromiumFlags })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(studio.address)
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    yield* openingFigures(page, hour)
    const address = await studio.newAddress()
    const socket = await openSocket(new URL(address).origin, await tokenFor(address))
    const client = clientOverSocket(socket)
    await client.renditions.want({ assetIds: hour.takes.map(take => take.asset.id) })
    await page.waitForTimeout(4000)
    yield* moving(page, session)
    yield* editing(page, session)
    const shots = hour.takes.filter(take => take.medium === 'video').map(take => take.asset.id)
    await client.renditions.remake({ assetIds: shots })
    yield* frameFigures('scrolling while renditions are made', await steps(page, session, scroll), frameMs)
    socket.close()
  }
  finally {
    await browser.close()
    await studio.close({ forget: false })
    await media.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** From the address to a picture of the clips, in turns with an empty project: the first time, and once the page has warmed up. */
async function* openingFigures(page: Page, { projectId, emptyProjectId }: Hour): AsyncGenerator<Figure> {
  const times: Record<string, number[]> = { full: [], empty: [] }
  await page.waitForTimeout(standsMs)
  for (let run = 0; run < warmOpenings + 5; run++) {
    for (const [name, id] of [['empty', emptyProjectId], ['full', projectId]] as const) {
      const ms = await page.evaluate(async ([hash, isFull]) => {
        location.hash = '#/library'
        await new Promise(resolve => setTimeout(resolve, 600))
        const from = performance.now()
        location.hash = hash
        const shown = isFull ? '[data-clip]' : '.tracks .empty'
        while (!document.querySelector(shown))
          await new Promise(resolve => requestAnimationFrame(resolve))
        await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        return performance.now() - from
      }, [`#/projects/${id}/timeline`, name === 'full'] as const)
      times[name]?.push(ms)
    }
  }
  const [full, empty] = [times.full, times.empty].map(all => median(all?.slice(warmOpenings) ?? [])) as [number, number]
  yield { name: 'opening an hour of 2,000 clips, the first time', value: round(times.full?.[0] ?? 0, 0), limit: 1500, unit: 'ms' }
  yield { name: 'opening an hour of 2,000 clips', value: round(full, 0), limit: 1500, unit: 'ms' }
  yield { name: 'opening an empty project', value: round(empty, 0), limit: null, unit: 'ms' }
  yield { name: 'an hour, relative to an empty one', value: round(full / empty, 2), limit: 1.5, unit: '×', ratioOf: 'empty' }
}

async function* moving(page: Page, session: CDPSession): AsyncGenerator<Figure> {
  await page.keyboard.press('\\')
  yield { name: 'clips that are built when all of an hour is seen', value: await built(page), limit: null, unit: 'clips' }
  yield* frameFigures('zooming from all of it to a minute', await steps(page, session, zoomIn, { count: 24 }), frameMs)
  await page.waitForTimeout(restMs)
  yield { name: 'clips that are built at a minute', value: await built(page), limit: null, unit: 'clips' }
  yield* frameFigures('scrolling', await steps(page, session, scroll), frameMs)
  yield* frameFigures('zooming back', await steps(page, session, zoomOut, { count: 24 }), frameMs)
  yield* frameFigures('scrolling with everything small', await steps(page, session, scroll), frameMs)
  yield* frameFigures('playhead, step by step', await steps(page, session, step), frameMs)
  await steps(page, session, zoomIn, { count: 14 })
  await page.waitForTimeout(restMs)
}

async function* editing(page: Page, session: CDPSession): AsyncGenerator<Figure> {
  const place = await clipPlace(page)
  await page.mouse.move(place.x, place.y)
  await page.mouse.down()
  const dragged = await steps(page, session, drag, { count: 60, ...place })
  await page.mouse.up()
  yield* frameFigures('dragging a clip', dragged, frameMs)
  const nudged = await steps(page, session, nudge, { count: 60, warm: 0 })
  yield { name: 'edit → painted, p95', value: round(p95(nudged.map(one => one.paintedMs)), 1), limit: frameMs, unit: 'ms' }
  yield { name: 'edit → painted, main thread of the page, p95', value: round(p95(nudged.map(one => one.cpuMs)), 1), limit: null, unit: 'ms' }
}

function built(page: Page): Promise<number> {
  return page.locator('[data-clip]').count()
}

function clipPlace(page: Page): Promise<{ x: number, y: number }> {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.lane.speech [data-clip]')].map(clip => clip.getBoundingClientRect())
    const box = boxes.find(({ left, width }) => left > 500 && left < 900 && width > 20)
    return { x: (box?.left ?? 600) + (box?.width ?? 40) / 2, y: (box?.top ?? 600) + 20 }
  })
}

// What is done in the page: these are sent there as text.
function scroll({ index }: At): void {
  const area = document.querySelector('.area')
  if (area)
    area.scrollLeft += index % 40 < 30 ? 120 : -90
}
function zoomIn(): void {
  const area = document.querySelector('.area')
  const box = area?.getBoundingClientRect()
  const place = { clientX: (box?.left ?? 0) + 700, clientY: (box?.top ?? 0) + 100 }
  area?.dispatchEvent(new WheelEvent('wheel', { deltaY: -70, ctrlKey: true, bubbles: true, cancelable: true, ...place }))
}
function zoomOut(): void {
  const area = document.querySelector('.area')
  const box = area?.getBoundingClientRect()
  const place = { clientX: (box?.left ?? 0) + 700, clientY: (box?.top ?? 0) + 100 }
  area?.dispatchEvent(new WheelEvent('wheel', { deltaY: 70, ctrlKey: true, bubbles: true, cancelable: true, ...place }))
}
function step(): void {
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', code: 'ArrowRight', bubbles: true, cancelable: true }))
}
function nudge({ index }: At): void {
  const key = index % 2 === 0 ? 'ArrowRight' : 'ArrowLeft'
  document.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, altKey: true, bubbles: true, cancelable: true }))
}
function drag({ index, x, y }: At): void {
  const at = { clientX: x + 4 + index * 3, clientY: y, pointerId: 1, buttons: 1, bubbles: true, cancelable: true }
  document.querySelector('.area')?.dispatchEvent(new PointerEvent('pointermove', at))
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
