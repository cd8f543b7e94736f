/** The room of the queue while a long queue is worked off: how old its numbers are, and whether the screen moves. */
import type { Page } from '@playwright/test'
import type { Figure } from './figure.ts'
import type { LongQueue } from './queue/long-queue.ts'
import { chromium } from '@playwright/test'
import { chromiumFlags, shellPath } from '../kit/chromium.ts'
import { p95, round } from './figure.ts'
import { openLongQueue } from './queue/long-queue.ts'
import { busyMs } from './steps.ts'

const fewestFramesEachSecond = 30
const longestLagMs = 1000
/** What the page does once at its start is over by then. */
const standsMs = 3000
const idleMs = 5000

interface Seen {
  /** When each frame began, in ms. */
  readonly frames: number[]
  /** How many jobs wait, as the room shows it, each time this changes. */
  readonly shown: { readonly at: number, readonly waiting: number }[]
}

export async function* figures(flags: readonly string[] = []): AsyncGenerator<Figure> {
  const seconds = flags.includes('--short') ? 15 : 60
  const queue = await openLongQueue(5000)
  const browser = await chromium.launch({ ...shellPath && { executablePath: shellPath }, args: chromiumFlags })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(queue.studio.address)
    await page.evaluate(() => location.hash = '#/queue')
    await page.locator('.job').first().waitFor()
    await page.waitForTimeout(standsMs)
    yield* runningFigures(page, queue, seconds)
  }
  finally {
    await browser.close()
    await queue.close()
  }
}

async function* runningFigures(page: Page, queue: LongQueue, seconds: number): AsyncGenerator<Figure> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  // What drawing frames costs on this machine when nothing changes.
  const idleBefore = await busyMs(session)
  const idle = await page.evaluate(watchRoom, idleMs)
  const idleEachMs = (await busyMs(session) - idleBefore) / idleMs
  const [busyBefore, changesBefore] = [await busyMs(session), queue.changes()]
  const from = Date.now()
  await queue.client.jobs.pauseAll({ isPaused: false })
  const { frames, shown } = await page.evaluate(watchRoom, seconds * 1000)
  const busy = await busyMs(session) - busyBefore - idleEachMs * seconds * 1000
  const changes = queue.changes() - changesBefore
  const until = Date.now()
  await queue.client.jobs.pauseAll({ isPaused: true })
  if (shown.length === 0)
    throw new Error('The room never showed how many jobs wait')
  const lags = lagsOf(queue.told, shown, from, until)
  const longest = frames.slice(1).map((at, index) => at - (frames[index] ?? at))
  const started = (queue.told.find(one => one.at >= from)?.waiting ?? 0) - (queue.told.at(-1)?.waiting ?? 0)
  yield { name: `jobs started in ${seconds} s, of 5,000`, value: started, limit: null, unit: 'jobs' }
  yield { name: 'changes of jobs told meanwhile', value: changes, limit: null, unit: 'changes' }
  yield { name: 'the room is behind main, median', value: p50(lags), limit: longestLagMs, unit: 'ms' }
  yield { name: 'the room is behind main, most', value: Math.max(...lags), limit: longestLagMs, unit: 'ms' }
  yield { name: `seconds with fewer than ${fewestFramesEachSecond} frames`, value: slowSeconds(frames), limit: 0, unit: 's' }
  yield { name: 'frames each second while the queue is paused', value: round(idle.frames.length / idleMs * 1000, 1), limit: null, unit: 'frames' }
  yield { name: 'frames each second', value: round(frames.length / seconds, 1), limit: null, unit: 'frames' }
  yield { name: 'between two frames, p95', value: round(p95(longest), 1), limit: null, unit: 'ms' }
  yield { name: 'between two frames, most', value: round(Math.max(...longest), 1), limit: null, unit: 'ms' }
  yield { name: 'main thread of the page for each change, beside drawing', value: round(busy / changes, 2), limit: null, unit: 'ms' }
}

/** Sent to the page as text. */
async function watchRoom(ms: number): Promise<Seen> {
  const frames: number[] = []
  const shown: { at: number, waiting: number }[] = []
  const until = performance.now() + ms
  while (performance.now() < until) {
    frames.push(await new Promise<number>(resolve => requestAnimationFrame(resolve)))
    const heading = [...document.querySelectorAll('.heading h2')].find(each => each.textContent.startsWith('Queued'))
    const waiting = Number(heading?.querySelector('.number')?.textContent.replaceAll(',', ''))
    if (!Number.isNaN(waiting) && shown.at(-1)?.waiting !== waiting)
      shown.push({ at: Date.now(), waiting })
  }
  return { frames, shown }
}

/** Every 100 ms: for how long main had known better than what the room showed. */
function lagsOf(told: LongQueue['told'], shown: Seen['shown'], from: number, until: number): number[] {
  const lags: number[] = []
  for (let at = from + 1000; at < until; at += 100) {
    const seen = shown.findLast(one => one.at <= at)
    const better = told.find(one => one.at >= from && seen !== undefined && one.waiting < seen.waiting)
    lags.push(Math.max(0, at - (better?.at ?? at)))
  }
  return lags
}

function slowSeconds(frames: readonly number[]): number {
  const [first = 0] = frames
  const counts = Map.groupBy(frames, at => Math.floor((at - first) / 1000))
  const whole = Math.floor(((frames.at(-1) ?? 0) - first) / 1000)
  const each = Array.from({ length: whole }, (_, second) => counts.get(second)?.length ?? 0)
  return each.filter(count => count < fewestFramesEachSecond).length
}

function p50(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
