/** Several lines changed, split or removed in one transaction. A locked line keeps its words, and stays. */
import type { Line, LineEdit } from '#contract/script.ts'
import type { LineId, ProjectId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import type { NewLine } from './line-rows.ts'
import { Fault } from '#contract/faults.ts'
import { requireAsExpected } from '../base/as-expected.ts'
import { unrecorded } from '../journal/recorder.ts'
import { sql } from '../storage/sql.ts'
import { insertLines, makeRoom, newLineOf, withComposedText } from './line-rows.ts'

const lockedMembers = ['speaker', 'text', 'direction', 'pauseSeconds', 'role', 'language'] as const

/** Whether the edit would change what a lock keeps. */
export function meetsLock(line: Line, edit: Omit<LineEdit, 'lineId' | 'expected' | 'followedBy'>): boolean {
  return line.isLocked && edit.isLocked !== false && lockedMembers.some(name => edit[name] !== undefined && edit[name] !== line[name])
}

/** What changing lines did: `ids` are those of the edits and of new lines; from `addedAt` on, lines have another position. */
interface Changed { readonly lockedIds: LineId[], readonly ids: LineId[], readonly addedAt: number | null }

/**
 * Writes the edits of these lines of a project, which are as they are now, and the lines that are to follow them.
 * @throws Fault not-found, changed-meanwhile
 */
export async function changeLines(
  tx: Transaction,
  { projectId, lines, edits, changedAt }: {
    readonly projectId: ProjectId
    readonly lines: readonly Line[]
    readonly edits: readonly LineEdit[]
    readonly changedAt: number
  },
): Promise<Changed> {
  const byId = new Map(lines.map(line => [line.id, line]))
  const lockedIds = new Set<LineId>()
  const followed: { after: number, line: NewLine }[] = []
  const written = edits.flatMap(({ expected, followedBy = [], ...asked }) => {
    const { lineId, ...edit } = withComposedText(asked)
    const line = byId.get(lineId)
    if (!line)
      throw new Fault('not-found', { word: 'line', id: lineId })
    const present = withComposedText(line)
    // Where another has split it so already, its words are not there twice.
    requireAsExpected('line', present, expected && withComposedText(expected), followedBy.length > 0 ? undefined : edit)
    if (meetsLock(present, edit)) {
      lockedIds.add(lineId)
      return []
    }
    followed.push(...followedBy.map(added => ({ after: line.position, line: newLineOf(added, changedAt) })))
    return { ...edit, lineId }
  })
  await tx.run(sql`
    UPDATE lines SET
      speaker = coalesce(value ->> 'speaker', speaker), text = coalesce(value ->> 'text', text),
      direction = coalesce(value ->> 'direction', direction), pause_seconds = coalesce(value ->> 'pauseSeconds', pause_seconds),
      role = coalesce(value ->> 'role', role), is_locked = coalesce(value ->> 'isLocked', is_locked),
      is_muted = coalesce(value ->> 'isMuted', is_muted),
      language = iif(json_type(value, '$.language') IS NULL, language, value ->> 'language'), changed_at = ${changedAt}
    FROM ${sql.each(written)} WHERE lines.id = value ->> 'lineId'`)
  const addedAt = await insertBehind(tx, followed, { projectId, changedAt })
  return { lockedIds: [...lockedIds], ids: [...byId.keys(), ...followed.map(({ line }) => line.id)], addedAt }
}

/** Puts each line behind the one at this position. Answers the first position that is another's now; null where there are none. */
async function insertBehind(
  tx: Transaction,
  followed: readonly { readonly after: number, readonly line: NewLine }[],
  { projectId, changedAt }: Pick<Line, 'projectId' | 'changedAt'>,
): Promise<number | null> {
  const inOrder = followed.toSorted((one, other) => one.after - other.after)
  const [first] = inOrder
  if (!first)
    return null
  await makeRoom(tx, projectId, inOrder.map(({ after }) => after))
  const added = inOrder.map(({ after, line }, index) => ({ ...line, position: after + index + 1 }))
  await insertLines(tx, added, { projectId, position: first.after + 1, changedAt })
  return first.after + 1
}

/** Removes lines, which are in order. Each has the place that it had without those before it, as if they were removed one by one. */
export async function removeInOrder(tx: Transaction, projectId: ProjectId, lineIds: readonly LineId[], now: number): Promise<void> {
  await unrecorded(tx, () => tx.run(sql`
    UPDATE lines SET position = position - asked.key FROM ${sql.each(lineIds)} AS asked WHERE lines.id = asked.value`))
  for (const lineId of lineIds)
    await tx.run(sql`UPDATE lines SET removed_at = ${now} WHERE id = ${lineId}`)
  await unrecorded(tx, () => tx.run(sql`
    UPDATE lines SET position = numbered.place
    FROM (SELECT id, row_number() OVER (ORDER BY position) - 1 AS place FROM lines
      WHERE project_id = ${projectId} AND removed_at IS NULL) AS numbered
    WHERE lines.id = numbered.id AND lines.position <> numbered.place`))
}
