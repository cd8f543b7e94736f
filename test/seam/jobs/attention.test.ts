/** Who waits for whom: what needs a person, what goes on by itself, and what may not be put to sleep. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BlockedBy, JobKind, JobState } from '#contract/jobs.ts'
import { continuesByItself, hasEnded, isPaidAndPending, mayBeStopped, mustStayAwake, needsPerson } from '#rules/jobs/attention.ts'
import { moveOf } from '../../../src-main/jobs/states.ts'

const anyJob = fc.record({
  kind: fc.constantFrom(...JobKind.options),
  state: fc.constantFrom(...JobState.options),
  taskId: fc.option(fc.constant('t')),
  blockedBy: fc.option(fc.constantFrom(...BlockedBy.options)),
  isPaused: fc.boolean(),
}).map(job => ({ ...job, blockedBy: job.state === 'blocked' ? job.blockedBy ?? 'offline' as const : null }))

it('no job both needs a person and goes on by itself, and none that ended goes on', () => {
  fc.assert(fc.property(anyJob, fc.boolean(), (job, isPaused) => {
    expect(needsPerson(job) && continuesByItself(job, isPaused)).toBe(false)
    expect(hasEnded(job) && continuesByItself(job, isPaused)).toBe(false)
  }))
})

it('a stop is offered exactly where it still leads somewhere', () => {
  for (const state of JobState.options)
    expect(mayBeStopped({ state }), state).toBe(moveOf(state, 'cancel') !== undefined)
})

it('a pause and a lost network pass by themselves; everything else that holds a job up is for the person', () => {
  const forPerson = BlockedBy.options.filter(blockedBy => needsPerson({ state: 'blocked', blockedBy }))
  expect(BlockedBy.options.filter(reason => !forPerson.includes(reason))).toEqual(['offline', 'rate'])
})

it('what is paid and not here is kept apart from what was never accepted', () => {
  expect(isPaidAndPending({ state: 'running', taskId: 't' })).toBe(true)
  expect(isPaidAndPending({ state: 'running', taskId: null }), 'a render').toBe(false)
  expect(isPaidAndPending({ state: 'done', taskId: 't' })).toBe(false)
})

it('a machine may sleep while a task is only asked after, not while bytes travel or a film is rendered', () => {
  expect(mustStayAwake({ kind: 'video', state: 'running' })).toBe(false)
  expect(mustStayAwake({ kind: 'render', state: 'running' })).toBe(true)
  expect((['sending', 'committed', 'downloading', 'verifying'] as const).every(state =>
    mustStayAwake({ kind: 'speech', state }))).toBe(true)
  expect((['queued', 'blocked', 'done', 'unsure'] as const).some(state => mustStayAwake({ kind: 'render', state }))).toBe(false)
})
