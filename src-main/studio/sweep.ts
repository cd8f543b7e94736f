/** What a studio that was killed left half-written is taken away before the next one works; what was paid for is never touched. */
import type { JobId } from '#contract/words.ts'
import type { Ledger } from '../jobs/ledger.ts'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isFault } from '#contract/faults.ts'

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
    if (await isDone(ledger, name))
      await rm(join(folder, 'work', name), { recursive: true, force: true })
  }
}

/** A job that is done has everything in the library; a folder of no job held something that can be made again. */
async function isDone(ledger: Pick<Ledger, 'row'>, name: string): Promise<boolean> {
  try {
    return (await ledger.row(name as JobId)).state === 'done' // any text may be asked for
  }
  catch (error) {
    if (isFault(error, 'not-found'))
      return true
    throw error
  }
}
