/** Errors of files and databases become faults of the disk in one place, by what the disk says when it is tried. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Fault, isDiskFault } from '#contract/faults.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { createDiskState } from '../../../src-main/storage/disk-state.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { StorageError } from '../../../src-main/storage/storage-error.ts'
import { makeFolder } from '../../kit/folder.ts'
import { mountSmallDisk } from '../../kit/small-disk.ts'

const coded = (code: string): Error => Object.assign(new Error(`${code}: it failed`), { code })

const said = (stderr: string): Error => Object.assign(new Error('It ended with 1'), { stderr })

async function openState(answers: (Error | null)[] = []) {
  const folder = await makeFolder()
  const log = createLog({ write: () => {}, clock: systemClock })
  let isWell = false
  const state = createDiskState({
    folder,
    reserve: { restore: async () => false },
    clock: systemClock,
    log,
    looksEveryMs: { well: 20, ill: 20 },
    tryToWrite: async () => answers.shift() ?? (isWell || answers.length === 0 ? null : coded('ENOSPC')),
  })
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  return {
    folder,
    state,
    follow: () => void state.follow(stop.signal),
    heal: () => {
      isWell = true
    },
  }
}

it.each<[said: string, error: Error, tried: Error | null, code: string]>([
  ['a file that finds no room', coded('ENOSPC'), coded('ENOSPC'), 'disk-full'],
  ['a share of the disk that is used up', coded('EDQUOT'), coded('EDQUOT'), 'disk-full'],
  ['a file that is larger than the disk keeps', coded('EFBIG'), null, 'disk-full'],
  ['a program that found no room', said('av: No space left on device'), coded('ENOSPC'), 'disk-full'],
  ['a database that is full', new StorageError('full', 'database or disk is full'), coded('ENOSPC'), 'disk-full'],
  ['a database that cannot name a quota', new StorageError('io', 'disk I/O error', { code: 778 }), coded('EDQUOT'), 'disk-full'],
  ['a database on a disk that became read-only', new StorageError('io', 'disk I/O error'), coded('EROFS'), 'disk-read-only'],
  ['a database without permission', new StorageError('readonly', 'readonly database'), coded('EACCES'), 'disk-read-only'],
  ['a file on a read-only disk', coded('EROFS'), coded('EROFS'), 'disk-read-only'],
  ['a database on a disk with errors', new StorageError('io', 'disk I/O error'), coded('EIO'), 'disk-failed'],
  ['a database whose disk is well again', new StorageError('io', 'disk I/O error'), null, 'disk-failed'],
  ['what another error was caused by', new Error('The take was not filed', { cause: coded('ENOSPC') }), coded('ENOSPC'), 'disk-full'],
  ['a refusal because of one', new Fault('unreadable-file', { name: '', reason: '' }, { cause: coded('ENOSPC') }), null, 'disk-full'],
])('%s', async (_, error, tried, code) => {
  const { state } = await openState([tried])
  expect(await state.explain(error)).toMatchObject({ code, cause: error })
})

it.each([
  ['a file where a folder was', 'ENOTDIR'],
  ['a share of the network that is gone', 'ESTALE'],
  ['a folder without permission', 'EACCES'],
])('%s says what is to be mended, and nothing of the studio folder', async (_, errno) => {
  const { state } = await openState([])
  const error = Object.assign(coded(errno), { path: '/films' })
  const fault = await state.explain(error)
  expect(fault).toMatchObject({ code: 'place-refused', data: { said: `${errno}: it failed` }, cause: error })
  expect([isDiskFault((fault as Fault).code), state.now()], 'no page waits for the disk').toEqual([false, 'ok'])
})

it('leaves every other error as it is', async () => {
  const { state } = await openState([coded('ENOSPC')])
  const program = Object.assign(coded('EACCES'), { path: '/bin/ffmpeg', syscall: 'spawn /bin/ffmpeg' })
  const others = [
    ...[new Error('a bug'), program, coded('EACCES'), coded('ENOENT')],
    ...[new StorageError('constraint', 'x'), new Fault('ticket-expired', {}), 'text', null],
  ]
  for (const error of others)
    expect(await state.explain(error)).toBe(error)
  const refused = new Fault('disk-full', { neededBytes: 5, freeBytes: 1 })
  expect([await state.explain(refused), state.now()]).toEqual([refused, 'ok'])
})

it('a full disk elsewhere says nothing of the studio folder', async () => {
  const { state } = await openState([null])
  expect(await state.explain(Object.assign(coded('ENOSPC'), { path: '/' }))).toMatchObject({ code: 'disk-full' })
  expect(state.now()).toBe('ok')
})

it('tells when the folder cannot be written, and when it can again', async () => {
  const { state, follow, heal } = await openState([coded('EROFS'), coded('EROFS'), coded('EROFS')])
  const seen: string[] = []
  const onRoom = vi.fn()
  state.onChange(() => seen.push(state.now()))
  state.onRoom(onRoom)
  await state.explain(coded('EROFS'))
  expect([state.now(), onRoom.mock.calls.length]).toEqual(['read-only', 0])
  follow()
  heal()
  await expect.poll(() => state.now()).toBe('ok')
  expect([seen.includes('read-only'), onRoom.mock.calls.length]).toEqual([true, 1])
})

const disk = mountSmallDisk(8 * 2 ** 20)
it(disk
  ? 'on a really full disk: the fault, the room that is left, and the end of it'
  : 'not proven here, since mounting a small disk is not permitted: a really full disk', async () => {
  if (!disk)
    return
  onTestFinished(() => disk.remove())
  const stop = new AbortController()
  const log = createLog({ write: () => {}, clock: systemClock })
  const state = createDiskState({
    ...{ folder: disk.folder, reserve: { restore: async () => false }, clock: systemClock, log },
    looksEveryMs: { well: 20, ill: 20 },
  })
  onTestFinished(() => stop.abort())
  const migrations = [{ version: 1, name: 'notes', statements: ['CREATE TABLE notes (text BLOB) STRICT'] }]
  const db = await openDatabase(join(disk.folder, 'notes.db'), { migrations, backupDir: null })
  const filler = join(disk.folder, 'filler')
  await writeFile(filler, new Uint8Array(16 * 2 ** 20)).catch(() => {})
  const note = () => db.run(sql`INSERT INTO notes (text) VALUES (${new Uint8Array(200_000)})`).catch(state.explain)
  expect(await note()).toMatchObject({ code: 'disk-full', data: { neededBytes: 0, freeBytes: expect.any(Number) } })
  expect(state.now()).toBe('full')
  void state.follow(stop.signal)
  await rm(filler)
  await expect.poll(() => state.now()).toBe('ok')
  expect(await note()).toMatchObject({ changes: 1 })
  await db.close()
})
