/** Tests of storage/database.ts: confirmed writes are kept, failed ones leave nothing, and readers never see half of one. */
import type { Database } from '../../../src-main/storage/database.ts'
import type { Migration } from '../../../src-main/storage/migrate.ts'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { found } from '#contract/found.ts'
import { openDatabase, quickCheck, recoverDatabase } from '../../../src-main/storage/database.ts'
import { keptPathOf, replaceDatabase } from '../../../src-main/storage/keep-damaged.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { StorageError } from '../../../src-main/storage/storage-error.ts'
import { startChild } from '../../kit/child.ts'
import { makeFolder } from '../../kit/folder.ts'
import { mountSmallDisk } from '../../kit/small-disk.ts'
import { counting } from './children/counting.ts'

const migrations: readonly Migration[] = [{
  version: 1,
  name: 'things',
  statements: [
    'CREATE TABLE things (id INTEGER PRIMARY KEY, word TEXT UNIQUE, amount REAL, bytes BLOB, loose ANY) STRICT',
    'CREATE TABLE parts (id INTEGER PRIMARY KEY, thing_id INTEGER NOT NULL REFERENCES things(id)) STRICT',
  ],
}]

async function open(path?: string): Promise<Database> {
  const db = await openDatabase(path ?? join(await makeFolder(), 'things.db'), { migrations })
  onTestFinished(() => db.close())
  return db
}

async function countOf(db: Pick<Database, 'get'>): Promise<number | undefined> {
  return (await db.get<{ count: number }>(sql`SELECT count(*) AS count FROM things`))?.count
}

function kindOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(() => 'no error', (error: unknown) => error instanceof StorageError
    ? error.kind
    : `not a StorageError: ${String(error)}`)
}

it('each search index has a table of its words, which is only in memory', async () => {
  const index = (name: string): string => `CREATE VIRTUAL TABLE "${name}" USING fts5(words, content='', contentless_delete=1)`
  const path = join(await makeFolder(), 'things.db')
  const searched = [...migrations, { version: 2, name: 'index', statements: [index('texts'), index('of\'; others')] }]
  const db = await openDatabase(path, { migrations: searched })
  await db.run(sql`INSERT INTO texts (rowid, words) VALUES (1, 'sea old sea')`)
  expect(await db.all(sql`SELECT DISTINCT term FROM texts_words ORDER BY term`)).toEqual([{ term: 'old' }, { term: 'sea' }])
  await db.run(sql`INSERT INTO texts (rowid, words) VALUES (2, 'new')`)
  expect(await db.all(sql`SELECT term FROM texts_words WHERE term >= 'n' ORDER BY term LIMIT 1`)).toEqual([{ term: 'new' }])
  await db.close()
  const file = new DatabaseSync(path)
  expect(file.prepare(`SELECT count(*) AS count FROM sqlite_schema WHERE name LIKE '%\\_words' ESCAPE '\\'`).get()).toEqual({ count: 0 })
  file.close()
  const readOnly = await openDatabase(path, { migrations: searched, readOnly: true })
  expect(await readOnly.all(sql`SELECT DISTINCT term FROM texts_words WHERE term < 'o'`)).toEqual([{ term: 'new' }])
  await readOnly.close()
})

describe('values', () => {
  it('rows are plain objects; whole numbers, reals, text, blobs and null are read as they were written', async () => {
    const db = await open()
    const row = { id: 7, word: '漢字 "\'; --', amount: 1.5, bytes: new Uint8Array([0, 255, 7]), loose: null }
    await db.run(
      sql`INSERT INTO things (id, word, amount, bytes, loose) VALUES (${row.id}, ${row.word}, ${row.amount}, ${row.bytes}, ${row.loose})`,
    )
    const found = await db.get(sql`SELECT * FROM things`)
    expect(found).toEqual(row)
    expect(Object.getPrototypeOf(found)).toBe(Object.prototype)
    expect(await db.get(sql`SELECT * FROM things WHERE id = ${8}`)).toBeUndefined()
  })

  it('a whole number is an integer to SQLite and a boolean is 0 or 1', async () => {
    const db = await open()
    expect(await db.get(sql`SELECT ${7} / 2 AS half, typeof(${7}) AS seven, typeof(${0.5}) AS part, ${true} AS yes, ${false} AS no`))
      .toEqual({ half: 3, seven: 'integer', part: 'real', yes: 1, no: 0 })
  })

  it('any text and number are read back unchanged', async () => {
    const db = await open()
    await fc.assert(fc.asyncProperty(fc.string({ unit: 'binary' }), fc.oneof(
      fc.maxSafeInteger(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    ), async (text, number) => {
      expect(await db.get(sql`SELECT ${text} AS text, ${number} AS number`)).toEqual({ text, number: number === 0 ? 0 : number })
    }))
  })

  it('a write returns how many rows changed and the id of the new one', async () => {
    const db = await open()
    expect(await db.run(sql`INSERT INTO things (word) VALUES ('a'), ('b')`)).toEqual({ changes: 2, lastInsertRowid: 2 })
    expect((await db.run(sql`DELETE FROM things WHERE id > ${10}`)).changes).toBe(0)
  })

  it('more different statements than are cached still give correct results', async () => {
    const db = await open()
    for (let round = 0; round < 2; round += 1) {
      for (let number = 0; number < 300; number += 1)
        expect(await db.get(sql`SELECT ${number} AS ${sql.identifier(`n${number}`)}`)).toEqual({ [`n${number}`]: number })
    }
  })
})

describe('transactions', () => {
  it('an error undoes everything and is passed on unchanged', async () => {
    const db = await open()
    const reason = new Error('changed my mind')
    await expect(db.transaction(async (tx) => {
      await tx.run(sql`INSERT INTO things (word) VALUES ('a')`)
      throw reason
    })).rejects.toBe(reason)
    expect(await countOf(db)).toBe(0)
    await db.run(sql`INSERT INTO things (word) VALUES ('a')`)
    expect(await countOf(db)).toBe(1)
  })

  it('a reader sees the state before a transaction until it is over, the transaction sees its own', async () => {
    const db = await open()
    await db.transaction(async (tx) => {
      await tx.run(sql`INSERT INTO things (word) VALUES ('a')`)
      expect([await countOf(db), await countOf(tx)]).toEqual([0, 1])
    })
    expect(await countOf(db)).toBe(1)
  })

  it('transactions and single writes never mix, whatever the order of their steps', async () => {
    const db = await open()
    await db.run(sql`INSERT INTO things (id, amount) VALUES (1, 0)`)
    const addOne = async (): Promise<void> => db.transaction(async (tx) => {
      const { amount } = await tx.get<{ amount: number }>(sql`SELECT amount FROM things WHERE id = 1`) ?? { amount: -1000 }
      await sleep(amount % 3)
      await tx.run(sql`UPDATE things SET amount = ${amount + 1} WHERE id = 1`)
    })
    await Promise.all(Array.from({ length: 20 }, (_, index) => index % 4 === 3
      ? db.run(sql`UPDATE things SET amount = amount + 1 WHERE id = 1`)
      : addOne()))
    expect(await db.get(sql`SELECT amount FROM things`)).toEqual({ amount: 20 })
  })

  it('within a transaction, calls that bypass it are refused instead of deadlocking', async () => {
    const db = await open()
    await db.transaction(async () => {
      await expect(db.run(sql`DELETE FROM things`)).rejects.toThrow('use the transaction')
      await expect(db.transaction(async () => 1)).rejects.toThrow('use the transaction')
    })
    await db.run(sql`DELETE FROM things`)
  })

  it('a finished transaction accepts no more statements', async () => {
    const db = await open()
    const tx = await db.transaction(async tx => tx)
    await expect(tx.run(sql`INSERT INTO things (word) VALUES ('late')`)).rejects.toThrow('over')
    expect(await countOf(db)).toBe(0)
  })

  it('a refused statement can be caught and the transaction continues', async () => {
    const db = await open()
    await db.transaction(async (tx) => {
      await tx.run(sql`INSERT INTO things (word) VALUES ('a')`)
      // SQLITE_CONSTRAINT_UNIQUE: the row already exists.
      await expect(tx.run(sql`INSERT INTO things (word) VALUES ('a')`)).rejects.toMatchObject({ code: 2067 })
      await tx.run(sql`INSERT INTO things (word) VALUES ('b')`)
    })
    expect(await countOf(db)).toBe(2)
  })

  it('close waits for the running transaction, and refuses later ones', async () => {
    const path = join(await makeFolder(), 'things.db')
    const db = await open(path)
    const running = db.transaction(async (tx) => {
      await sleep(20)
      await tx.run(sql`INSERT INTO things (word) VALUES ('a')`)
    })
    await sleep(1)
    await Promise.all([db.close(), db.close()])
    await running
    expect(await kindOf(db.run(sql`DELETE FROM things`))).toBe('other')
    expect(await kindOf(db.all(sql`SELECT 1`))).toBe('other')
    expect(await countOf(await open(path))).toBe(1)
  })
})

describe('errors have kinds', () => {
  it('for constraints of the tables', async () => {
    const db = await open()
    await db.run(sql`INSERT INTO things (id, word) VALUES (1, 'a')`)
    const taken = await db.run(sql`INSERT INTO things (word) VALUES ('a')`).catch((error: unknown) => error)
    expect(taken).toMatchObject({ name: 'StorageError', kind: 'constraint', code: 2067, cause: expect.any(Error) })
    expect(await kindOf(db.run(sql`INSERT INTO parts (thing_id) VALUES (99)`))).toBe('constraint')
    expect(await kindOf(db.run(sql`INSERT INTO things (id) VALUES (1.5)`))).toBe('constraint')
  })

  it('for bugs', async () => {
    const db = await open()
    expect(await kindOf(db.run(sql`DELETE FORM things`))).toBe('other')
    await expect(db.run(sql`DELETE FROM things; DROP TABLE things`)).rejects.toThrow('Only one statement')
    expect(await kindOf(db.all(sql`INSERT INTO things (word) VALUES ('a') RETURNING id`))).toBe('readonly')
  })

  it('with the statement in the message but no value', async () => {
    const db = await open()
    const error: unknown = await db.run(sql`INSERT INTO nowhere (word) VALUES (${'amsk_live_secret'})`).catch((error: unknown) => error)
    expect(String(error)).toContain('INSERT INTO nowhere (word) VALUES (?)')
    expect(String(error)).not.toContain('amsk')
  })

  it('for a missing folder', async () => {
    expect(await kindOf(openDatabase(join(await makeFolder(), 'nowhere', 'things.db'), { migrations }))).toBe('io')
  })

  it('for a file that is not a database', async () => {
    const path = join(await makeFolder(), 'things.db')
    await writeFile(path, 'A letter to my aunt. '.repeat(100))
    expect(await kindOf(openDatabase(path, { migrations }))).toBe('corrupt')
    expect(await readFile(path, 'utf8')).toContain('aunt')
  })

  it('for a truncated file', async () => {
    const path = join(await makeFolder(), 'things.db')
    const db = await open(path)
    await db.transaction(async (tx) => {
      for (let number = 0; number < 50; number += 1)
        await tx.run(sql`INSERT INTO things (word) VALUES (${`${number}`.repeat(500)})`)
    })
    await db.close()
    await writeFile(path, (await readFile(path)).subarray(0, 9000))
    expect(await kindOf(openDatabase(path, { migrations }))).toBe('corrupt')
  })
})

describe('a read-only file', () => {
  it('is read, and refuses to be written', async () => {
    const path = join(await makeFolder(), 'things.db')
    const writer = await open(path)
    await writer.run(sql`INSERT INTO things (word) VALUES ('a')`)
    await writer.close()
    const db = await openDatabase(path, { migrations, readOnly: true })
    onTestFinished(() => db.close())
    expect([db.isReadOnly, writer.isReadOnly, await countOf(db)]).toEqual([true, false, 1])
    expect(await kindOf(db.run(sql`DELETE FROM things`))).toBe('readonly')
    expect(await kindOf(db.transaction(tx => tx.run(sql`DELETE FROM things`)))).toBe('readonly')
    expect(await countOf(db)).toBe(1)
  })

  it('is not migrated', async () => {
    const path = join(await makeFolder(), 'things.db')
    await (await open(path)).close()
    const next = [...migrations, { version: 2, name: 'more', statements: ['CREATE TABLE more (id INTEGER) STRICT'] }]
    expect(await kindOf(openDatabase(path, { migrations: next, readOnly: true }))).toBe('readonly')
  })
})

describe('the whole file', () => {
  it('a copy contains what was committed, and replaces an older copy', async () => {
    const folder = await makeFolder()
    const db = await open(join(folder, 'things.db'))
    const copyPath = join(folder, 'it\'s a copy.db')
    for (const word of ['a', 'b']) {
      await db.run(sql`INSERT INTO things (word) VALUES (${word})`)
      await db.vacuumInto(copyPath)
    }
    const copy = await open(copyPath)
    expect([await countOf(copy), await copy.check()]).toEqual([2, []])
  })

  it('a check reports a search index as intact that was written to since the last check', async () => {
    const words: Migration = {
      version: 1,
      name: 'words',
      statements: [`CREATE VIRTUAL TABLE words USING fts5(word, content='', contentless_delete=1, tokenize='ascii')`],
    }
    const db = await openDatabase(join(await makeFolder(), 'words.db'), { migrations: [words] })
    onTestFinished(() => db.close())
    for (let round = 0; round < 8; round++) {
      for (let at = 0; at < 4; at++)
        await db.run(sql`INSERT INTO words (rowid, word) VALUES (${round * 4 + at + 1}, 'one')`)
      await db.run(sql`DELETE FROM words WHERE rowid = ${round * 4 + 1}`)
      expect(await db.check()).toEqual([])
    }
  })

  it('a check reports rows with missing references', async () => {
    const path = join(await makeFolder(), 'things.db')
    const db = await open(path)
    expect(await db.check()).toEqual([])
    const careless = new DatabaseSync(path, { enableForeignKeyConstraints: false })
    careless.exec('INSERT INTO parts (id, thing_id) VALUES (5, 99)')
    careless.close()
    expect(await db.check()).toEqual([found('broken-reference', 'parts/5/things')])
  })

  it('damage is found at the next start after a kill, and not looked for after an orderly close', async () => {
    const path = join(await makeFolder(), 'things.db')
    const db = await open(path)
    await db.transaction(async (tx) => {
      for (let number = 0; number < 200; number += 1)
        await tx.run(sql`INSERT INTO things (word) VALUES (${`${number}-`.repeat(100)})`)
    })
    await db.close()
    const bytes = await readFile(path)
    bytes.fill(0xAA, 8 * 4096, 9 * 4096)
    await writeFile(path, bytes)
    await (await openDatabase(path, { migrations })).close()
    await writeFile(`${path}-wal`, new Uint8Array(32))
    expect(await kindOf(openDatabase(path, { migrations }))).toBe('corrupt')
  })

  // Files are in this state for a moment while they are made, and after an earlier program.
  it('a change without a log that was half done when the power went is undone: by a look, a recovery, and an open', async () => {
    const halfDone = await leaveHalfDone()
    expect(await quickCheck(await halfDone('looked-at'))).toEqual([])
    const targetPath = join(await makeFolder(), 'recovered.db')
    const recovered = await recoverDatabase({ path: await halfDone('recovered'), targetPath, migrations, repairs: [], nowMs: 0 })
    expect(recovered).toMatchObject({ rows: { things: 200 }, unreadable: 0, dropped: 0 })
    const db = await open(await halfDone('opened'))
    expect(await db.all(sql`SELECT word LIKE 'kept%' AS isKept, count(*) AS count FROM things GROUP BY 1`))
      .toEqual([{ isKept: 1, count: 200 }])
  })

  it('what a damaged file left half done is kept next to it, and never undone in the file that replaces it', async () => {
    const path = await (await leaveHalfDone())('damaged')
    const newPath = join(await makeFolder(), 'new.db')
    await (await openDatabase(newPath, { migrations })).close()
    const kept = keptPathOf(path, 0)
    await replaceDatabase(path, newPath, kept)
    expect([await kindOf(stat(`${kept}-journal`)), existsSync(`${path}-journal`)]).toEqual(['no error', false])
    expect(await countOf(await open(path))).toBe(0)
  })
})

/** Copies of a file that was written without a log, and that a change of all rows had begun to overwrite. */
async function leaveHalfDone(): Promise<(name: string) => Promise<string>> {
  const [from, to] = [join(await makeFolder(), 'things.db'), await makeFolder()]
  const whole = await openDatabase(from, { migrations })
  await whole.transaction(async (tx) => {
    for (let number = 0; number < 200; number += 1)
      await tx.run(sql`INSERT INTO things (word) VALUES (${`kept ${number} `.repeat(100)})`)
  })
  await whole.close()
  const writer = new DatabaseSync(from)
  onTestFinished(() => writer.close())
  writer.exec(`PRAGMA journal_mode = DELETE; PRAGMA cache_size = 2; BEGIN; UPDATE things SET word = 'lost ' || id || word`)
  return async (name) => {
    const path = join(to, `${name}.db`)
    await copyFile(from, path)
    await copyFile(`${from}-journal`, `${path}-journal`)
    return path
  }
}

it('after any number of kills every number that was confirmed is there, and none is half written', async () => {
  const path = join(await makeFolder(), 'numbers.db')
  let promised = 0
  for (let round = 0; round < 5; round += 1) {
    const child = startChild(new URL('./children/counts-until-killed.ts', import.meta.url), [path])
    promised = Number(await child.nextLine())
    await sleep(15 * round)
    await child.kill()
    promised = Math.max(promised, ...child.takeLines().map(Number))
    const db = await openDatabase(path, { migrations: counting })
    const found = await db.get<{
      highest: number
      rows: number
      numbers: number
    }>(sql`SELECT max(number) AS highest, count(*) AS rows, count(DISTINCT number) AS numbers FROM numbers`)
    await db.close()
    expect(found?.highest).toBeGreaterThanOrEqual(promised)
    expect(found).toMatchObject({ numbers: found?.highest, rows: 2 * (found?.highest ?? 0) })
  }
})

const disk = mountSmallDisk(3 * 2 ** 20)
if (disk) {
  it('a full disk is reported as full, existing data is intact, and writing continues once there is space', async () => {
    onTestFinished(() => disk.remove())
    const db = await openDatabase(join(disk.folder, 'things.db'), { migrations })
    await db.run(sql`INSERT INTO things (word) VALUES ('before')`)
    await mkdir(join(disk.folder, 'films'))
    const filler = join(disk.folder, 'films', 'filler')
    await writeFile(filler, new Uint8Array(2 * 2 ** 20))
    const big = new Uint8Array(2 ** 20)
    expect(await kindOf(db.run(sql`INSERT INTO things (bytes) VALUES (${big})`))).toBe('full')
    expect(await kindOf(db.transaction(async (tx) => {
      await tx.run(sql`INSERT INTO things (word) VALUES ('within')`)
      await tx.run(sql`INSERT INTO things (bytes) VALUES (${big})`).catch(() => {})
      await tx.run(sql`INSERT INTO things (bytes) VALUES (${big})`)
    }))).toMatch(/full|other/)
    expect([await countOf(db), await db.check()]).toEqual([1, []])
    await rm(filler)
    await db.run(sql`INSERT INTO things (bytes) VALUES (${big})`)
    expect(await countOf(db)).toBe(2)
    await db.close()
  })
}
else {
  it('not proven here, since mounting a small disk is not permitted: a full disk is reported as full and damages nothing', () => {
    expect(disk).toBeUndefined()
  })
}
