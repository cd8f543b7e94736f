/** Tests of storage/table.ts: rows are read as they were written, and invalid rows are refused. */
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { sql } from '../../../src-main/storage/sql.ts'
import { defineTable, Flag, isJson, json, jsonText, UnreadableRowError } from '../../../src-main/storage/table.ts'
import { onUnreadableRow } from '../../../src-main/storage/unreadable-rows.ts'

const table = defineTable('notes', z.object({
  note_id: z.string(),
  words: z.string().nullable(),
  is_new: Flag,
  tags: json(z.array(z.string())),
  size: z.number(),
}), { renamed: { note_id: 'id' }, unread: { made_at: z.int() } })

function open() {
  const db = new DatabaseSync(':memory:')
  db.exec(
    `CREATE TABLE notes (id TEXT PRIMARY KEY, words TEXT, is_new INTEGER NOT NULL DEFAULT 1, tags TEXT NOT NULL DEFAULT '[]', size REAL NOT NULL) STRICT`,
  )
  const toInput = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value) as string
  const run = ({ text, params }: ReturnType<typeof sql>): void => void db.prepare(text).run(...params.map(toInput))
  const rows = (): object[] => db.prepare(sql`SELECT ${table.columns} FROM notes`.text).all()
  return { run, rows }
}

it('what is written is read back, and an omitted column has its default', () => {
  fc.assert(fc.property(fc.string(), fc.option(fc.string()), fc.boolean(), fc.array(fc.string()), fc.double({
    noNaN: true,
    noDefaultInfinity: true,
  }), (id, words, isNew, tags, size) => {
    const { run, rows } = open()
    run(sql`INSERT INTO notes ${table.values({ note_id: id, words, is_new: isNew, tags: JSON.stringify(tags), size })}`)
    expect(rows().map(table.parse)).toEqual([{ note_id: id, words, is_new: isNew, tags, size: size === 0 ? expect.closeTo(0) : size }])
  }), { numRuns: 50 })
  const { run, rows } = open()
  run(sql`INSERT INTO notes ${table.values({ note_id: 'a', size: sql`(SELECT 1 + 1)` })}`)
  expect(rows().map(table.parse)).toEqual([{ note_id: 'a', words: null, is_new: true, tags: [], size: 2 }])
  run(sql`UPDATE notes SET ${table.changes({ words: 'more', is_new: false })} WHERE id = ${'a'}`)
  expect(rows().map(table.parse)).toEqual([{ note_id: 'a', words: 'more', is_new: false, tags: [], size: 2 }])
})

it('an invalid row is refused with the names of its columns, never with their values', () => {
  const row = { note_id: 'a', words: 'secret', is_new: 1, tags: '["secret"]', size: 1 }
  expect(table.parse(row)).toMatchObject({ tags: ['secret'] })
  for (const [damage, columns] of [
    [{ is_new: 2 }, 'is_new'],
    [{ tags: '["secret"' }, 'tags'],
    [{ tags: '"secret"' }, 'tags'],
    [{ words: 1, size: 'secret' }, 'words, size'],
  ] as const)
    expect(() => table.parse({ ...row, ...damage })).toThrow(new UnreadableRowError('notes', row, columns.split(', ')))
})

it('a row that cannot be read is told once and hides no other', () => {
  const told: unknown[] = []
  const stop = onUnreadableRow(row => told.push(row))
  const plain = { words: null, tags: '[]', size: 0 }
  const rows = ['one', 'two', 'three\u001B[2J'].map(id => ({ ...plain, id, note_id: id, is_new: id === 'one' ? 1 : 7 }))
  for (let time = 0; time < 3; time++)
    expect(table.read(rows).map(row => row.note_id)).toEqual(['one'])
  stop()
  // What a row says of itself must not command a terminal.
  expect(told).toEqual([
    { table: 'notes', key: 'two', columns: ['is_new'] },
    { table: 'notes', key: 'three?[2J', columns: ['is_new'] },
  ])
})

it('a part of a table is read with the columns that were asked for, by the same rules', () => {
  const part = table.part('note_id', 'is_new')
  expect(part.columns.text).toBe('"notes"."id" AS "note_id", "notes"."is_new" AS "is_new"')
  expect(part.read([{ note_id: 'a', is_new: 0 }])).toEqual([{ note_id: 'a', is_new: false }])
  expect(() => part.parse({ note_id: 'a', is_new: 3 })).toThrow(UnreadableRowError)
})

it('the stored table has every column by its own name, and says which hold JSON', () => {
  expect(Object.keys(table.stored.shape)).toEqual(['id', 'words', 'is_new', 'tags', 'size', 'made_at'])
  const isJsonIn = ({ shape }: typeof table.stored, column: string) => isJson(shape[column] as z.ZodType)
  expect(['id', 'tags'].map(column => isJsonIn(table.stored, column))).toEqual([false, true])
  expect(isJson(jsonText(z.object({})).nullable())).toBe(true)
  expect(jsonText(z.object({ a: z.int() })).safeParse('{"a":1}').data).toBe('{"a":1}')
  expect(jsonText(z.object({ a: z.int() })).safeParse('{"a":"1"').success).toBe(false)
})
