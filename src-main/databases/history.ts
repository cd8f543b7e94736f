/** Tells whether a studio folder has been used. If so, its databases must exist: new empty ones would hide all the work. */
import type { Database } from '../storage/database.ts'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { JobId } from '#contract/words.ts'
import { findPendingReplacement } from '../storage/keep-damaged.ts'
import { sql } from '../storage/sql.ts'

export async function hasHistory(ledger: Pick<Database, 'get'>, assetsFolder: string): Promise<boolean> {
  const hasJobs = await ledger.get(sql`SELECT id FROM jobs LIMIT 1`) !== undefined
  return hasJobs || await hasFiles(assetsFolder)
}

/** For a missing ledger. The library is created after the ledger, so where there is a library there was a ledger. */
export async function hasHistoryBesideLedger(folder: string): Promise<boolean> {
  const hasLibrary = await stat(join(folder, 'library.db')).then(({ size }) => size > 0, () => false)
  const hasWork = async (): Promise<boolean> => (await namesIn(join(folder, 'work'))).some(name => JobId.safeParse(name).success)
  return hasLibrary || await hasFiles(join(folder, 'assets')) || await hasWork()
}

/** Whether there is a studio to open, also one whose ledger is lost or waits to be replaced. */
export async function hasStudio(folder: string): Promise<boolean> {
  const ledger = join(folder, 'ledger.db')
  const hasLedger = await stat(ledger).then(file => file.isFile(), () => false)
  return hasLedger || await findPendingReplacement(ledger) !== null || hasHistoryBesideLedger(folder)
}

async function hasFiles(folder: string): Promise<boolean> {
  return (await namesIn(folder)).length > 0
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
