/** Tests of storage/migrate.ts: each file is migrated completely and never back, after a copy was made. */
import type { Migration } from '../../../src-main/storage/migrate.ts'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { ledgerMigrations } from '../../../src-main/storage/migrations/ledger/index.ts'
import { libraryMigrations } from '../../../src-main/storage/migrations/library/index.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { createTestClock } from '../../kit/clock.ts'
import { makeFolder } from '../../kit/folder.ts'

const first: Migration = { version: 1, name: 'begin', statements: [
  'CREATE TABLE owners (id INTEGER PRIMARY KEY) STRICT',
  'CREATE TABLE things (id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES owners(id) ON DELETE CASCADE) STRICT',
  'INSERT INTO owners VALUES (1)',
  'INSERT INTO things VALUES (1, 1)',
] }
// Dropping a table that others refer to would delete their rows if foreign keys were on.
const rebuild: Migration = { version: 2, name: 'rebuild', statements: [
  'CREATE TABLE new_owners (id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT \'\') STRICT',
  'INSERT INTO new_owners (id) SELECT id FROM owners',
  'DROP TABLE owners',
  'ALTER TABLE new_owners RENAME TO owners',
] }
const broken: Migration = { version: 3, name: 'broken', statements: ['CREATE TABLE half (id INTEGER) STRICT', 'CREATE TABLE oops ('] }

function look(path: string): { version: unknown, tables: unknown[], things: unknown } {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    return {
      version: db.prepare('PRAGMA user_version').get()?.user_version,
      tables: db.prepare('SELECT name FROM sqlite_schema WHERE type = \'table\' ORDER BY name').all().map(row => row.name),
      things: db.prepare('SELECT count(*) AS count FROM things').get()?.count,
    }
  }
  finally {
    db.close()
  }
}

it('a new file is migrated without a copy, an old one through the missing steps after a copy of it was made', async () => {
  const folder = await makeFolder()
  const path = join(folder, 'library.db')
  const backupDir = join(folder, 'kept', 'copies')
  const clock = createTestClock(Date.UTC(2026, 10, 21, 10, 3))
  await (await openDatabase(path, { migrations: [first], clock, backupDir })).close()
  expect(await readdir(folder)).toEqual(['library.db'])
  const db = await openDatabase(path, { migrations: [first, rebuild], clock, backupDir })
  await db.run(sql`INSERT INTO owners (name) VALUES ('Anna')`)
  await expect(db.run(sql`INSERT INTO things (owner_id) VALUES (99)`)).rejects.toMatchObject({ kind: 'constraint' })
  await db.close()
  expect(look(path)).toEqual({ version: 2, tables: ['owners', 'things'], things: 1 })
  expect(await readdir(backupDir)).toEqual(['library-v1-2026-11-21T10-03-00-000Z.db'])
  expect(look(join(backupDir, 'library-v1-2026-11-21T10-03-00-000Z.db'))).toEqual({ version: 1, tables: ['owners', 'things'], things: 1 })
  await (await openDatabase(path, { migrations: [first, rebuild], clock, backupDir })).close()
  expect(await readdir(backupDir)).toHaveLength(1)
})

it('a step that fails leaves the file at the step before and is named', async () => {
  const path = join(await makeFolder(), 'library.db')
  await expect(openDatabase(path, { migrations: [first, rebuild, broken] })).rejects.toThrow('migration 3 "broken"')
  expect(look(path)).toEqual({ version: 2, tables: ['owners', 'things'], things: 1 })
  await (await openDatabase(path, { migrations: [first, rebuild] })).close()
})

it('a step that would leave rows with missing references is refused', async () => {
  const path = join(await makeFolder(), 'library.db')
  const careless: Migration = { version: 2, name: 'careless', statements: ['DELETE FROM owners'] }
  await expect(openDatabase(path, { migrations: [first, careless] })).rejects.toMatchObject({ kind: 'constraint' })
  expect(look(path)).toMatchObject({ version: 1, things: 1 })
})

it('a file of a later program is refused and not changed', async () => {
  const path = join(await makeFolder(), 'library.db')
  await (await openDatabase(path, { migrations: [first, rebuild] })).close()
  await expect(openDatabase(path, { migrations: [first] })).rejects.toMatchObject({ kind: 'newer' })
  await expect(openDatabase(path, { migrations: [first], readOnly: true })).rejects.toMatchObject({ kind: 'newer' })
  expect(look(path)).toMatchObject({ version: 2, things: 1 })
})

it('a file from before the first step is refused and not changed, and a new one begins with that step', async () => {
  const [begin, next]: Migration[] = [{ ...first, version: 7 }, { ...rebuild, version: 8 }]
  const folder = await makeFolder()
  const [old, path] = [join(folder, 'old.db'), join(folder, 'new.db')]
  await (await openDatabase(old, { migrations: [first, rebuild] })).close()
  for (const readOnly of [false, true])
    await expect(openDatabase(old, { migrations: [begin!, next!], readOnly })).rejects.toMatchObject({ kind: 'older' })
  expect(look(old)).toMatchObject({ version: 2, things: 1 })
  await (await openDatabase(path, { migrations: [begin!] })).close()
  expect(look(path)).toMatchObject({ version: 7, things: 1 })
  await (await openDatabase(path, { migrations: [begin!, next!] })).close()
  expect(look(path)).toMatchObject({ version: 8, things: 1 })
})

it('steps in the wrong order fail at the first start', async () => {
  const path = join(await makeFolder(), 'library.db')
  await expect(openDatabase(path, { migrations: [rebuild, first] })).rejects.toThrow('has version 1 instead of 3')
})

it.each([['ledger', ledgerMigrations], ['library', libraryMigrations]] as const)('a new %s is intact', async (name, migrations) => {
  const db = await openDatabase(join(await makeFolder(), `${name}.db`), { migrations })
  expect(await db.check()).toEqual([])
  await db.close()
})
