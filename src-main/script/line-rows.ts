/** The rows of lines. A line's state follows from what its chosen take was made from. */
import type { Model } from '#contract/models.ts'
import type { Casting, Line, Pronunciation, ScriptLanguages } from '#contract/script.ts'
import type { AddedLine } from '#rules/script/script-lines.ts'
import type { Transaction } from '../storage/database.ts'
import type { Sql } from '../storage/sql.ts'
import { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { LanguageCode, LineRole } from '#contract/script.ts'
import { Instant, Label, LineId, ProjectId, TakeId } from '#contract/words.ts'
import { fieldsInLanguage, languageOfSpeaker } from '#rules/script/line-language.ts'
import { saidOf } from '#rules/script/pronounce.ts'
import { isSpoken, usualPauseSeconds } from '#rules/script/script-lines.ts'
import { newId } from '../base/ids.ts'
import { inPieces, stepsOf } from '../base/in-pieces.ts'
import { unrecorded } from '../journal/recorder.ts'
import { keepTakesOfLine } from '../library/take-rows.ts'
import { sql } from '../storage/sql.ts'
import { defineTable, Flag, rowParser } from '../storage/table.ts'
import { readMany } from '../storage/unreadable-rows.ts'
import { readCastings } from './casting-rows.ts'
import { borrowedTakesOf, fittingTakesOf } from './fitting-takes.ts'
import { readPronunciations } from './pronunciation-rows.ts'
import { readLanguages } from './script-languages.ts'
import { madeFromOf, requestKeyOf, stateOf } from './stale.ts'

const Columns = z.object({
  id: LineId,
  project_id: ProjectId,
  position: z.int(),
  speaker: Label,
  text: z.string(),
  direction: z.string(),
  pause_seconds: z.number(),
  role: LineRole,
  language: LanguageCode.nullable(),
  is_locked: Flag,
  is_muted: Flag,
  changed_at: Instant,
})
export const linesTable = defineTable('lines', Columns, { unread: { chosen_take_id: TakeId.nullable(), removed_at: Instant.nullable() } })

/** A line's state by its takes. A trashed take is not chosen; when it is restored, it is chosen again. */
const parseLine = rowParser('lines', Columns.extend({
  chosen_take_id: TakeId.nullable(),
  made_from: z.string().nullable(),
  is_chosen_trashed: Flag,
  take_count: z.int(),
}))

const selectLines = sql`
  SELECT ${linesTable.columns}, chosen.id AS chosen_take_id, chosen.made_from AS made_from,
    lines.chosen_take_id IS NOT NULL AND chosen.id IS NULL AS is_chosen_trashed,
    (SELECT count(*) FROM takes WHERE takes.line_id = lines.id AND takes.trashed_at IS NULL)
      + (chosen.id IS NOT NULL AND chosen.line_id IS NOT lines.id) AS take_count
  FROM lines LEFT JOIN takes AS chosen ON chosen.id = lines.chosen_take_id AND chosen.trashed_at IS NULL
  WHERE lines.removed_at IS NULL`

interface ReadLine {
  readonly line: Line
  /** Its text as it is sent. */
  readonly said: string
  readonly asked: string | null
  readonly model: Model | undefined
  readonly isChosenTrashed: boolean
}

/** A line and its chosen take, as they are kept: what it asks for follows from the castings of the time. */
export type LineRow = ReturnType<typeof parseLine>

/** Who speaks the lines of a project, in which language, and how words are said. */
export interface Speaking {
  readonly castings: readonly Casting[]
  readonly pronunciations: readonly Pronunciation[]
  readonly languages: ScriptLanguages
}

export async function readSpeaking(db: Transaction, projectId: ProjectId): Promise<Speaking> {
  return {
    castings: await readCastings(db, projectId),
    pronunciations: await readPronunciations(db, projectId),
    languages: await readLanguages(db, projectId),
  }
}

function lineOf(row: LineRow, { castings, pronunciations, languages }: Speaking, models: readonly Model[]): ReadLine {
  const part = {
    id: row.id,
    projectId: row.project_id,
    position: row.position,
    speaker: row.speaker,
    text: row.text,
    direction: row.direction,
    pauseSeconds: row.pause_seconds,
    role: row.role,
    language: row.language,
    isLocked: row.is_locked,
    isMuted: row.is_muted,
    chosenTakeId: row.chosen_take_id,
    takeCount: row.take_count,
    changedAt: row.changed_at,
  }
  const casting = castings.find(each => each.speaker === row.speaker) ?? null
  const model = models.find(each => each.id === casting?.modelId)
  const spokenIn = row.language ?? languageOfSpeaker(row.speaker, casting, languages)
  const said = { ...part, text: saidOf(part.text, pronunciations, spokenIn).text }
  const asked = madeFromOf(said, casting && model ? { ...casting, fields: fieldsInLanguage(casting.fields, model, spokenIn) } : casting)
  const state = stateOf(said, asked, row.made_from, model)
  const line = {
    ...part,
    spokenIn,
    state,
    requestKey: asked && requestKeyOf(asked, model),
    fittingTakeId: state === 'made' ? part.chosenTakeId : null,
  }
  return { line, said: said.text, asked, model, isChosenTrashed: row.is_chosen_trashed }
}

/**
 * A line whose chosen take is in the trash uses a fitting one until that is restored. One that has no chosen take, or a stale one, only
 * names it: see `Script`.
 */
async function withFittingTakes(db: Transaction, read: readonly ReadLine[]): Promise<Line[]> {
  const open = read.filter(({ line }) => line.state !== 'made' && isSpoken(line))
  const asking = open.map(({ line, said, asked, model }) => ({ asked, model, line: { ...line, text: said } }))
  const fitting = open.length === 0 ? null : await fittingTakesOf(db, asking)
  return read.map(({ line, isChosenTrashed }) => {
    const fittingTakeId = fitting?.get(line.id)
    if (fittingTakeId === undefined)
      return line
    return { ...line, fittingTakeId, ...(isChosenTrashed && { chosenTakeId: fittingTakeId, state: 'made' as const }) }
  })
}

/** Those of one project that are in the script, in order; `where` restricts them further. */
export async function readLineRows(db: Transaction, projectId: ProjectId, where: Sql = sql.empty): Promise<LineRow[]> {
  const rows = await db.all(sql`${selectLines} AND lines.project_id = ${projectId} ${where} ORDER BY lines.position`)
  return readMany(rows, parseLine)
}

/** The lines of these rows, with the castings as they are now. */
export async function linesOf(
  db: Transaction,
  { projectId, rows, models }: { projectId: ProjectId, rows: readonly LineRow[], models: readonly Model[] },
): Promise<Line[]> {
  const speaking = await readSpeaking(db, projectId)
  return withFittingTakes(db, await inPieces(stepsOf(rows, row => lineOf(row, speaking, models))))
}

/** See `readLineRows`. */
export async function readLines(db: Transaction, projectId: ProjectId, models: readonly Model[], where?: Sql): Promise<Line[]> {
  return linesOf(db, { projectId, rows: await readLineRows(db, projectId, where), models })
}

/** What a line asks for: without a voice, only its words. */
export function askedBy({ requestKey, text, direction }: Pick<Line, 'requestKey' | 'text' | 'direction'>): string {
  return requestKey ?? JSON.stringify([text, direction])
}

/** What these lines ask for when they are spoken so. */
export function asksOf(rows: readonly LineRow[], speaking: Speaking, models: readonly Model[]): Map<LineId, string> {
  return new Map(rows.map(row => [row.id, askedBy(lineOf(row, speaking, models).line)]))
}

async function readRow(db: Transaction, lineId: LineId): Promise<LineRow> {
  const found = await db.get(sql`${selectLines} AND lines.id = ${lineId}`)
  if (!found)
    throw new Fault('not-found', { word: 'line', id: lineId })
  return parseLine(found)
}

/** @throws Fault not-found, also for a removed line */
export async function readLine(db: Transaction, lineId: LineId, models: readonly Model[]): Promise<Line> {
  const row = await readRow(db, lineId)
  const [line] = await linesOf(db, { projectId: row.project_id, rows: [row], models })
  if (!line)
    throw new Fault('not-found', { word: 'line', id: lineId })
  return line
}

/** Takes of other lines, and of none, that this one may use. @throws Fault not-found, also for a removed line */
export async function readBorrowedTakes(db: Transaction, lineId: LineId, models: readonly Model[]): Promise<TakeId[]> {
  const row = await readRow(db, lineId)
  const { line, said, asked, model } = lineOf(row, await readSpeaking(db, row.project_id), models)
  return borrowedTakesOf(db, { asked, model, line: { ...line, text: said } })
}

export async function countLines(db: Transaction, projectId: ProjectId): Promise<number> {
  const row = await db.get<{ count: number }>(sql`SELECT count(*) AS count FROM lines WHERE project_id = ${projectId} AND removed_at IS NULL`)
  return row?.count ?? 0
}

export type NewLine = Pick<Line, 'id' | 'speaker' | 'text' | 'direction' | 'pauseSeconds' | 'role' | 'language' | 'isMuted'>

/** A line that is added, with defaults for what it does not say. */
export function newLineOf(added: AddedLine, now: number): NewLine {
  const { pauseSeconds = usualPauseSeconds, role = 'speech', language = null, isMuted = false, ...words } = added
  // newId returns the form of an id
  return { ...words, id: newId<LineId>(now), pauseSeconds, role, language, isMuted }
}

/** As lines are kept: words of the dictionary and of a search have composed letters. */
export function withComposedText<Words extends { readonly text?: string | undefined }>(words: Words): Words {
  return words.text === undefined ? words : { ...words, text: words.text.normalize('NFC') }
}

/** Lines without a position of their own are at consecutive ones, starting here. The caller has made room for them. */
export async function insertLines(
  tx: Transaction,
  lines: readonly (NewLine & { readonly position?: number })[],
  { projectId, position, changedAt }: Pick<Line, 'projectId' | 'position' | 'changedAt'>,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO lines (id, project_id, position, speaker, text, direction, pause_seconds, role, language, is_muted, changed_at)
    SELECT value ->> 'id', ${projectId}, coalesce(value ->> 'position', ${position} + key), value ->> 'speaker', value ->> 'text',
      value ->> 'direction', value ->> 'pauseSeconds', value ->> 'role', value ->> 'language', value ->> 'isMuted', ${changedAt}
    FROM ${sql.each(lines.map(withComposedText))}`)
}

/** Shifts the lines in this range of positions, to make room or close a gap. */
export async function shiftLines(
  tx: Transaction,
  projectId: ProjectId,
  range: { from: number, before: number },
  by: number,
): Promise<void> {
  await unrecorded(tx, () => tx.run(sql`
    UPDATE lines SET position = position + ${by}
    WHERE project_id = ${projectId} AND removed_at IS NULL AND position >= ${range.from} AND position < ${range.before}`))
}

/** Makes room for a line behind each of these positions, which are in order; −1 is before all. In one pass, however many there are. */
export async function makeRoom(tx: Transaction, projectId: ProjectId, after: readonly number[]): Promise<void> {
  const moves = after.flatMap((position, at) => after[at + 1] === position ? [] : { after: position, by: at + 1 })
  await unrecorded(tx, () => tx.run(sql`
    UPDATE lines SET position = position + moves.by
    FROM (SELECT value ->> 'after' AS after, value ->> 'by' AS by,
        lead(value ->> 'after', 1, ${Number.MAX_SAFE_INTEGER}) OVER (ORDER BY key) AS before
      FROM ${sql.each(moves)}) AS moves
    WHERE lines.project_id = ${projectId} AND lines.removed_at IS NULL
      AND lines.position > moves.after AND lines.position <= moves.before`))
}

/** Deletes a removed line; one that is in the script is kept. Its takes stay, without a line. */
export async function deleteRemovedLine(tx: Transaction, lineId: LineId): Promise<void> {
  if (!await tx.get(sql`SELECT id FROM lines WHERE id = ${lineId} AND removed_at IS NOT NULL`))
    return
  await keepTakesOfLine(tx, lineId)
  await tx.run(sql`DELETE FROM lines WHERE id = ${lineId}`)
}

/** Removes lines together and closes the gaps; each keeps the position that it had. Returns how many were in the script. */
export async function removeLines(tx: Transaction, projectId: ProjectId, lineIds: readonly LineId[], now: number): Promise<LineId[]> {
  const rows = await tx.all<{ id: LineId }>(sql`
    SELECT id FROM lines WHERE project_id = ${projectId} AND removed_at IS NULL
      AND id IN ${sql.list(lineIds)}`)
  const ids = rows.map(row => row.id)
  await tx.run(sql`UPDATE lines SET removed_at = ${now} WHERE id IN ${sql.list(ids)}`)
  await unrecorded(tx, () => tx.run(sql`
    UPDATE lines SET position = numbered.place
    FROM (SELECT id, row_number() OVER (ORDER BY position) - 1 AS place FROM lines
      WHERE project_id = ${projectId} AND removed_at IS NULL) AS numbered
    WHERE lines.id = numbered.id`))
  return ids
}

/** Puts lines back where they were, or at the end of a script that has become shorter. Returns those that were removed. */
export async function restoreLines(tx: Transaction, projectId: ProjectId, lineIds: readonly LineId[]): Promise<LineId[]> {
  const rows = await tx.all<{ id: LineId, position: number }>(sql`
    SELECT id, position FROM lines WHERE project_id = ${projectId} AND removed_at IS NOT NULL
      AND id IN ${sql.list(lineIds)} ORDER BY position`)
  const count = await countLines(tx, projectId)
  const places: { id: LineId, at: number }[] = []
  for (const { id, position } of rows) {
    const at = Math.min(position, count + places.length)
    // As if they were restored one by one: of two that had the same position, the later is before the other.
    let place = places.length
    for (; place > 0 && places[place - 1]!.at >= at; place--)
      places[place - 1]!.at += 1
    places.splice(place, 0, { id, at })
  }
  await makeRoom(tx, projectId, places.map(({ at }, before) => at - before - 1))
  await tx.run(sql`
    UPDATE lines SET removed_at = NULL, position = value ->> 'at' FROM ${sql.each(places)} WHERE lines.id = value ->> 'id'`)
  return rows.map(row => row.id)
}
