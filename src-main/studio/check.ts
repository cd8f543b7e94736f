/** Checks a studio folder: both databases, and every asset's file against its row. Marks what is missing, deletes nothing. */
import type { Asset } from '#contract/takes.ts'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../base/clock.ts'
import { createLog } from '../base/log.ts'
import { createAssets } from '../library/assets.ts'
import { openDatabase } from '../storage/database.ts'
import { lockFolder } from '../storage/lock.ts'
import { ledgerMigrations } from '../storage/migrations/ledger/index.ts'
import { libraryMigrations } from '../storage/migrations/library/index.ts'
import { sql } from '../storage/sql.ts'

export interface CheckReport {
  /** What SQLite found wrong, in its words. */
  readonly damage: readonly string[]
  readonly takes: number
  readonly assets: number
  /** Files that rows name and that are not there, or not of the right size. */
  readonly missing: readonly string[]
  /** Files that no row names. */
  readonly orphans: readonly string[]
}

/** @throws StorageError 'locked' while a studio has the folder, 'corrupt' when a database cannot be opened at all */
export async function checkStudio(folder: string, print: (line: string) => void): Promise<CheckReport> {
  const lock = lockFolder(folder)
  try {
    const library = await openDatabase(join(folder, 'library.db'), { migrations: libraryMigrations })
    const ledger = await openDatabase(join(folder, 'ledger.db'), { migrations: ledgerMigrations })
    try {
      const damage = [...(await library.check()).map(said => `library.db: ${said}`), ...(await ledger.check()).map(said => `ledger.db: ${said}`)]
      const assets = createAssets({ db: library, folder: join(folder, 'assets'), ffmpeg: async () => null, clock: systemClock, log: createLog({ write: () => {}, clock: systemClock }) })
      const all = await assets.all()
      const report: CheckReport = {
        damage,
        takes: await countTakes(library),
        assets: all.length,
        missing: await markMissing(all, assets),
        orphans: await findOrphans(all, assets),
      }
      for (const line of wordsOf(report))
        print(line)
      return report
    }
    finally {
      await library.close()
      await ledger.close()
    }
  }
  finally {
    await lock.close()
  }
}

async function countTakes(library: Awaited<ReturnType<typeof openDatabase>>): Promise<number> {
  return (await library.get<{ count: number }>(sql`SELECT count(*) AS count FROM takes`))?.count ?? 0
}

async function markMissing(all: readonly Asset[], assets: ReturnType<typeof createAssets>): Promise<string[]> {
  const missing: string[] = []
  for (const asset of all) {
    const path = assets.pathOf(asset)
    const isMissing = await stat(path).then(found => found.size !== asset.sizeBytes, () => true)
    if (isMissing)
      missing.push(path)
    if (isMissing !== asset.isMissing)
      await assets.markMissing(asset.id, isMissing)
  }
  return missing
}

async function findOrphans(all: readonly Asset[], assets: ReturnType<typeof createAssets>): Promise<string[]> {
  const known = new Set(all.flatMap(asset => [assets.pathOf(asset), assets.pathOf(asset, 'peaks'), assets.pathOf(asset, 'poster')]))
  const entries = await readdir(assets.folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name)).filter(path => !known.has(path))
}

function wordsOf(report: CheckReport): string[] {
  return [
    `${report.takes} takes, ${report.assets} files.`,
    report.damage.length === 0 ? 'Both databases are sound.' : `The databases are damaged:\n${report.damage.map(said => `  ${said}`).join('\n')}`,
    ...(report.missing.length > 0 ? [`${report.missing.length} files are missing; their takes are marked so. Put them back and check again:`, ...report.missing.map(path => `  ${path}`)] : []),
    ...(report.orphans.length > 0 ? [`${report.orphans.length} files belong to no take. They are left where they are:`, ...report.orphans.map(path => `  ${path}`)] : []),
  ]
}
