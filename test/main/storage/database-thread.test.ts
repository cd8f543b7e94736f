/** The database's thread: it answers each command, says which failed, and leaves nobody waiting when it ends. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startDatabaseThread } from '../../../src-main/storage/database-thread.ts'
import { makeFolder } from '../../kit/folder.ts'

const migrations = [{ version: 1, name: 'begin', statements: ['CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT) STRICT'] }]

async function openThread() {
  const path = join(await makeFolder(), 'things.db')
  const thread = startDatabaseThread()
  await thread.ask({ do: 'open', path, migrations, backupDir: null, readOnly: false, nowMs: 0, mayDangle: false, setUp: [] })
  const query = (where: 'reader' | 'writer' | 'transaction', how: 'all' | 'run', text: string, params: (string | number)[] = []) =>
    thread.ask({ do: 'query', where, how, text, params })
  return { path, thread, query }
}

it('commands are carried out in the order in which they were asked, without waiting for answers in between', async () => {
  const { thread, query } = await openThread()
  const writes = ['one', 'two', 'three'].map(name => query('writer', 'run', 'INSERT INTO things (name) VALUES (?)', [name]))
  const read = query('reader', 'all', 'SELECT name FROM things ORDER BY id')
  expect(await Promise.all(writes)).toEqual([1, 2, 3].map(id => ({ changes: 1, lastInsertRowid: id })))
  expect(await read).toEqual({ columns: ['name'], rows: [['one'], ['two'], ['three']] })
  await thread.ask({ do: 'close' })
  await thread.end()
})

it('a failure names the statement but no value, and the next command is carried out', async () => {
  const { thread, query } = await openThread()
  const failed: unknown = await query('writer', 'run', 'INSERT INTO\n  things (id) VALUES (?)', ['secret']).catch((error: unknown) => error)
  expect(failed).toMatchObject({ name: 'StorageError', kind: 'constraint' })
  expect(String(failed)).toContain('INSERT INTO things (id) VALUES (?)')
  expect(String(failed)).not.toContain('secret')
  expect(await query('reader', 'all', 'SELECT id FROM things')).toEqual({ columns: [], rows: [] })
  await thread.ask({ do: 'close' })
  await thread.end()
})

it('a statement outside of its transaction, two statements at once, and a write by the reader are refused', async () => {
  const { thread, query } = await openThread()
  await expect(query('transaction', 'run', 'DELETE FROM things')).rejects.toThrow('The transaction is over')
  await expect(query('writer', 'run', 'DELETE FROM things; DELETE FROM things')).rejects.toMatchObject({ kind: 'other' })
  await expect(query('reader', 'run', 'DELETE FROM things')).rejects.toMatchObject({ kind: 'readonly' })
  await thread.ask({ do: 'rollback' })
  await thread.ask({ do: 'close' })
  await thread.end()
})

it('a closed database answers no query', async () => {
  const { thread, query } = await openThread()
  await thread.ask({ do: 'close' })
  await expect(query('reader', 'all', 'SELECT 1')).rejects.toThrow('The database is closed')
  await thread.end()
})

it('whoever still waits when the thread ends is told so, and so is whoever asks afterwards', async () => {
  const { thread, query } = await openThread()
  const numbers = 'WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 3000000)'
  const slow = query('reader', 'all', `${numbers} SELECT count(*) FROM n`)
  const told = expect(slow).rejects.toMatchObject({ kind: 'other', message: 'The database thread has ended' })
  await thread.end()
  await told
  await expect(query('reader', 'all', 'SELECT 1')).rejects.toMatchObject({ message: 'The database thread has ended' })
})

it('what was written is there for the next thread that opens the file', async () => {
  const { path, thread, query } = await openThread()
  await query('writer', 'run', 'INSERT INTO things (name) VALUES (?)', ['kept'])
  await thread.ask({ do: 'close' })
  await thread.end()
  const next = startDatabaseThread()
  await next.ask({ do: 'open', path, migrations, backupDir: null, readOnly: true, nowMs: 0, mayDangle: false, setUp: [] })
  const names = await next.ask({ do: 'query', where: 'reader', how: 'all', text: 'SELECT name FROM things', params: [] })
  expect(names).toEqual({ columns: ['name'], rows: [['kept']] })
  await next.ask({ do: 'close' })
  await next.end()
})
