/**
 * Searching a library of 100,000 takes, or of 1,000,000 with `--million`: one page of 50, as the library room requests it, by words and by
 * the search language, and what its facets count.
 */
import type { AssetId } from '#contract/words.ts'
import type { Figure } from './figure.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256 } from '../../src-main/base/hash.ts'
import { newId } from '../../src-main/base/ids.ts'
import { createFacets } from '../../src-main/library/facets/facets.ts'
import { searchTakes } from '../../src-main/library/search.ts'
import { openDatabase } from '../../src-main/storage/database.ts'
import { libraryMigrations } from '../../src-main/storage/migrations/library/index.ts'
import { segment } from '../../src-main/storage/search-text.ts'
import { sql } from '../../src-main/storage/sql.ts'
import { anyQuery } from '../kit/library.ts'
import { p95, round } from './figure.ts'

const atOnce = 5_000
const runs = 100
/** The first searches after a start open pages of the file, and their code is not compiled yet. */
const warmRuns = 50
const words = 'the lighthouse keeper walks slowly along a cold grey harbour while distant ships answer with low horns and gulls turn over the water at dusk before rain'.split(' ')
const minuteMs = 60_000
const facetLimit = 10

function aTake(number: number) {
  const text = Array.from({ length: 40 }, (_, at) => words[(number * 7 + at * (1 + number % 5)) % words.length]).join(' ')
    + (number % 997 === 0 ? ' zeppelin' : '')
  const isVideo = number % 50 === 0
  return {
    number,
    ...{ id: newId(), text, title: text.slice(0, 60), words: segment(text), assetId: sha256(String(number)) as AssetId },
    ...{ kind: isVideo ? 'video' : 'speech', medium: isVideo ? 'video' : 'audio', seconds: number % 2000 === 0 ? 900 : number % 60 },
    ...{ model: isVideo ? 'vidu' : `speech-${number % 3}`, voice: isVideo ? null : `voice ${number % 30}`, takenAt: number * minuteMs },
    ...{ isStarred: number % 100 === 0 ? 1 : 0, rare: number % 1000 === 0 },
  }
}

async function fill(path: string, takes: number): Promise<Awaited<ReturnType<typeof openDatabase>>> {
  const db = await openDatabase(path, { migrations: libraryMigrations })
  for (let from = 1; from <= takes; from += atOnce) {
    const all = sql.each(Array.from({ length: atOnce }, (_, at) => aTake(from + at)))
    await db.transaction(async (tx) => {
      await tx.run(sql`
        INSERT INTO assets (id, mime, extension, size_bytes, duration_seconds, created_at)
        SELECT value ->> 'assetId', 'audio/wav', 'wav', 1, value ->> 'seconds', 0 FROM ${all}`)
      await tx.run(sql`
        INSERT INTO takes (number, id, kind, medium, title, text, model_id, voice, asset_id, is_starred, taken_at)
        SELECT value ->> 'number', value ->> 'id', value ->> 'kind', value ->> 'medium', value ->> 'title', value ->> 'text',
          value ->> 'model', value ->> 'voice', value ->> 'assetId', value ->> 'isStarred', value ->> 'takenAt' FROM ${all}`)
      await tx.run(sql`INSERT INTO takes_search (rowid, words) SELECT value ->> 'number', value ->> 'words' FROM ${all}`)
      await tx.run(sql`
        INSERT INTO take_tags (take_id, tag, added_at)
        SELECT value ->> 'id', iif(value ->> 'rare', 'rare', 'often'), 0 FROM ${all} WHERE value ->> 'number' % 2 = 0`)
    })
  }
  return db
}

export async function* figures(flags: readonly string[]): AsyncGenerator<Figure> {
  const takes = flags.includes('--million') ? 1_000_000 : 100_000
  const at = `at ${takes.toLocaleString('en')} takes`
  // Of a page; what words find in ten times as many may take longer.
  const limit = takes > 100_000 ? 5 : 2
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-bench-'))
  const db = await fill(join(folder, 'library.db'), takes)
  const began = performance.now()
  await searchTakes(db, anyQuery)
  yield { name: `search ${at}, no words, the very first`, value: round(performance.now() - began, 2), limit: null, unit: 'ms' }
  const last = new Date(takes / 2 * minuteMs).toISOString().slice(0, 10)
  for (const text of [
    '',
    ...['zeppelin', 'harbour', 'grey ships rain', 'lighthou', 'w', '"cold grey harbour"', 'harbour -zeppelin', '-zeppelin'],
    ...['kind:video', 'harbour kind:video', 'voice:"voice 7"', 'model:speech-1', 'tag:often', 'tag:rare', '-tag:often', `before:${last}`],
    ...['longer:10m', 'longer:20', 'is:starred', 'is:unused', 'is:used', 'harbour tag:rare', 'harbour tag:rare is:unused'],
  ]) {
    const query = { ...anyQuery, text }
    const times: number[] = []
    for (let run = 0; run < runs + warmRuns; run++) {
      const from = performance.now()
      await searchTakes(db, query)
      if (run >= warmRuns)
        times.push(performance.now() - from)
    }
    yield { name: `search ${at}, ${text === '' ? 'no words' : text}, p95`, value: round(p95(times), 2), limit, unit: 'ms' }
  }
  yield* facetFigures(db, at)
  await db.close()
  await rm(folder, { recursive: true, force: true })
}

/** What each key press asks for, after the first, which reads what is counted. */
async function* facetFigures(db: Awaited<ReturnType<typeof fill>>, at: string): AsyncGenerator<Figure> {
  const facets = createFacets(db, { models: () => [], nowMs: Date.now })
  const began = performance.now()
  await facets.count({ text: '', inTrash: false })
  yield { name: `facets ${at}, once for each start`, value: round(performance.now() - began, 0), limit: null, unit: 'ms' }
  // Two that are alike in their words: those are found once.
  for (const text of ['', 'zeppelin', 'kind:video tag:often', 'harbour', 'harbour kind:speech', 'is:practice']) {
    const times: number[] = []
    for (let run = 0; run < runs + 5; run++) {
      const from = performance.now()
      await facets.count({ text, inTrash: false })
      if (run >= 5)
        times.push(performance.now() - from)
    }
    yield { name: `facets ${at}, ${text === '' ? 'no words' : text}, p95`, value: round(p95(times), 2), limit: facetLimit, unit: 'ms' }
  }
  const others: number[] = []
  for (let run = 0; run < runs; run++) {
    const from = performance.now()
    await facets.count({ text: ['harbour', 'grey'][run % 2] ?? '', inTrash: false })
    others.push(performance.now() - from)
  }
  yield { name: `facets ${at}, another common word each time, p95`, value: round(p95(others), 2), limit: facetLimit, unit: 'ms' }
}
