/** Searching a library of 10,000 takes: one page of 50 with facets, as the library room requests it. */
import type { AssetId } from '#contract/words.ts'
import type { Figure } from './figure.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256 } from '../../src-main/base/hash.ts'
import { newId } from '../../src-main/base/ids.ts'
import { searchTakes } from '../../src-main/library/search.ts'
import { openDatabase } from '../../src-main/storage/database.ts'
import { libraryMigrations } from '../../src-main/storage/migrations/library/index.ts'
import { segment } from '../../src-main/storage/search-text.ts'
import { sql } from '../../src-main/storage/sql.ts'
import { anyQuery } from '../kit/library.ts'
import { medianMs } from './figure.ts'

const takes = 10_000
const words = 'the lighthouse keeper walks slowly along a cold grey harbour while distant ships answer with low horns and gulls turn over the water at dusk before rain'.split(' ')

async function fill(path: string): Promise<Awaited<ReturnType<typeof openDatabase>>> {
  const db = await openDatabase(path, { migrations: libraryMigrations })
  await db.transaction(async (tx) => {
    for (let number = 1; number <= takes; number++) {
      const text = Array.from({ length: 40 }, (_, at) => words[(number * 7 + at * (1 + number % 5)) % words.length]).join(' ')
        + (number % 997 === 0 ? ' zeppelin' : '')
      const assetId = sha256(String(number)) as AssetId // 64 hexadecimal digits
      await tx.run(sql`INSERT INTO assets (id, mime, extension, size_bytes, created_at) VALUES (${assetId}, 'audio/wav', 'wav', 1, 0)`)
      await tx.run(
        sql`INSERT INTO takes (id, kind, medium, title, text, asset_id, taken_at) VALUES (${newId()}, 'speech', 'audio', ${text.slice(0, 60)}, ${text}, ${assetId}, ${number})`,
      )
      await tx.run(sql`INSERT INTO takes_search (rowid, words) VALUES (${number}, ${segment(text)})`)
    }
  })
  return db
}

export async function* figures(): AsyncGenerator<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-bench-'))
  const db = await fill(join(folder, 'library.db'))
  for (const [name, text] of [
    ['no words', ''],
    ['a rare word', 'zeppelin'],
    ['a common word', 'harbour'],
    ['three words', 'grey ships rain'],
    ['a word half typed', 'lightho'],
  ] as const) {
    yield {
      name: `search at 10,000 takes, ${name}, median`,
      value: await medianMs(200, () => searchTakes(db, { ...anyQuery, text })),
      limit: 20,
      unit: 'ms',
    }
  }
  await db.close()
  await rm(folder, { recursive: true, force: true })
}
