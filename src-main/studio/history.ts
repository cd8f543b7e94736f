/** Whether a studio folder was ever worked in: then its library must be there, and a new one in its place would hide all of it. */
import type { Database } from '../storage/database.ts'
import { readdir } from 'node:fs/promises'
import { sql } from '../storage/sql.ts'

export async function hasHistory(ledger: Pick<Database, 'get'>, assetsFolder: string): Promise<boolean> {
  const hasJobs = await ledger.get(sql`SELECT id FROM jobs LIMIT 1`) !== undefined
  return hasJobs || (await readdir(assetsFolder).catch(() => [])).length > 0
}
