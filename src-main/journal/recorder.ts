/**
 * Records what the calls of a step change, in the very transactions that change it. Triggers of the writing connection note each row before
 * and after; at the end of a transaction that becomes the step, or a part of one.
 */
import type { JournalStepName } from '#contract/journal.ts'
import type { ProjectId } from '#contract/words.ts'
import type { RecordedStep } from '../base/recorded-step.ts'
import type { Recorder, Transaction } from '../storage/database.ts'
import type { RecordedTable, RowChange } from './row-changes.ts'
import type { BriefStep, Records, StepRow } from './step-rows.ts'
import { recordedStep } from '../base/recorded-step.ts'
import { sql } from '../storage/sql.ts'
import { folded, goesOn } from './row-changes.ts'
import { appendToStep, longestWhole, readBrief, readStep, thinSteps, writeStep } from './step-rows.ts'

/** These are about as many takes or jobs as they changed. */
const counted: readonly JournalStepName[] = [
  ...['starTakes', 'unstarTakes', 'trashTakes', 'restoreTakes', 'addToBin', 'removeFromBin', 'clearJobs', 'addToNotes'] as const,
]
const joinsWithinMs = 30_000

/** Of the writing connection alone: they are empty between transactions. */
function setUp(tables: readonly RecordedTable[]): string[] {
  return [
    'PRAGMA temp_store = MEMORY',
    'CREATE TEMP TABLE recording (is_on INTEGER NOT NULL) STRICT',
    'INSERT INTO temp.recording VALUES (0)',
    'CREATE TEMP TABLE noted (table_name TEXT NOT NULL, row_key TEXT NOT NULL, before TEXT, after TEXT) STRICT',
    ...tables.flatMap(triggersOf),
  ]
}

function triggersOf({ name, key, columns, hasRows }: RecordedTable): string[] {
  const keyIn = (row: string): string => `json_array(${key.map(column => `${row}.${column}`).join(', ')})`
  const whole = (row: string): string => `json_object(${columns.map(column => `'${column}', ${row}.${column}`).join(', ')})`
  const different = (row: string): string => `(SELECT json_group_object(name, value) FROM (${columns
    .map(column => `SELECT '${column}' AS name, ${row}.${column} AS value WHERE old.${column} IS NOT new.${column}`)
    .join(' UNION ALL ')}))`
  const trigger = (when: string, row: string, before: string, after: string, more = ''): string => `
    CREATE TEMP TRIGGER note_${name}_${when} AFTER ${when} ON main.${name}
    WHEN (SELECT is_on FROM recording) ${more}
    BEGIN INSERT INTO noted VALUES ('${name}', ${keyIn(row)}, ${before}, ${after}); END`
  const isDifferent = `AND (${columns.map(column => `old.${column} IS NOT new.${column}`).join(' OR ')})`
  return [
    trigger('UPDATE', 'new', different('old'), different('new'), isDifferent),
    ...hasRows ? [trigger('INSERT', 'new', 'NULL', whole('new')), trigger('DELETE', 'old', whole('old'), 'NULL')] : [],
  ]
}

/** `now` is the time of the studio, in ms. */
export function createRecorder(records: Records, now: () => number): Recorder {
  return {
    setUp: setUp(records.tables),
    isRecording: () => recordedStep() !== null,
    async record(tx, work) {
      const step = recordedStep()
      await tx.run(sql`UPDATE temp.recording SET is_on = 1`)
      const result = await work(tx)
      await tx.run(sql`UPDATE temp.recording SET is_on = 0`)
      const rows = await tx.all<{ table_name: string, row_key: string, before: string | null, after: string | null }>(sql`
        SELECT table_name, row_key, before, after FROM temp.noted ORDER BY rowid`)
      await tx.run(sql`DELETE FROM temp.noted`)
      // The triggers above write these.
      const changes = folded(rows.map(row => ({
        table: row.table_name,
        key: JSON.parse(row.row_key) as RowChange['key'],
        before: row.before === null ? null : JSON.parse(row.before) as RowChange['before'],
        after: row.after === null ? null : JSON.parse(row.after) as RowChange['after'],
      })))
      if (step && changes.length > 0)
        await keep(tx, records, { asked: step, changes, nowMs: now() })
      return result
    },
  }
}

/** Rows that only make room for another one are no change of their own. */
export async function unrecorded<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  if (recordedStep() === null)
    return work()
  await tx.run(sql`UPDATE temp.recording SET is_on = 0`)
  const result = await work()
  await tx.run(sql`UPDATE temp.recording SET is_on = 1`)
  return result
}

async function keep(tx: Transaction, records: Records, { asked, changes, nowMs }: {
  asked: RecordedStep
  changes: readonly RowChange[]
  nowMs: number
}): Promise<void> {
  const { projectId, author } = asked
  await dropUndone(tx, projectId, author)
  const begun = await readBrief(tx, projectId, sql`id = ${asked.id} AND undone = 0`)
  if (begun && begun.size > longestWhole) {
    const count = counted.includes(begun.name) ? { name_of: String(Number(begun.name_of) + changes.length) } : {}
    return appendToStep(tx, { ...begun, ...count }, changes)
  }
  const last = begun ?? await readBrief(tx, projectId, sql`
    undone = 0 AND author = ${author} ${asked.at === undefined ? sql.empty : sql`AND step_order <= ${asked.at}`} ORDER BY step_order DESC`)
  // What was typed may be answered after what was done next.
  const order = Math.max(Math.min(asked.at ?? nowMs, nowMs), (last?.step_order ?? 0) + 0.01)
  const step: Omit<StepRow, 'changes' | 'size'> = {
    id: asked.id,
    project_id: projectId,
    author,
    name: asked.name,
    name_of: asked.of,
    room: asked.room,
    joins: asked.joins ?? null,
    step_order: order,
    undone: 0,
  }
  const whole = last && (begun || mayJoin(last, asked, order)) && await readStep(tx, records, projectId, sql`id = ${last.id}`)
  if (whole && (begun || asked.endsStep?.includes(whole.name) || goesOn(whole.changes, changes))) {
    await tx.run(sql`DELETE FROM undo_steps WHERE id = ${whole.id}`)
    const names = begun || asked.endsStep ? { name: whole.name, name_of: whole.name_of, room: whole.room, joins: whole.joins } : {}
    await write(tx, { ...step, ...names, ...begun && { step_order: begun.step_order }, changes: folded([...whole.changes, ...changes]) })
  }
  else {
    await write(tx, { ...step, changes: [...changes] })
  }
  await thinSteps(tx, projectId)
}

/** What is as it was before is no step. */
async function write(tx: Transaction, step: Omit<StepRow, 'size'>): Promise<void> {
  const { name, changes } = step
  if (changes.length > 0)
    await writeStep(tx, { ...step, ...counted.includes(name) && { name_of: String(changes.length) } })
}

/** With the same `joins`, its rows are looked at as well: what another page did in between would be lost in the middle of the step. */
function mayJoin(last: BriefStep, { joins, endsStep }: RecordedStep, order: number): boolean {
  return order - last.step_order < joinsWithinMs
    && (endsStep?.includes(last.name) === true || (joins !== undefined && last.joins === joins))
}

/** What an author has undone cannot be made again after something new of the same author. */
async function dropUndone(tx: Transaction, projectId: ProjectId | null, author: StepRow['author']): Promise<void> {
  await tx.run(sql`DELETE FROM undo_steps WHERE project_id IS ${projectId} AND undone > 0 AND author = ${author}`)
}
