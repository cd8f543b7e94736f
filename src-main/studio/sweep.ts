/** Removes half-written files after a crash, before the studio starts to work. Never touches anything that may be paid for. */
import type { Ledger } from '../jobs/ledger.ts'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isFault } from '#contract/faults.ts'
import { JobId } from '#contract/words.ts'

/** Call before the databases are opened: a clean close removes their write-ahead logs. */
export async function wasKilled(folder: string): Promise<boolean> {
  const sizes = ['ledger.db-wal', 'library.db-wal'].map(name => stat(join(folder, name)).then(({ size }) => size, () => 0))
  return (await Promise.all(sizes)).some(size => size > 0)
}

/** Call before any work starts: files that are being written look the same. */
export async function sweep(folder: string, ledger: Pick<Ledger, 'row'>): Promise<void> {
  for (const kept of ['assets', 'backups']) {
    const names = await readdir(join(folder, kept), { recursive: true }).catch(() => [])
    for (const name of names.filter(each => each.endsWith('.part')))
      await rm(join(folder, kept, name), { force: true })
  }
  for (const name of await readdir(join(folder, 'work'))) {
    const jobId = JobId.safeParse(name).data
    // A folder that is not named after a job holds derived files, which can be made again.
    if (jobId === undefined || await isDone(ledger, jobId))
      await rm(join(folder, 'work', name), { recursive: true, force: true })
  }
}

/** True when the job's results are in the library. An unknown job may be paid for: someone may have put back an older ledger. */
async function isDone(ledger: Pick<Ledger, 'row'>, jobId: JobId): Promise<boolean> {
  try {
    return (await ledger.row(jobId)).state === 'done'
  }
  catch (error) {
    if (isFault(error, 'not-found'))
      return false
    throw error
  }
}
