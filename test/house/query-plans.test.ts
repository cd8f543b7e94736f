/**
 * No statement reads a table that grows from end to end: all that a studio sends to its databases while every call that reads, and many
 * that write, are made in it, is asked for its plan.
 */
import type { Landmarks } from '../kit/years/fill.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isContractProcedure } from '@orpc/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { newId } from '../../src-main/base/ids.ts'
import { openStudio } from '../../src-main/studio/open-studio.ts'
import { actsOf, keyOf, leftOut, readsOf } from '../bench/years/reads.ts'
import { testPorts } from '../kit/ports.ts'
import { openRawCalls } from '../kit/raw-calls.ts'
import { recordStatements } from '../kit/statements.ts'
import { fillYears } from '../kit/years/fill.ts'
import { firstWeek } from '../kit/years/things.ts'

/** Grow slowly, with what a person sets up or names by hand: read as a whole wherever they are shown. */
const small = [
  ...['accounts', 'prices', 'budgets', 'queue', 'recoveries', 'models', 'hidden_models', 'luts', 'settings'],
  ...['collections', 'saved_searches', 'shelf'],
]

/** Statements that may read a whole table: words of them, with the reason. */
const allowed: readonly { readonly words: string, readonly because: string }[] = [
  { words: 'AS line_count', because: 'the cards of all projects are shown together' },
  { words: 'AS message_count', because: 'the list shows all conversations' },
  { words: 'FROM voices ORDER BY id', because: 'the room shows all voices' },
  { words: '(SELECT count(*) FROM takes) AS total', because: 'the number of all takes is shown; only an index is counted' },
  {
    words: 'SELECT id FROM projects WHERE trashed_at IS NULL AND template_at IS NULL AND iif(',
    because: 'every ten minutes: which projects changed',
  },
  { words: 'SELECT id FROM jobs LIMIT 1', because: 'reads one row' },
  { words: 'ORDER BY ended_at DESC LIMIT 500', because: 'reads the last five hundred' },
  { words: 'ORDER BY takes.number DESC LIMIT', because: 'a page of the library: reads from the newest until it is full' },
  { words: 'FROM takes WHERE stack IS NULL AND number IN', because: 'takes of earlier versions whose stack is not known, 100 at a time' },
  { words: 'SELECT json_group_array(number) AS numbers', because: 'the library has all takes of a result in order: only their numbers' },
  { words: 'AND has_peaks = 0) ORDER BY created_at', because: 'once, when the studio opens or ffmpeg has come: what its files lack' },
  { words: 'INDEXED BY jobs_into_clip', because: 'the few jobs that are done and whose take is not in its clip yet' },
  { words: 'INDEXED BY jobs_into_line', because: 'the few jobs that are done and whose line does not use their take yet' },
  { words: 'FROM assets ORDER BY id', because: 'once, when the studio opens: which files are there' },
  { words: 'SELECT id, coalesce(shot_take_id, still_take_id) AS takeId', because: 'once, at the start: which take each picture shows' },
  {
    words: 'ON takes.made_from = \'picture:\' || storyboard.id',
    because: 'once, when the studio opens: pictures whose take came just before a crash',
  },
  { words: 'SELECT kept.project_id AS project', because: 'next to the library, after it was written to: which takes projects use' },
  { words: 'AS numbers FROM takes WHERE id IN', because: 'next to the library, after it was written to: which takes are used' },
  { words: 'GROUP BY asset_id HAVING count(*) > 1', because: 'which takes have the same file; only an index is counted' },
  { words: 'costs INDEXED BY costs_by_job', because: 'takes are listed by what they cost: only indexes are read, once for each change' },
  { words: 'FROM projects WHERE projects.trashed_at IS NULL', because: 'takes are listed by project: the names of all are sorted' },
  { words: 'AS name FROM take_tags GROUP BY take_id', because: 'takes are listed by tags: all that have any are read' },
  { words: 'SELECT id, name FROM projects', because: 'the projects of a search are found by any part of their names' },
  { words: 'FROM deliveries WHERE files <> \'[]\'', because: 'before something is deleted for good: which films stay' },
  { words: 'SELECT castings.fields, \'casting\'', because: 'any casting may name a file: there are as many as speakers' },
  { words: 'AS id FROM voices WHERE clip_take_id IS NOT NULL', because: 'in the trash and before a take is deleted: the clips of voices are few' },
  { words: 'AS text, \'version\' AS kind', because: 'before something is deleted for good: every version may refer to it' },
  { words: 'WITH cast_by (project_id', because: 'before something is deleted for good: every casting and version may refer to it' },
  { words: 'FROM snapshots WHERE NOT EXISTS', because: 'once, when the studio opens: versions that came without a summary' },
  { words: 'WITH RECURSIVE made (source_id', because: 'the lineage of a take: no index knows what was made from it' },
  { words: 'WITH asked (id) AS MATERIALIZED', because: 'the details of a take name every version that has it' },
  {
    words: 'FROM assets WHERE NOT EXISTS (SELECT 1 FROM takes WHERE takes.asset_id = assets.id AND',
    because: 'before something is deleted for good: which files nothing refers to',
  },
]

/** Indexes of few rows: what is open, in the trash, left out of lists, or of an earlier version. Reading one as a whole reads no more than is asked for. */
const partial = new Set([
  'jobs_waiting',
  'jobs_standing',
  'jobs_listed',
  'lines_not_chosen',
  'lines_removed',
  'messages_with_files',
  'messages_arriving',
  'sequences_trashed',
  'projects_trashed',
  'voices_trashed',
  'conversations_trashed',
  'deliveries_trashed',
  'takes_trashed',
  'takes_by_check',
  'takes_starred',
  'takes_with_arrival',
  'assets_of_content',
  'jobs_joined',
])

interface Plan { readonly statement: string, readonly step: string }

const databases = ['ledger', 'library'] as const
let folder: string
let landmarks: Landmarks
let statements: Set<string>
const plans: Plan[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'takeroom-plans-'))
  landmarks = await fillYears(folder, firstWeek)
  const recording = recordStatements()
  const studio = await openStudio(testPorts(folder))
  const calls = openRawCalls(studio)
  for (const { call, input } of readsOf(landmarks))
    await calls.call(call, input).catch(() => {}) // A file that does not exist; what was asked of the database is recorded.
  await calls.call('jobs.pauseAll', { isPaused: true })
  await calls.call('accounts.replaceKey', keyOf(landmarks))
  for (const { call, inputOf } of actsOf(landmarks, () => newId()))
    await calls.call(call, inputOf())
  await work(studio)
  calls.close()
  await studio.close({ drainMs: 0 })
  recording.end()
  statements = new Set(recording.statements.map(({ text }) => text))
  for (const name of databases)
    plans.push(...read(name, plansIn))
}, 120_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

/** What the queue, the trash and the snapshots do by themselves. */
async function work({ parts }: Awaited<ReturnType<typeof openStudio>>): Promise<void> {
  const { ledger, order, trash, snapshots, takes, script, conversations, voices, projects } = parts
  await ledger.open()
  await ledger.standing()
  await ledger.underWay()
  await ledger.underWayOf(landmarks.modelId, false)
  await ledger.beingTranscribed()
  await ledger.clearOld(10)
  const [open] = await ledger.open()
  await order.move([open!.id], null)
  await ledger.openTries([landmarks.jobId])
  await ledger.allTries(landmarks.jobId)
  await ledger.madeBy(open!.request_id)
  await script.noteTakeFiled(landmarks.lineId, landmarks.takeId)
  await script.chooseForgotten()
  await snapshots.takeAll()
  await trash.purgeOlderThan(1)
  await takes.removeFromProject(landmarks.plain, [landmarks.takeId])
  await conversations.arriving()
  await conversations.trash(landmarks.conversationId)
  await conversations.purge(landmarks.conversationId)
  await voices.trash(landmarks.voiceId)
  await voices.purge(landmarks.voiceId)
  await projects.trash(landmarks.plain)
  await projects.purge(landmarks.plain).catch(() => {}) // What else refers to it may keep it.
}

/** Of each statement that this database understands. Without statistics, as in a studio, so a plan does not depend on how much there is. */
function plansIn(db: DatabaseSync): Plan[] {
  return [...statements].flatMap((statement) => {
    try {
      const words = statement.replaceAll(/\s+/g, ' ').trim()
      return db.prepare(`EXPLAIN QUERY PLAN ${statement}`).all().map(row => ({ statement: words, step: String(row.detail) }))
    }
    catch {
      return [] // Of the other database.
    }
  })
}

function tablesIn(db: DatabaseSync): string[] {
  const rows = db.prepare(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`).all()
  return rows.map(({ name }) => String(name))
}

function read<Value>(name: 'ledger' | 'library', work: (db: DatabaseSync) => Value): Value {
  const db = new DatabaseSync(join(folder, `${name}.db`), { readOnly: true })
  try {
    return work(db)
  }
  finally {
    db.close()
  }
}

/** Columns that refer to rows and are in no index. */
function referringIn(db: DatabaseSync): string[] {
  const columnsOf = db.prepare('SELECT "from" AS source FROM pragma_foreign_key_list(?)')
  return tablesIn(db).flatMap(table => columnsOf.all(table).flatMap(({ source }) => {
    const plan = db.prepare(`EXPLAIN QUERY PLAN SELECT 1 FROM "${table}" WHERE "${String(source)}" = ?`).all()
    return plan.every(step => String(step.detail).startsWith('SEARCH')) ? [] : [`${table}.${String(source)}`]
  }))
}

/** The table that a step reads from end to end, under whatever name the statement gives it; null for another step. */
function scanned({ step, statement }: Plan, tables: ReadonlySet<string>): string | null {
  const [, name, index] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(step) ?? []
  if (name === undefined)
    return null
  const table = tables.has(name) ? name : [...tables].find(each => new RegExp(`\\b${each} AS ${name}\\b`).test(statement))
  return table === undefined || (index !== undefined && partial.has(index)) ? null : table
}

describe('the statements of a studio', () => {
  it('are many, and each has a plan', () => {
    expect(statements.size).toBeGreaterThan(150)
    expect(new Set(plans.map(({ statement }) => statement)).size).toBeGreaterThan(statements.size * 0.9)
  })

  it('read no table that grows from end to end, but those that are listed', () => {
    const tables = new Set(databases.flatMap(name => read(name, tablesIn)))
    const scans = plans.flatMap((plan) => {
      const table = scanned(plan, tables)
      return table === null || small.includes(table) ? [] : [{ table, ...plan }]
    })
    const isAllowed = ({ statement }: Plan): boolean => allowed.some(({ words }) => statement.includes(words))
    expect(scans.filter(scan => !isAllowed(scan)).map(({ step, statement }) => `${step}: ${statement}`)).toEqual([])
    const unused = allowed.filter(({ words }) => !scans.some(({ statement }) => statement.includes(words)))
    expect(unused).toEqual([])
  })

  it('find by their indexes what refers to a row: SQLite looks for it before the row is deleted', () => {
    const missing = databases.flatMap(name => read(name, referringIn))
    expect(missing).toEqual([])
  })
})

it('every call of the contract that reads is asked in a studio of years, or is left out for a reason', () => {
  const reading = Object.entries(contract).flatMap(([room, verbs]) => Object.entries(verbs).flatMap(([verb, part]) =>
    isContractProcedure(part) && ['reads', 'watches'].includes(part['~orpc'].meta.effect as string) ? [`${room}.${verb}`] : []))
  const asked = new Set(readsOf(landmarks).map(({ call }) => call))
  expect(reading.filter(call => !asked.has(call) && !(call in leftOut))).toEqual([])
  expect([...asked, ...Object.keys(leftOut)].filter(call => !reading.includes(call))).toEqual([])
  expect(Object.keys(leftOut).filter(call => asked.has(call))).toEqual([])
})
