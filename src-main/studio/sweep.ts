/** What a studio that was killed left half-written is taken away before the next one works; what was paid for is never touched. */
import type { Ledger } from '../jobs/ledger.ts'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isFault } from '#contract/faults.ts'
import { JobId } from '#contract/words.ts'

/** Ask before the databases are opened: an orderly close takes their journals away. */
export async function wasKilled(folder: string): Promise<boolean> {
  const sizes = ['ledger.db-wal', 'library.db-wal'].map(name => stat(join(folder, name)).then(({ size }) => size, () => 0))
  return (await Promise.all(sizes)).some(size => size > 0)
}

/** Only while nothing works yet in the folder: parts that are being written look the same. */
export async function sweep(folder: string, ledger: Pick<Ledger, 'row'>): Promise<void> {
  for (const kept of ['assets', 'backups']) {
    const names = await readdir(join(folder, kept), { recursive: true }).catch(() => [])
    for (const name of names.filter(each => each.endsWith('.part')))
      await rm(join(folder, kept, name), { force: true })
  }
  for (const name of await readdir(join(folder, 'work'))) {
    const jobId = JobId.safeParse(name).data
    // What bears no job's name was being made from the library and can be made again.
    if (jobId === undefined || await isDone(ledger, jobId))
      await rm(join(folder, 'work', name), { recursive: true, force: true })
  }
}

/** A job that is done has everything in the library. One that the ledger does not know may have been paid for: an older copy of the ledger may have been put back. */
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
