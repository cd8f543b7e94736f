/** Whether a studio folder was ever worked in: then its databases must be there, and new ones in their place would hide all of it. */
import type { Database } from '../storage/database.ts'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { JobId } from '#contract/words.ts'
import { sql } from '../storage/sql.ts'

export async function hasHistory(ledger: Pick<Database, 'get'>, assetsFolder: string): Promise<boolean> {
  const hasJobs = await ledger.get(sql`SELECT id FROM jobs LIMIT 1`) !== undefined
  return hasJobs || await hasFiles(assetsFolder)
}

/** Asked where the ledger is gone. The library is made after the ledger, so where there is one, there was a ledger. */
export async function hasHistoryBesideLedger(folder: string): Promise<boolean> {
  const hasLibrary = await stat(join(folder, 'library.db')).then(({ size }) => size > 0, () => false)
  const hasWork = async (): Promise<boolean> => (await namesIn(join(folder, 'work'))).some(name => JobId.safeParse(name).success)
  return hasLibrary || await hasFiles(join(folder, 'assets')) || await hasWork()
}

async function hasFiles(folder: string): Promise<boolean> {
  return (await namesIn(folder)).length > 0
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
