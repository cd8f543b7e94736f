/**
 * A recovery that is killed at any step: the ledger's file is always a complete one, and the next start finishes the recovery.
 *
 * @module-tag wide
 */
import type { AccountId, JobId, RequestId } from '#contract/words.ts'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { openDatabases } from '../../../src-main/databases/open-databases.ts'
import { openLedger } from '../../../src-main/jobs/ledger.ts'
import { createRecoveryNotice } from '../../../src-main/jobs/recovery-notice.ts'
import { openDatabase, quickCheck } from '../../../src-main/storage/database.ts'
import { ledgerMigrations } from '../../../src-main/storage/migrations/ledger/index.ts'
import { libraryMigrations } from '../../../src-main/storage/migrations/library/index.ts'
import { spoil } from '../../kit/damage.ts'
import { makeFolder } from '../../kit/folder.ts'

/** How many file operations are still made before the program dies. */
const life = vi.hoisted(() => ({ left: Number.POSITIVE_INFINITY, hasLinks: true }))

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const mortal = <Args extends unknown[], Answer>(change: (...args: Args) => Promise<Answer>) => async (...args: Args): Promise<Answer> => {
    if (life.left-- <= 0)
      throw new Error('killed')
    return change(...args)
  }
  const link: typeof real.link = async (...args) => {
    if (!life.hasLinks)
      throw new Error('This volume knows no links')
    return real.link(...args)
  }
  return {
    ...real,
    rename: mortal(real.rename),
    link: mortal(link),
    mkdir: mortal(real.mkdir),
    copyFile: mortal(real.copyFile),
    open: mortal(real.open),
  }
})

afterEach(() => Object.assign(life, { left: Number.POSITIVE_INFINITY, hasLinks: true }))

const clock = systemClock
const log = createLog({ write: () => {}, clock })
const open = (folder: string) => openDatabases({ folder, checksInBackground: false, clock, log })

/** A damaged ledger with a queued job, and the log of a killed program next to it. */
async function makeDamaged(folder: string): Promise<{ folder: string, jobId: JobId }> {
  const library = await openDatabase(join(folder, 'library.db'), { migrations: libraryMigrations })
  await library.close()
  const path = join(folder, 'ledger.db')
  const enqueue = async (title: string, words: string): Promise<{ jobId: JobId, close: () => Promise<void> }> => {
    const db = await openDatabase(path, { migrations: ledgerMigrations })
    const [job] = await (await openLedger({ db, clock })).enqueue([
      { requestId: newId<RequestId>(), requestPart: 0, kind: 'speech', title, accountId: newId<AccountId>(), plan: { words } },
    ])
    return { jobId: job!.id, close: db.close }
  }
  // A plan of many pages: none of them are in the remaining log, so it cannot repair one.
  const long = await enqueue('Long.', Array.from({ length: 2000 }, (_, index) => `word ${index}`).join(' '))
  await long.close()
  const last = await enqueue('Queued.', '')
  await cp(`${path}-wal`, join(folder, 'log'))
  await last.close()
  await spoil(path, 'word 1500 ')
  await cp(join(folder, 'log'), `${path}-wal`)
  return { folder, jobId: last.jobId }
}

let made: Promise<{ folder: string, jobId: JobId }> | undefined
const makings = await mkdtemp(join(tmpdir(), 'takeroom-recover-'))
afterAll(() => rm(makings, { recursive: true, force: true }))

async function copyOfDamaged(): Promise<{ folder: string, jobId: JobId }> {
  const { folder: damaged, jobId } = await (made ??= makeDamaged(makings))
  const folder = join(await makeFolder(), 'studio')
  await cp(damaged, folder, { recursive: true })
  return { folder, jobId }
}

/** More than a recovery makes, so that the last attempts are not killed. */
const steps = Array.from({ length: 32 }, (_, step) => step)
const outcomes: ('killed' | 'survived')[] = []

it.each([
  ...steps.map(step => ({ hasLinks: true, step })),
  ...steps.slice(8).map(step => ({ hasLinks: false, step })),
])('is intact when recovery is killed at step $step, with links: $hasLinks', async ({ hasLinks, step }) => {
  const { folder, jobId } = await copyOfDamaged()
  const before = await readFile(join(folder, 'ledger.db'))
  const logBefore = await readFile(join(folder, 'ledger.db-wal'))
  Object.assign(life, { left: step, hasLinks })
  const opened = await open(folder).catch((error: Error) => error)
  if (opened instanceof Error) {
    expect(opened.message).toBe('killed')
    outcomes.push('killed')
    const now = await readFile(join(folder, 'ledger.db'))
    if (!now.equals(before)) {
      expect(existsSync(join(folder, 'ledger.db-wal'))).toBe(false)
      expect(await quickCheck(join(folder, 'ledger.db'))).toEqual([])
    }
  }
  else {
    outcomes.push('survived')
    await opened.ledger.close()
    await opened.library.close()
  }
  life.left = Number.POSITIVE_INFINITY
  const { ledger, library } = await open(folder)
  expect(await (await openLedger({ db: ledger, clock })).get(jobId)).toMatchObject({ state: 'blocked', blockedBy: 'restored' })
  const { kept } = (await createRecoveryNotice({ db: ledger, folder, clock }).unseen())!
  expect(await readFile(kept!)).toEqual(before)
  expect(await readFile(`${kept}-wal`)).toEqual(logBefore)
  expect((await readdir(join(folder, 'damaged'))).filter(name => !/^ledger-[\dTZ-]+\.db(?:-wal|-shm)?$/.test(name))).toEqual([])
  await ledger.close()
  await library.close()
})

it('was killed between all of its steps', () => {
  const [linked, copied] = [outcomes.slice(0, steps.length), outcomes.slice(steps.length)]
  for (const half of [linked, copied]) {
    expect(half[0]).toBe('killed')
    expect(half.at(-1)).toBe('survived')
  }
  // Copying takes more of them than linking.
  expect(8 + copied.indexOf('survived')).toBeGreaterThan(linked.indexOf('survived'))
})

it('never replaces a ledger by an unfinished recovery copy', async () => {
  const { folder, jobId } = await copyOfDamaged()
  await mkdir(join(folder, 'work'))
  await cp(join(folder, 'ledger.db'), join(folder, 'work', 'recovered-ledger.db'))
  await writeFile(join(folder, 'work', 'recovered-ledger.db-wal'), 'half')
  const { ledger, library } = await open(folder)
  expect(await (await openLedger({ db: ledger, clock })).get(jobId)).toMatchObject({ blockedBy: 'restored' })
  await ledger.close()
  await library.close()
})
