/** Small files of many kinds, no two alike, and a library of very many takes of them. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../../../src-main/base/ids.ts'
import { wavOfPcm16 } from '../../../src-main/base/wav.ts'
import { drawLandscape } from '../../../src-main/practice/drawing/landscape.ts'
import { encodePng } from '../../../src-main/practice/drawing/png.ts'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { libraryMigrations } from '../../../src-main/storage/migrations/library/index.ts'
import { segment } from '../../../src-main/storage/search-text.ts'
import { sql } from '../../../src-main/storage/sql.ts'

const atOnce = 5_000
const sampleRate = 16_000
const words = 'the lighthouse keeper walks slowly along a cold grey harbour while distant ships answer with low horns and gulls turn over the water at dusk before rain'.split(' ')

/** Writes `count` files and returns their paths: every fourth one an image, the others sounds of one to three seconds. */
export async function writeFiles(folder: string, count: number): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const paths: string[] = []
  for (let number = 0; number < count; number++) {
    const isImage = number % 4 === 0
    const path = join(folder, `file ${number}.${isImage ? 'png' : 'wav'}`)
    await writeFile(path, isImage ? await encodePng(drawLandscape('sea', String(number), { width: 160, height: 90 })) : toneOf(number))
    paths.push(path)
  }
  return paths
}

function toneOf(number: number): Buffer {
  const samples = Int16Array.from({ length: sampleRate * (1 + number % 3) }, (_, at) =>
    9_000 * Math.sin(2 * Math.PI * (120 + number) * at / sampleRate) * (1 - at % 4_000 / 4_000))
  return wavOfPcm16(new Uint8Array(samples.buffer), { sampleRate, channels: 1 })
}

/** Adds takes of the files that the studio in `folder` has, until there are `count` takes. */
export async function fillLibrary(folder: string, count: number): Promise<void> {
  const db = await openDatabase(join(folder, 'library.db'), { migrations: libraryMigrations })
  const files = await db.all<{ assetId: string, kind: string, medium: string }>(sql`
    SELECT asset_id AS assetId, kind, medium FROM takes ORDER BY number`)
  for (let from = files.length; from < count; from += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, count - from) }, (_, at) => from + at)
    const takes = numbers.map(number => ({ ...aTake(number), ...files[number % files.length] }))
    await db.transaction(async (tx) => {
      await tx.run(sql`
        INSERT INTO takes (id, kind, medium, title, text, asset_id, taken_at)
        SELECT value ->> 'id', value ->> 'kind', value ->> 'medium', value ->> 'title', value ->> 'text', value ->> 'assetId',
          value ->> 'takenAt'
        FROM ${sql.each(takes)}`)
      await tx.run(sql`
        INSERT INTO takes_search (rowid, words)
        SELECT takes.number, value ->> 'words' FROM ${sql.each(takes)} JOIN takes ON takes.id = value ->> 'id'`)
    })
  }
  await db.close()
}

function aTake(number: number) {
  const text = Array.from({ length: 40 }, (_, at) => words[(number * 7 + at * (1 + number % 5)) % words.length]).join(' ')
    + (number % 997 === 0 ? ' zeppelin' : '')
  return { id: newId(), title: text.slice(0, 60), text, takenAt: 1_700_000_000_000 + number * 1000, words: segment(text) }
}
