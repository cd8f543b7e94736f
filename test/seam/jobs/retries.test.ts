/** Of the tries of the same work, one counts: the last, unless it ended free and an earlier one may have been charged. */
import type { Job } from '#contract/jobs.ts'
import type { JobId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { replacedTries } from '#rules/jobs/retries.ts'

type Try = Pick<Job, 'id' | 'retryOf' | 'state' | 'charged'>
type How = Pick<Job, 'state' | 'charged'>

const idOf = (at: number): JobId => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}` as JobId // the form of an id
const unsure: How = { state: 'unsure', charged: 'unknown' }
const refused: How = { state: 'failed', charged: 'no' }
const cancelled: How = { state: 'cancelled', charged: 'no' }
const lost: How = { state: 'failed', charged: 'unknown' }
const queued: How = { state: 'queued', charged: null }
const done: How = { state: 'done', charged: 'yes' }

/** Each is a retry of the one before. */
const chain = (...all: readonly How[]): Try[] => all.map((how, at) => ({ ...how, id: idOf(at), retryOf: at === 0 ? null : idOf(at - 1) }))
function counting(tries: readonly Try[]): number[] {
  const replaced = replacedTries(tries)
  return tries.flatMap(({ id }, at) => replaced.has(id) ? [] : [at])
}

it.each([
  ['one that may have been charged, after its retry was refused', [unsure, refused], 0],
  ['or was cancelled before it was sent', [unsure, cancelled], 0],
  ['however often', [unsure, refused, cancelled, refused], 0],
  ['a retry that is on its way', [unsure, queued], 1],
  ['one that is done', [unsure, refused, done], 2],
  ['one that may have been charged itself', [unsure, lost], 1],
  ['the newest of several that may have been charged', [unsure, unsure, refused], 1],
  ['the last of those that ended free', [refused, cancelled], 1],
] as const)('what counts is %s', (_, tries, expected) => {
  expect(counting(chain(...tries))).toEqual([expected])
})

it('one counts for all retries of the same work, in whatever order the list has them', () => {
  const how = fc.constantFrom(unsure, refused, cancelled, lost, queued, done)
  const made = fc.array(fc.record({ how, of: fc.nat(20) }), { minLength: 1, maxLength: 8 })
  fc.assert(fc.property(made, fc.infiniteStream(fc.nat()), (all, order) => {
    const tries = all.map(({ how, of }, at): Try => ({ ...how, id: idOf(at), retryOf: at === 0 ? null : idOf(of % at) }))
    const keys = new Map(tries.map(({ id }) => [id, order.next().value ?? 0]))
    const mixed = tries.toSorted((a, b) => (keys.get(a.id) ?? 0) - (keys.get(b.id) ?? 0))
    expect(counting(tries)).toHaveLength(1)
    expect(replacedTries(mixed)).toEqual(replacedTries(tries))
  }))
})

it('a retry of what has left the list counts for itself', () => {
  expect(counting(chain(unsure, refused).slice(1))).toEqual([0])
})
