/** Where a line is put: behind another one, or back where it was. */
import type { LineId, ProjectId } from '#contract/words.ts'
import type { RowChange } from '../journal/row-changes.ts'
import type { Transaction } from '../storage/database.ts'
import { Fault } from '#contract/faults.ts'
import { sql } from '../storage/sql.ts'
import { countLines, removeLines, restoreLines, shiftLines } from './line-rows.ts'

interface Place { readonly projectId: ProjectId, readonly position: number }

/** Null for a line that is not in the script. */
export async function findPlace(db: Transaction, lineId: LineId): Promise<Place | null> {
  return await db.get<Place>(sql`
    SELECT project_id AS projectId, position FROM lines WHERE id = ${lineId} AND removed_at IS NULL`) ?? null
}

async function lineRow(tx: Transaction, lineId: LineId): Promise<Place> {
  const row = await findPlace(tx, lineId)
  if (!row)
    throw new Fault('not-found', { word: 'line', id: lineId })
  return row
}

/** The place behind this line. @throws Fault not-found for a line of another project */
export async function placeAfter(tx: Transaction, projectId: ProjectId, lineId: LineId): Promise<number> {
  const { projectId: at, position } = await lineRow(tx, lineId)
  if (at !== projectId)
    throw new Fault('not-found', { word: 'line', id: lineId })
  return position + 1
}

/** Its former position, or the end of a script that has become shorter. */
export async function placeOfRemoved(tx: Transaction, lineId: LineId): Promise<{ projectId: ProjectId, at: number }> {
  const row = await tx.get<{ project_id: ProjectId, position: number }>(sql`
    SELECT project_id, position FROM lines WHERE id = ${lineId} AND removed_at IS NOT NULL`)
  if (!row)
    throw new Fault('not-found', { word: 'line', id: lineId })
  return { projectId: row.project_id, at: Math.min(row.position, await countLines(tx, row.project_id)) }
}

/** Moves a line; those that it passes make room. Answers the first and last position that changed. */
export async function moveLine(
  tx: Transaction,
  { id, projectId, position }: { readonly id: LineId, readonly projectId: ProjectId, readonly position: number },
  asked: number,
): Promise<readonly [first: number, last: number]> {
  const to = Math.min(asked, await countLines(tx, projectId) - 1)
  const passed = to > position ? { from: position + 1, before: to + 1 } : { from: to, before: position }
  await shiftLines(tx, projectId, passed, to > position ? -1 : 1)
  await tx.run(sql`UPDATE lines SET position = ${to} WHERE id = ${id}`)
  return [Math.min(position, to), Math.max(position, to)]
}

const places = ['position', 'removed_at'] as const
type Places = { readonly is: 'removed' | 'restored', readonly isWhole: boolean } | { readonly is: 'moved', readonly to: number }

function placesOf({ after }: RowChange): Places | null {
  // Lines that the step has made have all of their words: they go and come together, each with the place that it had among all.
  if (after?.removed_at !== undefined)
    return { is: after.removed_at === null ? 'restored' : 'removed', isWhole: after.text !== undefined }
  return typeof after?.position === 'number' ? { is: 'moved', to: after.position } : null
}

/** Whether two changes that follow each other are carried out at once. A line that was removed alone had its place without those before it. */
function areTogether(one: Places | null, other: Places | null): boolean {
  return one === null || other === null
    ? one === other
    : one.is !== 'moved' && one.is === other.is && one.isWhole && other.isWhole
}

/** Whether these changes say where lines are, and not only what they say. */
export function changePlaces(changes: readonly RowChange[]): boolean {
  return changes.some(change => placesOf(change) !== null)
}

/** Removes, restores and moves lines as these changes say, in their order. Answers the changes of their words. */
export async function placeLines(tx: Transaction, projectId: ProjectId, changes: readonly RowChange[], now: number): Promise<RowChange[]> {
  const idOf = (change: RowChange): LineId => String(change.key[0]) as LineId // the key of a line
  for (let at = 0; at < changes.length;) {
    const how = placesOf(changes[at]!)
    const end = changes.findIndex((change, later) => later > at && !areTogether(how, placesOf(change)))
    const run = changes.slice(at, end < 0 ? changes.length : end)
    at += run.length
    if (how?.is === 'removed')
      await removeLines(tx, projectId, run.map(idOf), now)
    else if (how?.is === 'restored')
      await restoreLines(tx, projectId, run.map(idOf))
    else if (how?.is === 'moved')
      await moveLine(tx, { id: idOf(run[0]!), ...await lineRow(tx, idOf(run[0]!)) }, how.to)
  }
  return changes.flatMap((change) => {
    const words = Object.entries(change.after ?? {}).filter(([name]) => !(places as readonly string[]).includes(name))
    return words.length === 0 ? [] : [{ ...change, before: {}, after: Object.fromEntries(words) }]
  })
}

/** All rows of a step of the script are of one project. */
export async function projectOfStep(tx: Transaction, [change]: readonly RowChange[]): Promise<ProjectId> {
  const id = String(change?.key[0])
  if (change?.table !== 'lines')
    return id as ProjectId // the first column of the key of all other tables
  const row = await tx.get<{ projectId: ProjectId }>(sql`SELECT project_id AS projectId FROM lines WHERE id = ${id}`)
  if (!row)
    throw new Fault('not-found', { word: 'line', id })
  return row.projectId
}
