/**
 * Opens one studio after another as its owner would after the power came back, until nothing is left to do, and closes it: each line of
 * input is an order, each line of output what came of it.
 */
import type { Place } from '../torture/plan.ts'
import { writeSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { openStudio } from '../../src-main/studio/open-studio.ts'
import { testPorts } from '../kit/ports.ts'
import { ask, prepareStudio } from '../torture/ask.ts'
import { wishAt } from '../torture/plan.ts'

export interface CheckOrders {
  readonly place: Place
  /** Of the studio. */
  readonly folder: string
  readonly deliveriesFolder: string
  readonly cacheFolder: string
  /** For markers of requests that are held back: of this state alone, as after a start of the machine. */
  readonly runtimeFolder: string
  readonly service: { readonly url: string, readonly key: string }
  /** Wishes without an answer: a page sends them again. */
  readonly again: readonly number[]
}

export interface Checked {
  /** Why it did not open, or did not come to its end; null when it did. */
  readonly refused: string | null
  readonly acknowledged: Readonly<Record<number, readonly string[]>>
}

const longestMs = 90_000

async function check({ place, folder, deliveriesFolder, cacheFolder, runtimeFolder, service, again }: CheckOrders): Promise<Checked> {
  await mkdir(runtimeFolder, { recursive: true })
  process.env.XDG_RUNTIME_DIR = runtimeFolder
  const acknowledged: Record<number, readonly string[]> = {}
  const late = AbortSignal.timeout(longestMs)
  const studio = await openStudio(testPorts(folder, { cacheFolder, deliveriesFolder }))
  try {
    if (studio.parts.library.damage() !== null)
      await studio.parts.library.repair()
    if (again.length > 0) {
      const accountId = await prepareStudio(studio, service)
      for (const index of again)
        acknowledged[index] = await ask(studio, accountId, wishAt(place, index))
    }
    await settle(studio, late)
    return { refused: null, acknowledged }
  }
  finally {
    await studio.close({ drainMs: 0 })
  }
}

/** Jobs that a recovery holds are confirmed by their owner. */
async function settle({ parts, handlers }: Awaited<ReturnType<typeof openStudio>>, late: AbortSignal): Promise<void> {
  for (;;) {
    const open = await parts.ledger.open()
    if (open.length === 0)
      return
    late.throwIfAborted()
    const held = open.filter(row => row.blocked_by === 'restored').map(row => row.id)
    if (held.length > 0)
      await handlers.jobs.cancelUnsent({ jobIds: held }, { signal: late, origin: 'page' })
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}

async function main(): Promise<void> {
  for await (const line of createInterface(process.stdin)) {
    const orders = JSON.parse(line) as CheckOrders
    const checked = await check(orders).catch((error: Error): Checked => ({ refused: error.stack ?? error.message, acknowledged: {} }))
    writeSync(1, `${JSON.stringify(checked)}\n`)
  }
  process.exit(0)
}

void main()
