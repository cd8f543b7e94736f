/** What a row contains for the page: above all which jobs belong together. */
import type { RequestId } from '#contract/words.ts'
import type { Ledger } from '../../../src-main/jobs/ledger-port.ts'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { openLedger } from '../../../src-main/jobs/ledger.ts'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { ledgerMigrations } from '../../../src-main/storage/migrations/ledger/index.ts'
import { makeFolder } from '../../kit/folder.ts'

async function openEmpty(): Promise<Ledger> {
  const db = await openDatabase(join(await makeFolder(), 'ledger.db'), { migrations: ledgerMigrations, clock: systemClock })
  onTestFinished(() => db.close())
  return openLedger({ db, clock: systemClock })
}

it('jobs of the same request have the same request id, others another one', async () => {
  const ledger = await openEmpty()
  const [requestId, other] = [newId<RequestId>(), newId<RequestId>()]
  const jobs = await ledger.enqueue([
    { requestId, requestPart: 0, kind: 'speech', title: 'The first half', plan: {} },
    { requestId, requestPart: 1, kind: 'join', title: 'Both halves', plan: {} },
    { requestId: other, requestPart: 0, kind: 'speech', title: 'Something else', plan: {} },
  ])
  expect(jobs.map(job => job.requestId)).toEqual([requestId, requestId, other])
})

it('a render tells how fast it encodes, until it encodes no more', async () => {
  const ledger = await openEmpty()
  const [job] = await ledger.enqueue([{ requestId: newId<RequestId>(), requestPart: 0, kind: 'render', title: 'Film', plan: {} }])
  const shown = async (share: number, framesPerSecond: number | null): Promise<unknown[]> => {
    ledger.showProgress(job!.id, share, framesPerSecond)
    const { progress, framesPerSecond: pace } = await ledger.get(job!.id)
    return [progress, pace]
  }
  expect(await shown(0.1, null)).toEqual([0.1, null])
  expect(await shown(0.2, 48.5)).toEqual([0.2, 48.5])
  // Not with every frame, but at once where it ends.
  expect(await shown(0.202, 50)).toEqual([0.2, 48.5])
  expect(await shown(0.203, null)).toEqual([0.203, null])
})
