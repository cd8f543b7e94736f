/** Tests of storage/disk-reserve.ts and storage/disk.ts: a paid request can be recorded even when the disk is full. */
import { rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { createDiskReserve, reserveFileName } from '../../../src-main/storage/disk-reserve.ts'
import { freeBytes } from '../../../src-main/storage/disk.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { StorageError, toStorageError } from '../../../src-main/storage/storage-error.ts'
import { makeFolder } from '../../kit/folder.ts'
import { mountSmallDisk } from '../../kit/small-disk.ts'

const mebibyte = 2 ** 20

describe('the reserve', () => {
  it('occupies real space, frees it, and occupies it again', async () => {
    const folder = await makeFolder()
    const reserve = await createDiskReserve(folder, { sizeBytes: mebibyte, spareBytes: 0 })
    const { size, blocks } = await stat(join(folder, reserveFileName))
    expect([reserve.isHeld(), size]).toEqual([true, mebibyte])
    expect(blocks * 512).toBeGreaterThanOrEqual(mebibyte)
    expect([await reserve.free(), reserve.isHeld(), await reserve.free()]).toEqual([true, false, false])
    expect([await reserve.restore(), reserve.isHeld()]).toEqual([true, true])
  })

  it('is found again by the next run, and completed if it was truncated', async () => {
    const folder = await makeFolder()
    await createDiskReserve(folder, { sizeBytes: mebibyte, spareBytes: 0 })
    const { ino } = await stat(join(folder, reserveFileName))
    await createDiskReserve(folder, { sizeBytes: mebibyte, spareBytes: 0 })
    expect((await stat(join(folder, reserveFileName))).ino).toBe(ino)
    await truncate(join(folder, reserveFileName), 1000)
    await createDiskReserve(folder, { sizeBytes: mebibyte, spareBytes: 0 })
    expect((await stat(join(folder, reserveFileName))).size).toBe(mebibyte)
  })

  it('is not taken on a disk without free space, and the studio opens all the same', async () => {
    const reserve = await createDiskReserve(await makeFolder(), { sizeBytes: mebibyte, spareBytes: Number.MAX_SAFE_INTEGER })
    expect([reserve.isHeld(), await reserve.restore()]).toEqual([false, false])
  })

  it('does not repeat work that failed for another reason, nor more than once', async () => {
    const reserve = await createDiskReserve(await makeFolder(), { sizeBytes: mebibyte, spareBytes: 0 })
    let attempts = 0
    const failWith = (kind: 'full' | 'io') => reserve.rescue(async () => {
      attempts += 1
      throw new StorageError(kind, 'no')
    })
    await expect(failWith('io')).rejects.toMatchObject({ kind: 'io' })
    expect([attempts, reserve.isHeld()]).toEqual([1, true])
    await expect(failWith('full')).rejects.toMatchObject({ kind: 'full' })
    expect([attempts, reserve.isHeld()]).toEqual([3, false])
    await expect(failWith('full')).rejects.toMatchObject({ kind: 'full' })
    expect(attempts).toBe(4)
  })

  it('saves a record that SQLite has no space for (a limit on its pages replaces the full disk)', async () => {
    const reserve = await createDiskReserve(await makeFolder(), { sizeBytes: mebibyte, spareBytes: 0 })
    const db = new DatabaseSync(':memory:')
    db.exec('CREATE TABLE notes (text TEXT) STRICT; PRAGMA max_page_count = 2')
    await reserve.rescue(async () => {
      try {
        if (!reserve.isHeld())
          db.exec('PRAGMA max_page_count = 100')
        db.prepare('INSERT INTO notes VALUES (?)').run('task_1'.repeat(5000))
      }
      catch (error) {
        throw toStorageError(error)
      }
    })
    expect(db.prepare('SELECT count(*) AS count FROM notes').get()?.count).toBe(1)
    db.close()
  })
})

const disk = mountSmallDisk(6 * mebibyte)
if (disk) {
  it('on a really full disk the task of a paid job is recorded, survives, and the reserve is taken again once there is space', async () => {
    onTestFinished(() => disk.remove())
    const { folder } = disk
    const path = join(folder, 'ledger.db')
    const reserve = await createDiskReserve(folder, { sizeBytes: 2 * mebibyte, spareBytes: 0 })
    const migrations = [{ version: 1, name: 'notes', statements: ['CREATE TABLE notes (task_id TEXT, plan BLOB) STRICT'] }]
    const db = await openDatabase(path, { migrations })
    const filler = join(folder, 'film.mp4')
    await writeFile(filler, new Uint8Array(await freeBytes(folder)))
    const note = () => db.transaction(tx => tx.run(sql`INSERT INTO notes (task_id, plan) VALUES ('task_1', ${new Uint8Array(100_000)})`))
    await expect(note()).rejects.toMatchObject({ kind: 'full' })
    await reserve.rescue(note)
    expect([reserve.isHeld(), await reserve.restore()]).toEqual([false, false])
    await db.close()
    await rm(filler)
    expect(await reserve.restore()).toBe(true)
    const again = await openDatabase(path, { migrations })
    expect([await again.all(sql`SELECT task_id FROM notes`), await again.check()]).toEqual([[{ task_id: 'task_1' }], []])
    await again.close()
  })
}
else {
  it('not proven here, since mounting a small disk is not permitted: on a really full disk the task of a paid job is recorded', () => {
    expect(disk).toBeUndefined()
  })
}

it('free space is reported for a folder and for one that does not exist yet', async () => {
  const folder = await makeFolder()
  const free = await freeBytes(folder)
  expect(free).toBeGreaterThan(0)
  await writeFile(join(folder, 'file'), new Uint8Array(mebibyte))
  expect(await freeBytes(join(folder, 'a', 'b', 'c'))).toBeGreaterThan(0)
})
