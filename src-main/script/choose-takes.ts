/** Which takes lines get: the fitting one for each line that is not made, and who else asks for the very same. */
import type { Model } from '#contract/models.ts'
import type { Line } from '#contract/script.ts'
import type { LineId, ProjectId, TakeId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import type { Sql } from '../storage/sql.ts'
import type { LineRow } from './line-rows.ts'
import { isTemplate } from '../library/projects.ts'
import { sql } from '../storage/sql.ts'
import { linesUsing } from './chosen-takes.ts'
import { askedBy, linesOf, readLine, readLineRows, readLines } from './line-rows.ts'
import { modelOf, requestKeyOf, wordsMadeFrom } from './stale.ts'

interface Which {
  readonly projectId: ProjectId
  /** Of `lines`, beginning with AND. */
  readonly which: Sql
  /** The catalogue, which says what a model is sent of a line. */
  readonly models: readonly Model[]
}

export async function choose(tx: Transaction, lineId: LineId, takeId: TakeId | null): Promise<void> {
  await tx.run(sql`UPDATE lines SET chosen_take_id = ${takeId} WHERE id = ${lineId}`)
}

export interface KnownBefore {
  /** What the lines asked for before the change. */
  readonly asks?: ReadonlyMap<LineId, string>
  /** Where they have been read already, and are still so. */
  readonly rows?: readonly LineRow[]
}

/**
 * Chooses the fitting takes of lines that are not made. With `asks`, only of lines that ask for something else than they did:
 * the person may have chosen a take that does not fit. A locked line keeps the take that it has. Returns the lines as they are then.
 */
export async function chooseFitting(tx: Transaction, { projectId, which, models, asks, rows }: Which & KnownBefore): Promise<Line[]> {
  const all = await linesOf(tx, { projectId, rows: rows ?? await readLineRows(tx, projectId, which), models })
  const found = all.filter(line => line.state !== 'made' && line.fittingTakeId !== null && asks?.get(line.id) !== askedBy(line)
    && !(line.isLocked && line.chosenTakeId !== null))
  if (found.length === 0)
    return all
  await chooseEach(tx, found)
  const now = new Map((await readLines(tx, projectId, models, withIds(found))).map(line => [line.id, line]))
  return all.map(line => now.get(line.id) ?? line)
}

function withIds(lines: readonly { readonly id: LineId }[]): Sql {
  return sql`AND lines.id IN ${sql.list(lines.map(line => line.id))}`
}

async function chooseEach(tx: Transaction, found: readonly Line[]): Promise<void> {
  const fitting = found.map(({ id, fittingTakeId }) => ({ id, fittingTakeId }))
  await tx.run(sql`
    UPDATE lines SET chosen_take_id = fitting.take_id
    FROM (SELECT value ->> 'id' AS id, value ->> 'fittingTakeId' AS take_id FROM ${sql.each(fitting)}) AS fitting
    WHERE lines.id = fitting.id`)
}

export async function mayBeChosen(tx: Transaction, line: Line, takeId: TakeId, models: readonly Model[]): Promise<boolean> {
  const take = await tx.get<{ line_id: LineId | null, made_from: string | null }>(sql`
    SELECT line_id, made_from FROM takes WHERE id = ${takeId} AND trashed_at IS NULL`)
  return take !== undefined && (take.line_id === line.id || line.fittingTakeId === takeId || (take.made_from !== null
    && line.requestKey !== null && requestKeyOf(take.made_from, modelOf(take.made_from, models)) === line.requestKey))
}

/**
 * What fits a line is not given up for what does not: it was cast or written otherwise while a take was asked for again, and then back, so
 * that it uses its earlier take again.
 */
async function isAsFitting(tx: Transaction, line: Line, takeId: TakeId, models: readonly Model[]): Promise<boolean> {
  if (line.state !== 'made' || line.requestKey === null)
    return true
  const take = await tx.get<{ made_from: string | null }>(sql`SELECT made_from FROM takes WHERE id = ${takeId}`)
  return typeof take?.made_from === 'string' && requestKeyOf(take.made_from, modelOf(take.made_from, models)) === line.requestKey
}

/** Whether this take is whole, and where it belongs. */
async function isUsable(tx: Transaction, takeId: TakeId): Promise<boolean> {
  return await tx.get(sql`
    SELECT takes.id FROM takes JOIN assets ON assets.id = takes.asset_id
    WHERE takes.id = ${takeId} AND medium = 'audio' AND trashed_at IS NULL
      AND arrival ->> '$.incomplete' IS NULL AND is_missing = 0`) !== undefined
}

/** Lines of all projects with the words of this take, as they are sent or as its own line has them; without its own. */
async function linesWithWords(tx: Transaction, words: readonly string[], lineId: LineId | null, models: readonly Model[]): Promise<Line[]> {
  const rows = await tx.all<{ id: LineId, project_id: ProjectId }>(sql`
    SELECT id, project_id FROM lines WHERE removed_at IS NULL AND id IS NOT ${lineId} AND ${sql.trimmedText} IN ${sql.list(words)}`)
  const found: Line[] = []
  for (const [projectId, ofProject] of Map.groupBy(rows, row => row.project_id))
    found.push(...await readLines(tx, projectId, models, withIds(ofProject)))
  return found.filter(line => words.includes(line.text.normalize('NFC').trim()))
}

/** A take was filed or changed: it becomes the chosen one of the lines that want it. Answers all lines that may have changed. */
export async function chooseFiled(
  tx: Transaction,
  { lineId, takeId, models }: { readonly lineId: LineId | null, readonly takeId: TakeId, readonly models: readonly Model[] },
): Promise<Line[]> {
  const take = await tx.get<{ number: number, made_from: string | null, is_usable: number }>(sql`
    SELECT number, made_from, medium = 'audio' AND trashed_at IS NULL AND arrival ->> '$.incomplete' IS NULL AS is_usable
    FROM takes WHERE id = ${takeId}`)
  if (!take)
    return []
  const isThere = await tx.get(sql`SELECT id FROM lines WHERE id = ${lineId} AND removed_at IS NULL`)
  const own = lineId !== null && isThere ? [await readLine(tx, lineId, models)] : []
  const words = take.made_from === null ? null : wordsMadeFrom(take.made_from)
  const written = own.map(line => line.text.normalize('NFC').trim())
  const others = words === null ? [] : await linesWithWords(tx, [words, ...written], lineId, models)
  for (const line of [...own, ...others]) {
    const chosen = await tx.get<{ number: number, is_missing: number }>(sql`
      SELECT number, is_missing FROM takes JOIN assets ON assets.id = takes.asset_id WHERE takes.id = ${line.chosenTakeId}`)
    const isLocked = line.isLocked && chosen !== undefined
    const isOpen = (line.state !== 'made' && !isLocked) || chosen?.is_missing === 1
    const isWanted = take.is_usable === 1 && isOpen && take.number > (chosen?.number ?? 0)
    if (isWanted && (line.id === lineId || line.fittingTakeId === takeId))
      await choose(tx, line.id, takeId)
  }
  return Promise.all([...own, ...others].map(line => readLine(tx, line.id, models)))
}

/**
 * For takes of the trash that are deleted for good: what stands in for one becomes the chosen take of its line. Answers the lines of all
 * projects whose chosen takes these are.
 */
export async function chooseStandIns(
  tx: Transaction,
  takeIds: readonly TakeId[],
  models: readonly Model[],
): Promise<Map<ProjectId, Sql>> {
  const rows = await linesUsing(tx, takeIds)
  const lines = new Map([...Map.groupBy(rows, row => row.projectId)].map(([projectId, all]) => [projectId, withIds(all)]))
  for (const [projectId, which] of lines) {
    if (!await isTemplate(tx, projectId))
      await chooseEach(tx, (await readLines(tx, projectId, models, which)).filter(line => line.fittingTakeId !== null))
  }
  return lines
}

interface Retaken {
  readonly takeId: TakeId
  readonly asked: readonly { readonly lineId: LineId, readonly former: TakeId }[]
  readonly models: readonly Model[]
}

/** A take that was asked for again arrived: lines that still use their earlier take use it, unless they are locked. Answers those. */
export async function chooseRetaken(tx: Transaction, { takeId, asked, models }: Retaken): Promise<Line[]> {
  const former = new Map(asked.map(each => [each.lineId, each.former]))
  const ids = sql`AND lines.id IN ${sql.list([...former.keys()])}`
  const rows = await tx.all<{ projectId: ProjectId }>(sql`
    SELECT DISTINCT project_id AS projectId FROM lines WHERE removed_at IS NULL ${ids}`)
  const changed: Line[] = []
  for (const { projectId } of await isUsable(tx, takeId) ? rows : []) {
    const lines = await readLines(tx, projectId, models, ids)
    const wanting = lines.filter(line => !line.isLocked && line.chosenTakeId === former.get(line.id))
    // First all are judged as they are: what one line uses may be chosen for another.
    const using: LineId[] = []
    for (const line of wanting) {
      if (await mayBeChosen(tx, line, takeId, models) && await isAsFitting(tx, line, takeId, models))
        using.push(line.id)
    }
    for (const lineId of using)
      await choose(tx, lineId, takeId)
    changed.push(...await readLines(tx, projectId, models, sql`AND lines.id IN ${sql.list(using)}`))
  }
  return changed
}
