/** What calls of the script expect to find of castings. */
import type { Casting, Line } from '#contract/script.ts'
import type { ProjectId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { requireAsExpected } from '../base/as-expected.ts'
import { readCastings } from './casting-rows.ts'

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
