/** The log of a killed program: damage inside it is found, and an unfinished end is never mistaken for damage. */
import { cp, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { damageInWal } from '../../../src-main/storage/wal-damage.ts'
import { makeFolder } from '../../kit/folder.ts'

const frameBytes = 24 + 4096
function rowsOf(path: string): number {
  const db = new DatabaseSync(path)
  const row = db.prepare('SELECT count(*) AS count FROM words').get()
  db.close()
  return Number(row?.count)
}

/** The log after a kill, with this many commits of one row each; `restarts` lets it restart over its old frames. */
async function logOf(commits: number, { restarts = false } = {}): Promise<{ folder: string, path: string, log: string }> {
  const folder = await makeFolder()
  const db = new DatabaseSync(join(folder, 'live.db'))
  db.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE words (word TEXT)')
  const insert = db.prepare('INSERT INTO words VALUES (?)')
  if (restarts) {
    for (let index = 0; index < 30; index++)
      insert.run('old '.repeat(300))
    db.exec('PRAGMA wal_checkpoint(FULL)')
  }
  for (let index = 0; index < commits; index++)
    insert.run(`${index} `.repeat(300))
  const path = join(folder, 'left.db')
  await cp(join(folder, 'live.db'), path)
  await cp(join(folder, 'live.db-wal'), `${path}-wal`)
  db.close()
  return { folder, path, log: `${path}-wal` }
}

it.each([false, true])('an intact log is accepted, also one that restarted over older frames: %s', async (restarts) => {
  const { path, log } = await logOf(10, { restarts })
  expect(await damageInWal(log)).toBeNull()
  expect(rowsOf(path)).toBe(restarts ? 40 : 10)
})

it('a missing, empty or invalid log is not reported as damage', async () => {
  const path = join(await makeFolder(), 'none')
  expect(await damageInWal(path)).toBeNull()
  for (const bytes of [new Uint8Array(0), new Uint8Array(5000)]) {
    await writeFile(path, bytes)
    expect(await damageInWal(path)).toBeNull()
  }
})

it('a damaged byte with two commits after it is found; SQLite itself drops them without an error', async () => {
  const { path, log } = await logOf(20)
  const whole = await readFile(log)
  const frames = Math.floor((whole.length - 32) / frameBytes)
  const damage = async (frame: number, byte: number): Promise<void> => {
    const bytes = Buffer.from(whole)
    const at = 32 + frame * frameBytes + byte
    bytes[at] = bytes[at]! ^ 0x55
    await writeFile(log, bytes)
  }
  await fc.assert(fc.asyncProperty(fc.integer({ min: 0, max: frames - 6 }), fc.integer({
    min: 0,
    max: frameBytes - 1,
  }), async (frame, byte) => {
    await damage(frame, byte)
    expect(await damageInWal(log)).toContain(`frame ${frame + 1} of ${frames}`)
  }), { numRuns: 60 })
  // Not among the first frames, in which the table itself begins.
  await damage(frames - 6, 0)
  expect(rowsOf(path)).toBeLessThan(20)
})

it('a log that ends anywhere is not reported as damage', async () => {
  const { log } = await logOf(12)
  const whole = await readFile(log)
  await fc.assert(fc.asyncProperty(fc.integer({ min: 0, max: whole.length }), async (length) => {
    await writeFile(log, whole)
    await truncate(log, length)
    expect(await damageInWal(log)).toBeNull()
  }), { numRuns: 60 })
})

it('the last commit, torn at any byte by a power cut, is not reported as damage', async () => {
  const { log } = await logOf(12)
  const whole = await readFile(log)
  const frames = Math.floor((whole.length - 32) / frameBytes)
  await fc.assert(fc.asyncProperty(fc.integer({ min: 0, max: frameBytes - 1 }), async (byte) => {
    const bytes = Buffer.from(whole)
    const at = 32 + (frames - 1) * frameBytes + byte
    bytes[at] = bytes[at]! ^ 0x55
    await writeFile(log, bytes)
    expect(await damageInWal(log)).toBeNull()
  }), { numRuns: 30 })
})
