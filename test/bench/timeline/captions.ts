/**
 * Captions of a file are dropped on the Timeline: how long that takes, and how long the page is still at most meanwhile. Of 100,000 it is
 * told that they are too many.
 */
import type { Browser, Page } from '@playwright/test'
import type { Buffer } from 'node:buffer'
import type { ProjectId, SequenceId } from '#contract/words.ts'
import type { Figure } from '../figure.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { newId } from '../../../src-main/base/ids.ts'
import { openStudio } from '../../../src-main/studio/open-studio.ts'
import { chromiumFlags, shellPath } from '../../kit/chromium.ts'
import { testPorts } from '../../kit/ports.ts'
import { startStudio } from '../../kit/web-studio.ts'
import { round } from '../figure.ts'

const stillMs = 50
/** All that follows an import has been worked out by then, and its notice is gone. */
const restMs = 6000
const droppedMark = 'captions dropped'

export async function* captionFigures(counts: readonly number[] = [2500, 10_000, 100_000]): AsyncGenerator<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-bench-'))
  const projectId = await emptySequence(folder)
  const studio = await startStudio({ folder })
  const browser = await chromium.launch({ ...shellPath && { executablePath: shellPath }, args: chromiumFlags })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(studio.address)
    await page.evaluate(hash => Reflect.set(location, 'hash', hash), `#/projects/${projectId}/timeline`)
    await page.locator('.area').waitFor()
    await page.waitForTimeout(1500)
    for (const count of counts)
      yield* dropped(browser, page, count)
  }
  finally {
    await browser.close()
    await studio.close({ forget: false })
    await rm(folder, { recursive: true, force: true })
  }
}

async function emptySequence(folder: string): Promise<ProjectId> {
  const { parts: { projects, sequences, settings }, close } = await openStudio(testPorts(folder))
  const { id: projectId } = await projects.create('Words')
  await settings.change({ hasSeenWelcome: true })
  const size = { width: 1280, height: 720, rate: { numerator: 30, denominator: 1 } }
  await sequences.create({ sequenceId: newId<SequenceId>(), projectId, name: 'Words', ...size }, true)
  await close()
  return projectId
}

async function* dropped(browser: Browser, page: Page, count: number): AsyncGenerator<Figure> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'blink.user_timing', '__metadata'] })
  const ms = await page.evaluate(async ([many, mark]) => {
    const time = (ms: number): string => new Date(ms).toISOString().slice(11, 23).replace('.', ',')
    const cues = Array.from({ length: many }, (_, at) => `${at + 1}\n${time(at * 300)} --> ${time(at * 300 + 280)}\nword number ${at}\n`)
    const transfer = new DataTransfer()
    transfer.items.add(new File([cues.join('\n')], `words-${many}.srt`))
    await new Promise(resolve => setTimeout(resolve, 500))
    performance.mark(mark)
    const from = performance.now()
    const place = { clientX: 700, clientY: 700 }
    const drop = new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true, ...place })
    document.querySelector('.area')?.dispatchEvent(drop)
    const isTold = (): boolean => / imported|can have/.test(document.querySelector('.notices')?.textContent ?? '')
    while (!isTold() && performance.now() - from < 20_000) {
      // The preview of the file asks first.
      document.querySelector<HTMLElement>('[role=dialog] button[type=submit]:not(:disabled)')?.click()
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    return performance.now() - from
  }, [count, droppedMark] as const)
  await page.waitForTimeout(restMs)
  const [longest, longestBusy] = longestTask(await browser.stopTracing())
  yield { name: `${count} captions of a file → a notice tells of them`, value: round(ms, 0), limit: null, unit: 'ms' }
  yield { name: `${count} captions: longest task of the page`, value: longest, cpu: longestBusy, limit: stillMs, unit: 'ms' }
}

/** Times in microseconds. */
interface Traced {
  readonly name: string
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** After the drop, on the page's main thread: in time of the clock, and in time of the processor. */
function longestTask(trace: Buffer): [number, number] {
  const { traceEvents: all } = JSON.parse(trace.toString()) as { traceEvents: Traced[] } // as Chromium writes it
  const mains = new Set(all.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(({ tid }) => tid))
  const tasks = all.filter(({ name, tid }) => name === 'RunTask' && mains.has(tid))
  const from = all.find(({ name }) => name === droppedMark)?.ts ?? 0
  const after = tasks.filter(({ ts, dur = 0 }) => ts + dur > from)
  const most = (of: 'dur' | 'tdur'): number => round(Math.max(0, ...after.map(task => (task[of] ?? 0) / 1000)), 0)
  return [most('dur'), most('tdur')]
}
