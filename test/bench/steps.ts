/** Steps of a person's act in a page, one after another, and how long the screen stood still at each. */
import type { CDPSession, Page } from '@playwright/test'
import type { Figure } from './figure.ts'
import { p95, round } from './figure.ts'

/** What the act is given: how many came before, and the place where they began, in pixels of the window. */
export interface At { readonly index: number, readonly x: number, readonly y: number }

export interface Step {
  /** The longest time between two frames of the screen, from the one that acts to the second after it, in milliseconds. */
  readonly frameMs: number
  /** From the act until its picture is painted, in milliseconds. */
  readonly paintedMs: number
  /** What the page's main thread worked, which does not depend on other programs, in milliseconds. */
  readonly cpuMs: number
}

/** A screen of 60 Hz shows a frame every 16.7 ms; one that is missed makes 33.3 of them, and that is still within. */
const longestMs = 33
const jitterMs = 1
const warmUps = 10

/** `act` is sent to the page as text. The first steps warm up and are left out. */
export async function steps(
  page: Page,
  session: CDPSession,
  act: (at: At) => void,
  { count = 70, x = 0, y = 0, warm = warmUps }: { count?: number, x?: number, y?: number, warm?: number } = {},
): Promise<Step[]> {
  const all: Step[] = []
  await page.evaluate(`globalThis.benchAct = ${act.toString()}`)
  for (let index = 0; index < count; index++) {
    const before = await busyMs(session)
    const seen = await page.evaluate(async (at) => {
      // A frame is given the time of the screen at which it began.
      const nextFrame = (): Promise<number> => new Promise(resolve => requestAnimationFrame(resolve))
      const acted = await nextFrame()
      const from = performance.now()
      ;(globalThis as unknown as { benchAct: (at: At) => void }).benchAct(at)
      const next = await nextFrame()
      // What the next frame begins with was painted after this.
      const painted = await new Promise<number>(resolve => setTimeout(() => resolve(performance.now())))
      const last = await nextFrame()
      return { frameMs: Math.max(next - acted, last - next), paintedMs: painted - from }
    }, { index, x, y })
    all.push({ ...seen, cpuMs: await busyMs(session) - before })
  }
  return all.slice(warm)
}

export function* frameFigures(name: string, measured: readonly Step[], cpuLimit: number | null = null): Generator<Figure> {
  const late = measured.filter(({ frameMs }) => frameMs > longestMs + jitterMs).length
  yield { name: `${name}: frames over ${longestMs} ms of ${measured.length}`, value: late, limit: 0, unit: 'frames' }
  yield { name: `${name}: longest frame`, value: round(Math.max(...measured.map(one => one.frameMs)), 1), limit: null, unit: 'ms' }
  yield { name: `${name}: main thread for a step, p95`, value: round(p95(measured.map(one => one.cpuMs)), 1), limit: cpuLimit, unit: 'ms' }
}

export async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}
