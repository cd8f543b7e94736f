/**
 * A search is answered in several ways: takes are tried one after the other, read from a list, or looked up in the index of words, as their
 * numbers suggest. Whichever way is taken, it finds the same takes, page by page.
 */
import type { AssetId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sha256 } from '../../../src-main/base/hash.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { searchTakes } from '../../../src-main/library/search.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { anyQuery, openTestLibrary } from '../../kit/library.ts'

const count = 4_000

interface Row { readonly number: number, readonly words: string, readonly kind: string, readonly seconds: number, readonly tags: string[] }

/** Words and tags of very many takes, of many, of a few hundred, of few, and of none. */
const everyNth = { sea: 1, gull: 2, harbour: 9, horn: 40, zeppelin: 997 }
const everyNthTag = { often: 3, some: 7, seldom: 30, rare: 500 }

function rowOf(number: number): Row {
  const fitting = (all: Readonly<Record<string, number>>) =>
    Object.entries(all).flatMap(([name, every]) => number % every === 0 ? [name] : [])
  return {
    number,
    words: fitting(everyNth).join(' '),
    kind: number % 50 === 0 ? 'video' : 'speech',
    seconds: number % 400 === 0 ? 900 : number % 60,
    tags: fitting(everyNthTag),
  }
}
const rows = Array.from({ length: count }, (_, at) => rowOf(at + 1))

type Fits = (row: Row) => boolean
const terms: readonly (readonly [text: string, fits: Fits])[] = [
  ...[...Object.keys(everyNth), 'none'].map(word => [word, row => row.words.split(' ').includes(word)] as const satisfies [string, Fits]),
  ...[...Object.keys(everyNthTag), 'none'].map(tag => [`tag:${tag}`, row => row.tags.includes(tag)] as const satisfies [string, Fits]),
  ['-gull', row => !row.words.includes('gull')],
  ['-tag:often', row => !row.tags.includes('often')],
  ['kind:video', row => row.kind === 'video'],
  ['longer:10m', row => row.seconds > 600],
  ['longer:20', row => row.seconds > 20],
  ['shorter:1', row => row.seconds < 1],
  ['is:used', () => false],
  ['is:unused', () => true],
]

async function openMany() {
  const library = await openTestLibrary()
  const { db } = library
  const all = sql.each(rows.map(row => ({ ...row, id: newId(), assetId: sha256(String(row.number)) as AssetId })))
  await db.transaction(async (tx) => {
    await tx.run(sql`
      INSERT INTO assets (id, mime, extension, size_bytes, duration_seconds, created_at)
      SELECT value ->> 'assetId', 'audio/wav', 'wav', 1, value ->> 'seconds', 0 FROM ${all}`)
    await tx.run(sql`
      INSERT INTO takes (number, id, kind, medium, title, text, asset_id, taken_at)
      SELECT value ->> 'number', value ->> 'id', value ->> 'kind', iif(value ->> 'kind' = 'video', 'video', 'audio'), 'x',
        value ->> 'words', value ->> 'assetId', value ->> 'number' FROM ${all}`)
    await tx.run(sql`INSERT INTO takes_search (rowid, words) SELECT value ->> 'number', value ->> 'words' FROM ${all}`)
    await tx.run(sql`
      INSERT INTO take_tags (take_id, tag, added_at)
      SELECT each.value ->> 'id', tags.value, 0 FROM ${all} AS each, json_each(each.value -> 'tags') AS tags`)
  })
  return library
}

it('any terms together find what they say, whichever takes they leave', async () => {
  const { db } = await openMany()
  await fc.assert(fc.asyncProperty(
    fc.uniqueArray(fc.constantFrom(...terms), { minLength: 1, maxLength: 4 }),
    fc.boolean(),
    async (asked, isByTime) => {
      const text = [...asked.map(([each]) => each), ...isByTime ? ['after:1969'] : []].join(' ')
      const expected = rows.filter(row => asked.every(([, fits]) => fits(row))).map(row => row.number).toReversed()
      let cursor: string | null = null
      for (let page = 0; page < 3; page++) {
        const found = await searchTakes(db, { ...anyQuery, text, cursor })
        expect([text, found.takes.map(take => take.number)]).toEqual([text, expected.slice(page * 50, page * 50 + 50)])
        cursor = found.nextCursor
        expect([text, cursor !== null]).toEqual([text, expected.length > page * 50 + 50])
        if (cursor === null)
          break
      }
    },
  ), { numRuns: 150 })
}, 60_000)
