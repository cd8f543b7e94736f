/** Several lines changed or removed in one transaction. A locked line keeps its words, and stays. */
import type { Line, LineEdit } from '#contract/script.ts'
import type { LineId, ProjectId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { Fault } from '#contract/faults.ts'
import { requireAsExpected } from '../base/as-expected.ts'
import { unrecorded } from '../journal/recorder.ts'
import { sql } from '../storage/sql.ts'
import { withComposedText } from './line-rows.ts'

const lockedMembers = ['speaker', 'text', 'direction', 'pauseSeconds', 'role', 'language'] as const

/** Whether the edit would change what a lock keeps. */
export function meetsLock(line: Line, edit: Omit<LineEdit, 'lineId' | 'expected'>): boolean {
  return line.isLocked && edit.isLocked !== false && lockedMembers.some(name => edit[name] !== undefined && edit[name] !== line[name])
}

/**
 * Writes the edits of these lines, which are as they are now. Answers those that a lock has kept as they were.
 * @throws Fault not-found, changed-meanwhile
 */
export async function changeLines(
  tx: Transaction,
  { lines, edits, changedAt }: { readonly lines: readonly Line[], readonly edits: readonly LineEdit[], readonly changedAt: number },
): Promise<LineId[]> {
  const byId = new Map(lines.map(line => [line.id, line]))
  const lockedIds = new Set<LineId>()
  const asked = edits.map(withComposedText)
  for (const { lineId, expected, ...edit } of asked) {
    const line = byId.get(lineId)
    if (!line)
      throw new Fault('not-found', { word: 'line', id: lineId })
    const present = withComposedText(line)
    requireAsExpected('line', present, expected && withComposedText(expected), edit)
    if (meetsLock(present, edit))
      lockedIds.add(lineId)
  }
  const written = asked.filter(edit => !lockedIds.has(edit.lineId))
  await tx.run(sql`
    UPDATE lines SET
      speaker = coalesce(value ->> 'speaker', speaker), text = coalesce(value ->> 'text', text),
      direction = coalesce(value ->> 'direction', direction), pause_seconds = coalesce(value ->> 'pauseSeconds', pause_seconds),
      role = coalesce(value ->> 'role', role), is_locked = coalesce(value ->> 'isLocked', is_locked),
      is_muted = coalesce(value ->> 'isMuted', is_muted),
      language = iif(json_type(value, '$.language') IS NULL, language, value ->> 'language'), changed_at = ${changedAt}
    FROM ${sql.each(written)} WHERE lines.id = value ->> 'lineId'`)
  return [...lockedIds]
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
