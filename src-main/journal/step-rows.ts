/** The rows of steps, in the library and in the ledger. */
import type { JournalStep } from '#contract/journal.ts'
import type { ProjectId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import type { RecordedTable, RowChange } from './row-changes.ts'
import { z } from 'zod'
import { JournalStepName, StepAuthor } from '#contract/journal.ts'
import { Label, ProjectId as ProjectIdShape, StepId } from '#contract/words.ts'
import { parsedJson } from '#rules/plain-data.ts'
import { inPieces, stepsOf } from '../base/in-pieces.ts'
import { sql } from '../storage/sql.ts'
import { Count, defineTable, json } from '../storage/table.ts'
import { readOne } from '../storage/unreadable-rows.ts'
import { packed, StoredChange as StoredChangeShape, unpacked } from './packed-changes.ts'
import { isRecorded, ledgerRecords, libraryRecords } from './recorded-tables.ts'

/** Steps of more characters are neither read nor written as a whole: main would wait for them. */
export const longestWhole = 200_000

function storedChangeOf(recorded: readonly RecordedTable[]) {
  return StoredChangeShape.refine(change => isRecorded(recorded, change), 'is no change of a step')
}

function stepsTableOf(recorded: readonly RecordedTable[]) {
  return defineTable('undo_steps', z.object({
    id: StepId,
    project_id: ProjectIdShape.nullable(),
    author: StepAuthor,
    name: JournalStepName,
    name_of: Label,
    room: z.string().nullable(),
    joins: z.string().nullable(),
    step_order: z.number(),
    /** 0 while it is done; of those that were undone, the one with the largest number was undone last. */
    undone: Count,
    changes: json(z.array(storedChangeOf(recorded)).transform(all => all.flatMap(unpacked))),
    /** Of the changes, in characters. */
    size: Count,
  }))
}
type StepsTable = ReturnType<typeof stepsTableOf>
export type StepRow = ReturnType<StepsTable['parse']>

/** What one database records, and its table of steps. */
export interface Records { readonly tables: readonly RecordedTable[], readonly steps: StepsTable }
export const inLibrary: Records = { tables: libraryRecords, steps: stepsTableOf(libraryRecords) }
/** Its steps belong to no project. */
export const inLedger: Records = { tables: ledgerRecords, steps: stepsTableOf(ledgerRecords) }

const brief = inLibrary.steps.part('id', 'name', 'name_of', 'room', 'author', 'step_order', 'joins', 'size', 'project_id', 'undone')
export type BriefStep = ReturnType<typeof brief.parse>

/** As the page is told of it. */
export function stepOf(row: Pick<StepRow, 'id' | 'name' | 'name_of' | 'room' | 'author' | 'step_order'>): JournalStep {
  return { id: row.id, name: row.name, of: row.name_of, room: row.room, author: row.author, order: row.step_order }
}

/** The step that is undone next, or redone next; a row that cannot be read is none. */
export async function nextStep(db: Transaction, projectId: ProjectId | null, way: 'undo' | 'redo'): Promise<JournalStep | null> {
  const which = way === 'undo' ? sql`undone = 0 ORDER BY step_order DESC` : sql`undone > 0 ORDER BY undone DESC`
  const found = await db.get(sql`SELECT ${brief.columns} FROM undo_steps WHERE project_id IS ${projectId} AND ${which} LIMIT 1`)
  const row = readOne(found, brief.parse)
  return row ? stepOf(row) : null
}

/** Without its changes. */
export async function readBrief(
  db: Transaction,
  projectId: ProjectId | null,
  which: ReturnType<typeof sql>,
): Promise<BriefStep | undefined> {
  const found = await db.get(sql`SELECT ${brief.columns} FROM undo_steps WHERE project_id IS ${projectId} AND ${which} LIMIT 1`)
  return readOne(found, brief.parse) ?? undefined
}

/** The whole step; while a long one is read, main does other work in between. */
export async function readStep(
  db: Transaction,
  { tables, steps }: Records,
  projectId: ProjectId | null,
  which: ReturnType<typeof sql>,
): Promise<StepRow | undefined> {
  const found = await readBrief(db, projectId, which)
  if (!found || found.size <= longestWhole) {
    const row = found && await db.get(sql`SELECT ${steps.columns} FROM undo_steps WHERE id = ${found.id}`)
    return readOne(row, steps.parse) ?? undefined
  }
  const rows = await db.all<{ change: string }>(sql`
    SELECT parts.value AS change FROM undo_steps, json_each(iif(json_valid(changes), changes, '[]')) AS parts
    WHERE undo_steps.id = ${found.id} ORDER BY parts.key`)
  const shape = storedChangeOf(tables)
  const parts = await inPieces(stepsOf(rows, ({ change }) => {
    const { data } = shape.safeParse(parsedJson(change))
    return data && unpacked(data)
  }))
  const whole = parts.filter(part => part !== undefined)
  return whole.length === 0 || whole.length < parts.length ? undefined : { ...found, changes: whole.flat() }
}

const printed = (changes: readonly RowChange[]): string => JSON.stringify(packed(changes))

export async function writeStep(tx: Transaction, step: Omit<StepRow, 'size'>): Promise<void> {
  const changes = printed(step.changes)
  await tx.run(sql`INSERT INTO undo_steps ${inLibrary.steps.values({ ...step, changes, size: changes.length })}`)
}

/** More changes of a long step, which is not read for it. */
export async function appendToStep(tx: Transaction, step: Pick<StepRow, 'id' | 'name_of'>, changes: readonly RowChange[]): Promise<void> {
  const more = `,${printed(changes).slice(1)}`
  await tx.run(sql`
    UPDATE undo_steps SET name_of = ${step.name_of}, size = size + ${more.length - 1},
      changes = substr(changes, 1, length(changes) - 1) || ${more}
    WHERE id = ${step.id}`)
}

/** What is kept of each project, and of what belongs to none. */
const mostSteps = 100
const mostCharacters = 16_000_000

/** Deletes the oldest of very many steps. The newest stays, whatever its size. */
export async function thinSteps(tx: Transaction, projectId: ProjectId | null): Promise<void> {
  await tx.run(sql`
    DELETE FROM undo_steps WHERE id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER newest AS place, sum(size) OVER newest AS total FROM undo_steps WHERE project_id IS ${projectId}
        WINDOW newest AS (ORDER BY step_order DESC))
      WHERE place > ${mostSteps} OR (place > 1 AND total > ${mostCharacters}))`)
}

/** For a deleted project. */
export async function purgeSteps(tx: Transaction, projectId: ProjectId): Promise<void> {
  await tx.run(sql`DELETE FROM undo_steps WHERE project_id = ${projectId}`)
}
