/** Removes half-written files after a crash, before the studio starts to work. Never touches anything that may be paid for. */
import type { Ledger } from '../jobs/ledger-port.ts'
import type { JobRow } from '../jobs/rows.ts'
import type { Nature } from '../jobs/states.ts'
import type { Assets } from '../library/assets.ts'
import type { Takes } from '../library/takes.ts'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isFault } from '#contract/faults.ts'
import { JobId } from '#contract/words.ts'
import { takeIdsOf } from '../jobs/rows.ts'

/** Call before the databases are opened: a clean close removes their write-ahead logs. */
export async function wasKilled(folder: string): Promise<boolean> {
  const sizes = ['ledger.db-wal', 'library.db-wal'].map(name => stat(join(folder, name)).then(({ size }) => size, () => 0))
  return (await Promise.all(sizes)).some(size => size > 0)
}

export interface SweepPorts {
  /** The studio folder. */
  readonly folder: string
  readonly ledger: Pick<Ledger, 'row' | 'move'>
  readonly takes: Pick<Takes, 'find'>
  readonly assets: Pick<Assets, 'pathOf'>
  readonly natureOf: (row: JobRow) => Nature | undefined
  /** False while the library is damaged: what it shows is not all that was filed. */
  readonly mayFile: () => boolean
}

/**
 * Call before any work starts: files that are being written look the same. Answers the jobs whose takes are not on the disk although they
 * are done: a file system without order may lose a file and keep the record. They continue, and file again what is in their folders.
 */
export async function sweep(ports: SweepPorts): Promise<JobId[]> {
  const { folder } = ports
  for (const kept of ['assets', 'backups']) {
    const names = await readdir(join(folder, kept), { recursive: true }).catch(() => [])
    for (const name of names.filter(each => each.endsWith('.part')))
      await rm(join(folder, kept, name), { force: true })
  }
  const again: JobId[] = []
  for (const name of await readdir(join(folder, 'work'))) {
    const jobId = JobId.safeParse(name).data
    // A folder that is not named after a job contains derived files, which can be made again.
    const mayGo = jobId === undefined || await isFiled(ports, jobId, again)
    if (mayGo)
      await rm(join(folder, 'work', name), { recursive: true, force: true })
  }
  return again
}

/**
 * True when the job's results are in the library, and were seen there. An unknown job may be paid for: someone may have put back an older
 * ledger.
 */
async function isFiled(ports: SweepPorts, jobId: JobId, again: JobId[]): Promise<boolean> {
  const row = await rowOf(ports.ledger, jobId)
  if (row?.state !== 'done' || (takeIdsOf(row).length > 0 && !ports.mayFile()))
    return false
  if (await areTakesHere(ports, row))
    return true
  const isLocal = ports.natureOf(row) === 'local'
  const hasAnswer = await stat(join(ports.folder, 'work', jobId, 'answer.part')).then(({ size }) => size > 0, () => false)
  if (isLocal || hasAnswer) {
    await ports.ledger.move(jobId, isLocal ? 'remake' : 'refile')
    again.push(jobId)
  }
  return false
}

async function areTakesHere({ takes, assets }: SweepPorts, row: JobRow): Promise<boolean> {
  const ids = takeIdsOf(row)
  const found = ids.length === 0 ? [] : await takes.find(ids)
  if (found.length < ids.length)
    return false
  for (const { asset } of found) {
    const size = await stat(assets.pathOf(asset)).then(file => file.size, () => null)
    if (size !== asset.sizeBytes)
      return false
  }
  return true
}

async function rowOf(ledger: Pick<Ledger, 'row'>, jobId: JobId): Promise<JobRow | null> {
  try {
    return await ledger.row(jobId)
  }
  catch (error) {
    if (isFault(error, 'not-found'))
      return null
    throw error
  }
}
