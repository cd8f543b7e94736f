/** Undo and redo tell what they expect to find, so that they overwrite nothing newer. */
import type { FaultData } from '#contract/faults.ts'
import { isDeepStrictEqual } from 'node:util'
import { Fault } from '#contract/faults.ts'

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
