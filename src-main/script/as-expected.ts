/** What calls of the script expect to find: the words of lines, and castings. */
import type { Casting, Line } from '#contract/script.ts'
import type { LineId, ProjectId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { keyOfWords } from '#rules/script/key-of-words.ts'
import { requireAsExpected } from '../base/as-expected.ts'
import { sql } from '../storage/sql.ts'
import { readCastings } from './casting-rows.ts'

/**
 * What these lines say, also those that are removed.
 *
 * @throws Fault changed-meanwhile
 */
export async function requireWords(
  tx: Transaction,
  projectId: ProjectId,
  lineIds: readonly LineId[],
  expected: string | undefined,
): Promise<void> {
  if (expected === undefined)
    return
  const words = await tx.all<Parameters<typeof keyOfWords>[0][number]>(sql`
    SELECT id, speaker, text, direction, pause_seconds AS pauseSeconds FROM lines
    WHERE project_id = ${projectId} AND id IN ${sql.list(lineIds)}`)
  requireAsExpected('lines', keyOfWords(words), expected)
}

/** @throws Fault changed-meanwhile */
export async function requireCasting(
  tx: Transaction,
  projectId: ProjectId,
  speaker: Line['speaker'],
  { expected, asked }: { expected: Casting | null | undefined, asked: Casting | null },
): Promise<void> {
  if (expected === undefined)
    return
  const present = (await readCastings(tx, projectId)).find(each => each.speaker === speaker) ?? null
  requireAsExpected('casting', { is: present }, { is: expected }, { is: asked })
}
