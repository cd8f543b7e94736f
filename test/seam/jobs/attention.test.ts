/** Which jobs need the user, which continue by themselves, and which keep the machine awake. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BlockedBy, JobKind, JobState } from '#contract/jobs.ts'
import {
  continuesByItself,
  hasEnded,
  isPaidAndPending,
  mayBeStopped,
  mayLookAgain,
  mustStayAwake,
  needsPerson,
} from '#rules/jobs/attention.ts'
import { moveOf } from '../../../src-main/jobs/states.ts'

const anyJob = fc.record({
  kind: fc.constantFrom(...JobKind.options),
  state: fc.constantFrom(...JobState.options),
  taskId: fc.option(fc.constant('t')),
  blockedBy: fc.option(fc.constantFrom(...BlockedBy.options)),
  isPaused: fc.boolean(),
}).map(job => ({ ...job, blockedBy: job.state === 'blocked' ? job.blockedBy ?? 'offline' as const : null }))

it('no job both needs the user and continues by itself, and no ended job continues', () => {
  fc.assert(fc.property(anyJob, fc.boolean(), (job, isPaused) => {
    expect(needsPerson(job) && continuesByItself(job, isPaused)).toBe(false)
    expect(hasEnded(job) && continuesByItself(job, isPaused)).toBe(false)
  }))
})

it('every job that has not ended has an act that ends it, and no other has one', () => {
  for (const state of JobState.options) {
    expect(mayBeStopped({ state }), state).toBe(!hasEnded({ state }))
    expect(moveOf(state, 'cancel'), state).toBe(hasEnded({ state }) ? undefined : 'cancelled')
  }
})

it('wherever the table lets a result be looked for again, and only there, the user can do so as often as he likes', () => {
  const answers = fc.record({ taskId: fc.option(fc.constant('t')), hasAnswer: fc.boolean(), state: fc.constantFrom(...JobState.options) })
  fc.assert(fc.property(answers, (job) => {
    const event = job.taskId === null ? 'reopen' : 'resume'
    const next = moveOf(job.state, event)
    expect(mayLookAgain(job)).toBe(next !== undefined && (job.taskId !== null || job.hasAnswer))
    // Where it leads to, it can be given up, and looked for again.
    if (next !== undefined)
      expect(mayLookAgain({ ...job, state: moveOf(next, 'cancel') ?? next })).toBe(mayLookAgain(job))
  }))
})

it('rate limits and outages pass by themselves; everything else that blocks a job needs the user', () => {
  const forPerson = BlockedBy.options.filter(blockedBy => needsPerson({ state: 'blocked', blockedBy }))
  expect(BlockedBy.options.filter(reason => !forPerson.includes(reason))).toEqual(['offline', 'broken-off', 'rate'])
})

it('work that is paid and pending is distinguished from work that was never accepted', () => {
  expect(isPaidAndPending({ state: 'running', taskId: 't' })).toBe(true)
  expect(isPaidAndPending({ state: 'running', taskId: null }), 'a render').toBe(false)
  expect(isPaidAndPending({ state: 'done', taskId: 't' })).toBe(false)
})

it('the machine may sleep while a task is only polled, not during a transfer or a render', () => {
  expect(mustStayAwake({ kind: 'video', state: 'running' })).toBe(false)
  expect(mustStayAwake({ kind: 'render', state: 'running' })).toBe(true)
  expect((['sending', 'committed', 'downloading', 'verifying'] as const).every(state =>
    mustStayAwake({ kind: 'speech', state }))).toBe(true)
  expect((['queued', 'blocked', 'done', 'unsure'] as const).some(state => mustStayAwake({ kind: 'render', state }))).toBe(false)
})
