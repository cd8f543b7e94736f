/** Tests of storage/table.ts: rows are read as they were written, and invalid rows are refused. */
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { sql } from '../../../src-main/storage/sql.ts'
import { defineTable, Flag, json, UnreadableRowError } from '../../../src-main/storage/table.ts'

const table = defineTable('notes', z.object({
  note_id: z.string(),
  words: z.string().nullable(),
  is_new: Flag,
  tags: json(z.array(z.string())),
  size: z.number(),
}), { note_id: 'id' })

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
    expect(() => table.parse({ ...row, ...damage })).toThrow(new UnreadableRowError(`A row of notes cannot be read: ${columns}`))
})
