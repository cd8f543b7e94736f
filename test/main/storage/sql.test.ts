/** Tests of storage/sql.ts: a value never becomes part of a statement. */
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sql } from '../../../src-main/storage/sql.ts'

it('keeps every value out of the text, also in nested parts', () => {
  const where = sql`kind = ${'speech'} AND id IN (${sql.join([1, 2, 3])})`
  const { text, params } = sql`SELECT * FROM takes WHERE ${where} ORDER BY ${sql.identifier('taken "at"')} LIMIT ${5}`
  expect(text).toBe('SELECT * FROM takes WHERE kind = ? AND id IN (?, ?, ?) ORDER BY "taken ""at""" LIMIT ?')
  expect(params).toEqual(['speech', 1, 2, 3, 5])
})

it('joins conditions, and an empty list', () => {
  const both = sql.join([sql`a = ${1}`, sql`b = ${2}`], sql` AND `)
  expect([both.text, both.params]).toEqual(['a = ? AND b = ?', [1, 2]])
  expect(sql`SELECT 1 WHERE 1 IN (${sql.join([])})${sql.empty}`.text).toBe('SELECT 1 WHERE 1 IN ()')
})

it('an object that imitates a piece of SQL is refused, and so are values that SQLite would turn into NULL', () => {
  const forged = { text: 'DROP TABLE takes', params: [] }
  for (const value of [forged, undefined, Number.NaN, Number.POSITIVE_INFINITY, new Date(), []])
    expect(() => sql`SELECT ${value as unknown as string}`).toThrow(TypeError) // possible in JSON from outside
})

it('any text is read back unchanged, and any name is only a name', () => {
  const db = new DatabaseSync(':memory:')
  fc.assert(fc.property(fc.string({ unit: 'binary' }), fc.string({ minLength: 1 }).filter(name => !name.includes('\0')), (value, name) => {
    const { text, params } = sql`SELECT ${value} AS ${sql.identifier(name)}`
    expect(Object.entries({ ...db.prepare(text).get(...params as string[]) })).toEqual([[name, value]]) // strings only above
  }))
  db.close()
})

it('one statement reads a list of any length, and gives the items of rows as JSON', () => {
  const db = new DatabaseSync(':memory:')
  const texts = new Set<string>()
  fc.assert(fc.property(fc.array(fc.string()), fc.string(), (values, value) => {
    const { text, params } = sql`SELECT ${value} IN ${sql.list(values)} AS is_among, (SELECT count(*) FROM ${sql.each(values)}) AS number`
    texts.add(text)
    expect({ ...db.prepare(text).get(...params as string[]) }).toEqual({ is_among: values.includes(value) ? 1 : 0, number: values.length })
  }))
  expect(texts.size).toBe(1)
  const { text, params } = sql`SELECT value ->> 'id' AS id FROM ${sql.each([{ id: 'a' }, { id: 'b\'c' }])}`
  expect(db.prepare(text).all(...params as string[]).map(row => row.id)).toEqual(['a', 'b\'c'])
  db.close()
})
