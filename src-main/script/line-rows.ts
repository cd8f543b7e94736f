/** Lines and castings as rows, and a line's state read from what its chosen take was made from. */
import type { Casting, Line } from '#contract/script.ts'
import type { LineId, ProjectId, TakeId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import type { Sql } from '../storage/sql.ts'
import { Fault } from '#contract/faults.ts'
import { Casting as CastingShape } from '#contract/script.ts'
import { sql } from '../storage/sql.ts'
import { stateOf } from './stale.ts'

interface LineRow {
  id: string
  project_id: string
  position: number
  speaker: string
  text: string
  direction: string
  pause_seconds: number
  changed_at: number
  chosen_take_id: string | null
  made_from: string | null
  take_count: number
}

// A take in the trash speaks for no line; when it comes back, so does its place.
const fromLines = sql`
  SELECT lines.id, lines.project_id, lines.position, lines.speaker, lines.text, lines.direction, lines.pause_seconds, lines.changed_at,
    chosen.id AS chosen_take_id, chosen.made_from AS made_from,
    (SELECT count(*) FROM takes WHERE takes.line_id = lines.id AND takes.trashed_at IS NULL) AS take_count
  FROM lines LEFT JOIN takes AS chosen ON chosen.id = lines.chosen_take_id AND chosen.trashed_at IS NULL
  WHERE lines.removed_at IS NULL`

/** The lines of one project that are in the script, in order; `where` narrows them down. */
export async function readLines(db: Transaction, projectId: ProjectId, where: Sql = sql.empty): Promise<Line[]> {
  const rows = await db.all<LineRow>(sql`${fromLines} AND lines.project_id = ${projectId} ${where} ORDER BY lines.position`)
  const castings = new Map((await readCastings(db, projectId)).map(casting => [casting.speaker, casting]))
  return rows.map(row => lineOf(row, castings.get(row.speaker) ?? null))
}

/** @throws Fault not-found, also for a line that was taken out */
export async function readLine(db: Transaction, lineId: LineId): Promise<Line> {
  const row = await db.get<LineRow>(sql`${fromLines} AND lines.id = ${lineId}`)
  if (!row)
    throw new Fault('not-found', { word: 'line', id: lineId })
  const projectId = row.project_id as ProjectId // a foreign key into projects
  const casting = (await readCastings(db, projectId)).find(each => each.speaker === row.speaker)
  return lineOf(row, casting ?? null)
}

export async function readCastings(db: Transaction, projectId: ProjectId): Promise<Casting[]> {
  const rows = await db.all<{ speaker: string, model_id: string, voice_id: string | null, fields: string }>(sql`
    SELECT speaker, model_id, voice_id, fields FROM castings WHERE project_id = ${projectId} ORDER BY speaker`)
  return rows.map(row => CastingShape.parse({ speaker: row.speaker, modelId: row.model_id, voiceId: row.voice_id, fields: JSON.parse(row.fields) }))
}

export async function countLines(db: Transaction, projectId: ProjectId): Promise<number> {
  const row = await db.get<{ count: number }>(sql`SELECT count(*) AS count FROM lines WHERE project_id = ${projectId} AND removed_at IS NULL`)
  return row?.count ?? 0
}

/** Makes room, or closes it up: the lines from this place on move by so many places. */
export async function shiftLines(tx: Transaction, projectId: ProjectId, range: { from: number, before: number }, by: number): Promise<void> {
  await tx.run(sql`
    UPDATE lines SET position = position + ${by}
    WHERE project_id = ${projectId} AND removed_at IS NULL AND position >= ${range.from} AND position < ${range.before}`)
}

/** @throws Fault not-found */
export async function requireProject(db: Transaction, projectId: ProjectId): Promise<void> {
  if (!await db.get(sql`SELECT id FROM projects WHERE id = ${projectId}`))
    throw new Fault('not-found', { word: 'project', id: projectId })
}

function lineOf(row: LineRow, casting: Casting | null): Line {
  // Ids were written from branded values; SQLite gives them back as plain text.
  const line = {
    id: row.id as LineId,
    projectId: row.project_id as ProjectId,
    position: row.position,
    speaker: row.speaker,
    text: row.text,
    direction: row.direction,
    pauseSeconds: row.pause_seconds,
    chosenTakeId: row.chosen_take_id as TakeId | null,
    takeCount: row.take_count,
    changedAt: row.changed_at,
  }
  return { ...line, state: stateOf(line, casting, row.made_from) }
}
