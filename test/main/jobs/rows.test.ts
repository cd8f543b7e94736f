/** What a row contains for the page: above all which jobs belong together. */
import type { RequestId } from '#contract/words.ts'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { openLedger } from '../../../src-main/jobs/ledger.ts'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { ledgerMigrations } from '../../../src-main/storage/migrations/ledger/index.ts'
import { makeFolder } from '../../kit/folder.ts'

it('jobs of the same request have the same request id, others another one', async () => {
  const db = await openDatabase(join(await makeFolder(), 'ledger.db'), { migrations: ledgerMigrations, clock: systemClock })
  onTestFinished(() => db.close())
  const ledger = await openLedger({ db, clock: systemClock })
  const [requestId, other] = [newId() as RequestId, newId() as RequestId]
  const jobs = await ledger.enqueue([
    { requestId, requestPart: 0, kind: 'speech', title: 'The first half', plan: {} },
    { requestId, requestPart: 1, kind: 'join', title: 'Both halves', plan: {} },
    { requestId: other, requestPart: 0, kind: 'speech', title: 'Something else', plan: {} },
  ])
  expect(jobs.map(job => job.requestId)).toEqual([requestId, requestId, other])
})
