/**
 * One life of a studio that delivers, in its own process, until it kills itself at an event or the delivery has ended:
 * `node deliver-child.ts ORDERS-AS-JSON`. Its last line says how it ended.
 */
import type { RequestId, SequenceId } from '#contract/words.ts'
import { watch, writeSync } from 'node:fs'
import process from 'node:process'
import { usualOptions } from '#rules/deliver/usual-options.ts'
import { jobEnd } from '../../src-main/jobs/job-end.ts'
import { createMemoryStore } from '../../src-main/secrets/memory-store.ts'
import { openStudio } from '../../src-main/studio/open-studio.ts'
import { testPorts } from '../kit/ports.ts'

export interface DeliverOrders {
  readonly folder: string
  readonly cacheFolder: string
  readonly sequenceId: string
  readonly requestId: string
  readonly name: string
  /** What the keychain contains: the key that deliveries are signed with. */
  readonly secrets: Readonly<Record<string, string>>
  /** Forgets the encoded segments first. */
  readonly isFirst: boolean
  /** Dies at this event: a file that changed in the folder, or a job that moved. Null lives to the end. */
  readonly killAt: number | null
}

export interface DeliverSaid {
  readonly events: number
  readonly state: string
  readonly said: string
  /** Of all its tries. */
  readonly log: string
}

async function main(): Promise<void> {
  const orders = JSON.parse(process.argv[2] ?? '') as DeliverOrders
  let events = 0
  const count = (): void => {
    if (++events === orders.killAt)
      process.kill(process.pid, 'SIGKILL')
  }
  watch(orders.folder, { recursive: true }, count)
  const store = createMemoryStore()
  for (const [name, secret] of Object.entries(orders.secrets))
    await store.write(name, secret)
  const { parts, close } = await openStudio(testPorts(orders.folder, {
    cacheFolder: orders.cacheFolder,
    secrets: { store, fallbackReason: null },
  }))
  if (orders.isFirst)
    await parts.segmentCache.clear()
  const { jobId, id } = await parts.deliver.render({
    // The parent made them by `newId`.
    requestId: orders.requestId as RequestId,
    sequenceId: orders.sequenceId as SequenceId,
    presetId: 'landscape-720',
    captionMode: 'burned',
    name: orders.name,
    options: { ...usualOptions, isSigned: true },
  })
  parts.engine.wake()
  const { state, failure } = await jobEnd(parts.ledger, jobId, AbortSignal.timeout(120_000), count)
  const log = await parts.deliveries.log(id)
  await close({ drainMs: 0 })
  const said: DeliverSaid = { events, state, said: failure?.said ?? '', log }
  writeSync(1, `${JSON.stringify(said)}\n`)
  process.exit(0)
}

void main()
