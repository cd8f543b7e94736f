/**
 * Takes by what they cost: in the order of what is told of each of them, with a real ledger, and through the real core.
 *
 * @module-tag wide
 */
import type { JobId, ModelId, RequestId } from '#contract/words.ts'
import { Buffer } from 'node:buffer'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readRuns } from '#rules/search/runs.ts'
import { noRates } from '#rules/spend/estimate.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { wavOfPcm16 } from '../../../src-main/base/wav.ts'
import { createDearest } from '../../../src-main/spend/dearest.ts'
import { createReports } from '../../../src-main/spend/report.ts'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { ledgerMigrations } from '../../../src-main/storage/migrations/ledger/index.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { makeFolder } from '../../kit/folder.ts'
import { anyQuery } from '../../kit/library.ts'
import { call } from '../../kit/paid-inputs.ts'
import { connect, ended, openTestPractice, openTestStudio } from '../../kit/studio.ts'

const { cursor: _, limit: __, ...filter } = anyQuery

it('is the order of what each result cost, whatever jobs there are', async () => {
  const db = await openDatabase(join(await makeFolder(), 'ledger.db'), { migrations: ledgerMigrations })
  const { result } = createReports({ db, nameOfProject: async () => null })
  const dearest = createDearest(db)
  const job = fc.record({
    state: fc.constantFrom('done', 'done', 'done', 'failed', 'running', 'queued'),
    charged: fc.constantFrom('yes', 'yes', 'no', 'unknown', null),
    count: fc.integer({ min: 0, max: 4 }),
    micros: fc.option(fc.integer({ min: 0, max: 9_000_000 })),
    most: fc.integer({ min: 0, max: 9_000_000 }),
    parts: fc.array(fc.nat(9), { maxLength: 3 }),
    retryOf: fc.option(fc.nat(9)),
    hasCost: fc.boolean(),
    isJoin: fc.boolean(),
  })
  await fc.assert(fc.asyncProperty(fc.array(job, { minLength: 1, maxLength: 10 }), async (jobs) => {
    await db.run(sql`DELETE FROM costs`)
    await db.run(sql`DELETE FROM jobs`)
    const ids = jobs.map(() => newId<JobId>())
    for (const [at, { state, charged, count, micros, most, parts, retryOf, hasCost, isJoin }] of jobs.entries()) {
      const id = ids[at] ?? ''
      const plan = { partJobIds: parts.flatMap(part => ids[part] ?? []) }
      await db.run(sql`
        INSERT INTO jobs (id, request_id, kind, state, title, plan, charged, take_ids, retry_of, created_at)
        VALUES (${id}, ${id}, ${isJoin ? 'join' : 'image'}, ${state}, '', ${JSON.stringify(plan)}, ${charged},
          ${JSON.stringify(Array.from({ length: count }, () => newId()))}, ${retryOf === null ? null : ids[retryOf] ?? null}, 0)`)
      if (hasCost && !isJoin) {
        await db.run(sql`
          INSERT INTO costs (job_id, currency, rates, quantities, least_micros, most_micros, micros, at)
          VALUES (${id}, 'USD', '{}', '{}', 0, ${most}, ${micros}, 0)`)
      }
    }
    const { jobIds } = await dearest.now()
    const listed = JSON.parse(jobIds) as JobId[]
    const told = new Map<JobId, number>()
    for (const id of ids) {
      const { sums: [sum], resultCount } = await result(id)
      if (sum)
        told.set(id, (sum.spentMicros + sum.possibleMicros) / resultCount)
    }
    expect(listed.toSorted()).toEqual([...told.keys()].toSorted())
    const costs = listed.map(id => told.get(id) ?? 0)
    expect(costs).toEqual(costs.toSorted((a, b) => b - a))
  }), { numRuns: 40 })
  await db.close()
})

it('lists takes of the studio, a long text by its parts, and what has no cost last both ways', async () => {
  const practice = await openTestPractice()
  const studio = await openTestStudio()
  const accountId = await connect(studio, practice)
  const perCharacter = { ...noRates, thousandCharacters: 10_000_000 }
  for (const modelId of ['higgs2p5', 'chatterbox'] as ModelId[])
    await studio.handlers.spend.setPrice({ accountId, modelId, rates: perCharacter }, call)
  const speak = async (text: string, modelId: string) => {
    const jobIds = await studio.parts.make.speech({
      ...{ requestId: newId<RequestId>(), accountId, modelId: modelId as ModelId, fields: { text } },
      ...{ projectId: null, lineId: null, voiceId: null, isOverSocket: false },
    })
    return ended(studio, jobIds.at(-1))
  }
  const sound = wavOfPcm16(Buffer.alloc(4800), { sampleRate: 24_000, channels: 1 })
  const bring = async (name: string) => {
    const { imports } = studio.parts
    return imports.file(await imports.receive(name, Readable.from([sound]), null), null)
  }
  await bring('first')
  const short = await speak('Ten signs.', 'higgs2p5')
  const long = await speak(Array.from({ length: 60 }, (_, at) => `This is sentence ${at} of a long tale.`).join(' '), 'chatterbox')
  const middle = await speak('A little more than ten signs.', 'higgs2p5')
  await bring('last')
  const listed = async (isAscending: boolean, text = '') => {
    const { runs } = await studio.handlers.takes.order({ ...filter, text, sort: { by: 'cost', isAscending }, upTo: null }, call)
    const takes = await studio.parts.takes.numbered(readRuns(runs))
    const ofLong = takes.filter(take => take.title.startsWith('This is'))
    expect(ofLong.at(isAscending ? -1 : 0)?.jobId, 'the whole cost more than each of its parts').toBe(text === '' ? long.id : undefined)
    return [...new Set(takes.map(take => take.title.slice(0, 6)))]
  }
  expect(long.kind).toBe('join')
  expect(await listed(false)).toEqual(['This i', 'A litt', 'Ten si', 'last', 'first'])
  expect(await listed(true)).toEqual(['Ten si', 'A litt', 'This i', 'last', 'first'])
  expect(await listed(false, 'signs')).toEqual(['A litt', 'Ten si'])
  const { results } = await studio.handlers.spend.results({ jobIds: [short.id, middle.id, newId<JobId>()] }, call)
  expect(results.map(({ jobId, sums }) => [jobId, sums[0]?.spentMicros])).toEqual([[short.id, 100_000], [middle.id, 290_000]])
  // What is paid for later is known at once.
  await speak('One more take, with more words than the middle one has.', 'higgs2p5')
  expect(await listed(false)).toEqual(['This i', 'One mo', 'A litt', 'Ten si', 'last', 'first'])
})
