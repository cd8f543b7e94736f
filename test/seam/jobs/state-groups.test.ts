/** Groups of states: they agree with the table of moves and with each other, and nobody lists them a second time. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { JobState } from '#contract/jobs.ts'
import { isBeforeSent, isEnded, isEndedWithoutResult, isLeaving, isMaybeCharged, isNotBegun, isTroubled } from '#rules/jobs/state-groups.ts'
import { moves } from '../../../src-main/jobs/states.ts'

it('what was not sent is not charged, and every state is one of the two or an end without a charge', () => {
  for (const state of JobState.options)
    expect([isBeforeSent(state), isMaybeCharged(state), state === 'failed' || state === 'cancelled'].filter(Boolean), state).toHaveLength(1)
})

it('what has not begun and what is leaving are no ends, and different', () => {
  for (const state of JobState.options)
    expect([isNotBegun(state), isLeaving(state), isEnded(state)].filter(Boolean).length, state).toBeLessThanOrEqual(1)
})

it('only an end has no move to cancelled, and an end without a result can be looked at again', () => {
  for (const state of JobState.options) {
    expect(Object.values(moves[state]).includes('cancelled'), state).toBe(!isEnded(state))
    expect(moves[state].resume !== undefined, state).toBe(isEndedWithoutResult(state))
  }
})

it('what is in trouble ended without a result, and nobody cancelled it', () => {
  for (const state of JobState.options)
    expect(isTroubled(state), state).toBe(isEndedWithoutResult(state) && state !== 'cancelled')
})

it('no other file lists the states of a group', () => {
  const lists = /\[(?:'(?:queued|blocked|preparing|sending|committed|accepted|running|downloading|verifying|done|failed|cancelled|unsure)',? ?){3,}\]/
  const files = ['src-main', 'src-renderer', 'src-preload'].flatMap(folder => readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(?:ts|vue)$/.test(name))
    .map(name => join(folder, name)))
  // What a backup's jobs continue from depends on their nature, too.
  const known = [join('src-main', 'backup', 'foreign-jobs.ts'), join('src-preload', 'rules', 'jobs', 'state-groups.ts')]
  expect(files.filter(path => lists.test(readFileSync(path, 'utf8')))).toEqual(known)
  const pairs = /state [!=]== '(\w+)' (?:\|\||&&) [\w.?]*state [!=]== '(?!\1)\w+'/
  const asked = (path: string): string[] => (readFileSync(path, 'utf8').match(new RegExp(pairs, 'g')) ?? [])
    .filter(pair => ['failed unsure', 'blocked queued'].includes([...pair.matchAll(/'(\w+)'/g)].map(([, state]) => state).sort().join(' ')))
  expect(files.flatMap(path => asked(path).map(pair => `${path}: ${pair}`))).toEqual([])
})
