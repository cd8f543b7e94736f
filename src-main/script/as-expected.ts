/** Undo and redo tell what they expect to find, so that they overwrite nothing newer. */
import type { FaultData } from '#contract/faults.ts'
import type { Casting, Line } from '#contract/script.ts'
import type { LineId, ProjectId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { isDeepStrictEqual } from 'node:util'
import { Fault } from '#contract/faults.ts'
import { keyOfWords } from '#rules/script/key-of-words.ts'
import { sql } from '../storage/sql.ts'
import { readCastings } from './casting-rows.ts'

/**
 * Of an object, only the members that are expected count; with `undefined`, anything will do.
 *
 * @throws Fault changed-meanwhile
 */
export function requireAsExpected(word: FaultData<'changed-meanwhile'>['word'], present: unknown, expected: unknown): void {
  const names = expected === null || typeof expected !== 'object' ? null : Object.keys(expected)
  const isSame = names === null || present === null || typeof present !== 'object'
    ? expected === undefined || present === expected
    : names.every(name => Reflect.get(expected as object, name) === undefined
      || isDeepStrictEqual(Reflect.get(present, name), Reflect.get(expected as object, name)))
  if (!isSame)
    throw new Fault('changed-meanwhile', { word })
}

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
    WHERE project_id = ${projectId} AND id IN (SELECT value FROM json_each(${JSON.stringify(lineIds)}))`)
  requireAsExpected('lines', keyOfWords(words), expected)
}

/** @throws Fault changed-meanwhile */
export async function requireCasting(
  tx: Transaction,
  projectId: ProjectId,
  speaker: Line['speaker'],
  expected: Casting | null | undefined,
): Promise<void> {
  if (expected !== undefined)
    requireAsExpected('casting', (await readCastings(tx, projectId)).find(each => each.speaker === speaker) ?? null, expected)
}
