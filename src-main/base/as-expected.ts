/** Calls state what they expect to find, so that a late call, an undo or a redo overwrites nothing newer. */
import type { FaultData } from '#contract/faults.ts'
import { isDeepStrictEqual } from 'node:util'
import { Fault } from '#contract/faults.ts'

/**
 * Of an object, only the members that are expected count; with `undefined`, anything will do. What is `asked` already is never in the way:
 * the call came twice, or two people did the same.
 *
 * @throws Fault changed-meanwhile
 */
export function requireAsExpected(
  word: FaultData<'changed-meanwhile'>['word'],
  present: unknown,
  expected: unknown,
  asked?: unknown,
): void {
  const names = expected === null || typeof expected !== 'object' ? null : Object.keys(expected)
  const isSame = names === null || present === null || typeof present !== 'object'
    ? expected === undefined || isOneOf(present, [expected, asked])
    : names.every(name => memberOf(expected, name) === undefined
      || isOneOf(memberOf(present, name), [memberOf(expected, name), memberOf(asked, name)]))
  if (!isSame)
    throw new Fault('changed-meanwhile', { word })
}

function isOneOf(present: unknown, values: readonly unknown[]): boolean {
  return values.some(value => value !== undefined && isDeepStrictEqual(present, value))
}

function memberOf(value: unknown, name: string): unknown {
  return value === null || typeof value !== 'object' ? undefined : Reflect.get(value, name)
}
