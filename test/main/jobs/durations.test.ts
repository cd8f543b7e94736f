/** What earlier renders took is learned from the ledger, also after a restart: by pixels, captions and preset. */
import type { RequestId } from '#contract/words.ts'
import type { Clock } from '../../../src-main/base/clock.ts'
import type { Database } from '../../../src-main/storage/database.ts'
import { expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { openLedger } from '../../../src-main/jobs/ledger.ts'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { ledgerMigrations } from '../../../src-main/storage/migrations/ledger/index.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { makeFolder } from '../../kit/folder.ts'

const frame = 1280 * 720
let time = 1_700_000_000_000
const clock: Clock = { now: () => time, awake: () => 0, sleep: () => Promise.resolve() }

async function render(db: Database, { frames, captionMode, tookSeconds }: {
  frames: number
  captionMode: string
  tookSeconds?: number
}): Promise<number | null> {
  const ledger = await openLedger({ db, clock })
  const plan = { captionMode, delivery: { presetId: 'film' } }
  const wish = { requestId: newId<RequestId>(), requestPart: 0, kind: 'render', title: 'A film', size: frame * frames, plan } as const
  const [job] = await ledger.enqueue([wish])
  if (tookSeconds !== undefined) {
    await ledger.move(job!.id, 'claim')
    await ledger.move(job!.id, 'run')
    time += tookSeconds * 1000
    for (const event of ['fetch', 'finish'] as const)
      await ledger.move(job!.id, event)
  }
  return job!.expectedSeconds
}

it('promises a render ten times as long in ten times the time, and learns of burned captions apart', async () => {
  const db = await openDatabase(`${await makeFolder()}/ledger.db`, { migrations: ledgerMigrations })
  expect(await render(db, { frames: 240, captionMode: 'soft', tookSeconds: 8 })).toBeNull()
  expect(await render(db, { frames: 2400, captionMode: 'soft' })).toBeCloseTo(80, 0)
  await render(db, { frames: 240, captionMode: 'burned', tookSeconds: 20 })
  expect(await render(db, { frames: 480, captionMode: 'burned' })).toBeCloseTo(40, 0)
  expect(await render(db, { frames: 480, captionMode: 'none' })).toBeCloseTo(16, 0)
  await db.run(sql`UPDATE jobs SET plan = '{' WHERE state = 'done'`)
  expect(await render(db, { frames: 480, captionMode: 'none' }), 'a plan that cannot be read is no obstacle').toBeGreaterThan(0)
  await db.close()
})
