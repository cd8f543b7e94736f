/**
 * Replaces a damaged database, and keeps it: nothing is ever deleted. The complete new one is put into `damaged/` first. From then on
 * every start finishes what was begun, so that a crash or a power cut leaves the damaged database with its log, or the new one without.
 */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { keepFile, makeFolder, moveFile, placeFile } from '../base/atomic-file.ts'

/** Of the complete new database in `damaged/`; before it is the name under which the damaged one is kept. */
const pendingEnding = '.new.db'

/** The name under which a damaged database is kept, with the time in it. */
export function keptPathOf(path: string, nowMs: number): string {
  return join(dirname(path), 'damaged', `${basename(path, '.db')}-${new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')}.db`)
}

/**
 * Puts the complete database `newPath` in the place of `path`, which is kept as `kept`. Neither may be open anywhere. A replacement that
 * was begun is finished instead: its log may have been moved already. Returns where the former one is kept, if it was there.
 */
export async function replaceDatabase(path: string, newPath: string, kept: string): Promise<string> {
  const begun = await findPendingReplacement(path)
  if (begun === null) {
    await makeFolder(dirname(kept))
    await placeFile(newPath, kept.replace(/\.db$/, pendingEnding))
  }
  await finishReplacement(path)
  return begun === null ? kept : keptAs(begun)
}

function keptAs(pending: string): string {
  return `${pending.slice(0, -pendingEnding.length)}.db`
}

/** Finishes a replacement that was begun; repeats are harmless. Call it before the database is opened. */
export async function finishReplacement(path: string): Promise<void> {
  const pending = await findPendingReplacement(path)
  if (pending === null)
    return
  const kept = keptAs(pending)
  // The logs first: SQLite would take them for those of the new file. The damaged file is not opened any more and does not need them.
  for (const suffix of ['-wal', '-shm', '-journal']) {
    if (existsSync(`${path}${suffix}`))
      await moveFile(`${path}${suffix}`, `${kept}${suffix}`)
  }
  if (existsSync(path) && !existsSync(kept))
    await keepFile(path, kept)
  await placeFile(pending, path)
}

/** The complete new database that has not replaced the damaged one yet; null when there is none. */
export async function findPendingReplacement(path: string): Promise<string | null> {
  const folder = join(dirname(path), 'damaged')
  const names = await readdir(folder).catch(() => [])
  const name = names.find(each => each.startsWith(`${basename(path, '.db')}-`) && each.endsWith(pendingEnding))
  return name === undefined ? null : join(folder, name)
}
