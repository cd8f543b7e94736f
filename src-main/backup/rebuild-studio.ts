/**
 * Makes a studio of what an archive held: both databases are rebuilt, files that are not what their names say are left out, and nothing
 * can be sent before the user has confirmed it. The archive is foreign, even where it was made here: who had it may have changed it.
 */
import type { AssetId, JobId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { RestoredJobCounts } from '../jobs/hold-restored-jobs.ts'
import type { Database } from '../storage/database.ts'
import type { BackupManifest } from './archive.ts'
import type { LeftOut, RebuildOptions } from './rebuild.ts'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { JobId as JobIdShape } from '#contract/words.ts'
import { assertUnconfirmed, separateRestoredAccounts } from '../accounts/keys.ts'
import { separateRestoredSigning } from '../accounts/signing.ts'
import { fileExists } from '../base/atomic-file.ts'
import { inside } from '../base/inside.ts'
import { knownExtensions } from '../base/magic.ts'
import { replaceLostRows } from '../databases/replace-lost-rows.ts'
import { ledgerTables, libraryTables } from '../databases/tables.ts'
import { holdRestoredJobs } from '../jobs/hold-restored-jobs.ts'
import { openLedger } from '../jobs/ledger.ts'
import { settleAssets } from '../library/asset-rows.ts'
import { breakMessageLoops } from '../library/conversation-rows.ts'
import { repairStatements } from '../library/repair.ts'
import { resultsOf } from '../library/results-of-job.ts'
import { rebuildSearch } from '../library/search-index.ts'
import { countTakes } from '../library/take-rows.ts'
import { openDatabase } from '../storage/database.ts'
import { ledgerMigrations } from '../storage/migrations/ledger/index.ts'
import { libraryMigrations } from '../storage/migrations/library/index.ts'
import { settleFilms } from './films.ts'
import { ledgerRules, libraryRules } from './foreign-rules.ts'
import { rebuildDatabase } from './rebuild.ts'

/** What was not taken over, and why it is told. */
export interface LeftOutOfBackup extends LeftOut {
  /** Files whose content is not what their names say. */
  readonly files: number
  /** Deliveries of which the backup has no file. */
  readonly deliveries: number
}

export interface RestoredStudio {
  /** In its library, whatever the backup's list says. */
  readonly takes: number
  readonly jobs: RestoredJobCounts
  readonly leftOut: LeftOutOfBackup
}

/** Where the databases of the archive are until they are rebuilt. */
export const foreignFolder = 'foreign'

export function isDatabase(name: string): boolean {
  return name === 'ledger.db' || name === 'library.db'
}

interface Place {
  /** Everything is in here. */
  readonly partFolder: string
  /** Its final path. */
  readonly folder: string
  readonly manifest: BackupManifest
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** @throws StorageError when a database is none, or damaged */
export async function rebuildStudio({ partFolder, folder, manifest, clock, signal }: Place): Promise<RestoredStudio> {
  const rebuilt = (name: string, what: Pick<RebuildOptions, 'tables' | 'migrations' | 'rules' | 'repairs'>): Promise<LeftOut> =>
    rebuildDatabase({ path: join(partFolder, foreignFolder, name), targetPath: join(partFolder, name), ...what, clock, signal })
  const left = [
    await rebuilt('ledger.db', { tables: ledgerTables, migrations: ledgerMigrations, rules: ledgerRules, repairs: replaceLostRows }),
    await rebuilt('library.db', { tables: libraryTables, migrations: libraryMigrations, rules: libraryRules, repairs: repairStatements }),
  ]
  await rm(join(partFolder, foreignFolder), { recursive: true })
  const ledgerDb = await openDatabase(join(partFolder, 'ledger.db'), { migrations: ledgerMigrations, clock })
  const library = await openDatabase(join(partFolder, 'library.db'), { migrations: libraryMigrations, clock })
  try {
    const files = await settleFiles(library, partFolder, manifest)
    const deliveries = await settleFilms(library, partFolder, folder)
    await breakMessageLoops(library)
    await rebuildSearch(library)
    await separateRestoredSigning(library)
    await separateRestoredAccounts(ledgerDb)
    await assertUnconfirmed(ledgerDb)
    const ledger = await openLedger({ db: ledgerDb, clock })
    const jobs = await holdRestoredJobs(ledger, {
      filedOf: jobId => resultsOf(library, jobId),
      hasAnswer: (jobId: JobId) => fileExists(inside(partFolder, 'work', jobId, 'answer.part')),
    })
    await removeLocalWork(partFolder, async jobId => (await ledger.rows([jobId])).some(row => row.account_id === null))
    const takes = await countTakes(library)
    return { takes, jobs, leftOut: { ...sumOf(left), files, deliveries } }
  }
  finally {
    await ledgerDb.close()
    await library.close()
  }
}

function sumOf(left: readonly LeftOut[]): LeftOut {
  const rows: Record<string, number> = {}
  for (const [table, count] of left.flatMap(each => Object.entries(each.rows)))
    rows[table] = (rows[table] ?? 0) + count
  return { rows, things: left.reduce((sum, each) => sum + each.things, 0) }
}

/** An original is named by the hash of its bytes, which the archive's reader has computed. Answers how many are something else. */
async function settleFiles(library: Pick<Database, 'run'>, partFolder: string, { files }: BackupManifest): Promise<number> {
  const assets = files.flatMap(({ name, sizeBytes, sha256 }) => {
    const [, id, ending] = /^assets\/[0-9a-f]{2}\/([0-9a-f]{64})\.(.+)$/.exec(name) ?? []
    // It has the form of an asset id.
    return id === undefined || ending === undefined ? [] : [{ name, id: id as AssetId, ending, sizeBytes, sha256 }]
  })
  const beside = (ending: string): AssetId[] => assets.filter(each => each.ending === ending).map(each => each.id)
  const originals = assets.filter(({ ending }) => ending !== 'peaks.dat' && ending !== 'poster.jpg')
  const wrong = originals.filter(({ name, id, ending, sha256 }) =>
    sha256 !== id || !name.startsWith(`assets/${id.slice(0, 2)}/`) || !knownExtensions.has(ending))
  for (const { name } of wrong)
    await rm(inside(partFolder, name))
  const kept = originals.filter(each => !wrong.includes(each)).map(({ id, ending, sizeBytes }) => ({ id, extension: ending, sizeBytes }))
  await settleAssets(library, kept, { peaks: beside('peaks.dat'), posters: beside('poster.jpg') })
  return wrong.length
}

/**
 * What local jobs made can be made again, and is not gone on with. What belongs to no job that the ledger knows may be the only answer
 * to a paid request: it stays, and nothing reads it.
 */
async function removeLocalWork(partFolder: string, isLocal: (jobId: JobId) => Promise<boolean>): Promise<void> {
  for (const name of await readdir(join(partFolder, 'work')).catch(() => [])) {
    const jobId = JobIdShape.safeParse(name).data
    if (jobId === undefined || await isLocal(jobId))
      await rm(join(partFolder, 'work', name), { recursive: true })
  }
}
