/** Actions and texts of a job: no second charge without a confirmation. */
import type { Job } from '#contract/jobs.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Failure, JobKind, JobState } from '#contract/jobs.ts'
import { Charged } from '#contract/words.ts'
import { againOf, isBeforeNoReturn, stateWords, timeWords } from '../../../../src-renderer/parts/jobs/job-words.ts'
import { progressOf } from '../../../../src-renderer/parts/jobs/time-left.ts'
import { en } from '../../../../src-renderer/texts/en/index.ts'
import { zh } from '../../../../src-renderer/texts/zh/index.ts'
import { jobOf } from '../../../kit/job.ts'

const failureOf = (kind: Failure['kind']): Failure => ({ kind, status: null, said: '', fieldErrors: [], serviceRequestId: null })

const job = (more: Partial<Job> = {}): Job => jobOf(1, more)

describe('making again', () => {
  it('asks when it is unknown whether it was charged, and when it was', () => {
    expect(againOf(job({ state: 'unsure' }))).toBe('knowing')
    expect(againOf(job({ state: 'failed', charged: 'yes', failure: failureOf('job-failed') }))).toBe('knowing')
    expect(againOf(job({ state: 'failed', charged: 'unknown', failure: failureOf('server') }))).toBe('knowing')
  })

  it('asks nothing when nothing was charged', () => {
    expect(againOf(job({ state: 'failed', charged: 'no', failure: failureOf('validation') }))).toBe('safe')
    expect(againOf(job({ kind: 'render', state: 'failed', failure: failureOf('render') }))).toBe('safe')
    expect(againOf(job({ kind: 'join', state: 'failed', failure: failureOf('render') })), 'joining is local work').toBe('safe')
  })

  it('is never a new paid request without a question when a charge is possible', () => {
    const any = fc.record({
      kind: fc.constantFrom(...JobKind.options),
      state: fc.constantFrom(...JobState.options),
      charged: fc.constantFrom(null, ...Charged.options),
      taskId: fc.constantFrom(null, 't1'),
      failure: fc.constantFrom(null, ...Failure.shape.kind.options.map(failureOf)),
    })
    fc.assert(fc.property(any, (more) => {
      if (more.kind !== 'render' && more.kind !== 'join' && (more.charged === 'yes' || more.charged === 'unknown'))
        expect(againOf(job(more))).not.toBe('safe')
    }))
  })
})

it('a render is rendering, and what a service makes is generating', () => {
  expect(stateWords(job({ kind: 'render', state: 'running' }), en)).toBe('Rendering')
  expect(stateWords(job({ kind: 'render', state: 'done' }), en)).toBe('Done')
  expect(stateWords(job({ kind: 'image', state: 'running' }), en)).toBe('Generating')
})

it('cancelling is free only before the point of no return, or for unpaid work', () => {
  expect((['queued', 'preparing', 'sending', 'blocked'] as const).every(state => isBeforeNoReturn(job({ state })))).toBe(true)
  expect((['committed', 'accepted', 'running', 'downloading'] as const).some(state => isBeforeNoReturn(job({ state })))).toBe(false)
  expect(isBeforeNoReturn(job({ kind: 'render', state: 'running' }))).toBe(true)
})

it('estimated progress never reaches the end', () => {
  fc.assert(fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), fc.double({
    min: 0.1,
    max: 1e4,
    noNaN: true,
  }), (now, expectedSeconds) => {
    const progress = progressOf(job({ startedAt: 0, expectedSeconds }), now)
    expect(progress).toBeGreaterThanOrEqual(0)
    expect(progress).toBeLessThan(1)
  }))
  expect(progressOf(job({ progress: 0.4 }), 0)).toBe(0.4)
})

it('times are shown as far as they are known', () => {
  expect(timeWords(job({ expectedSeconds: 75 }), 0, en)).toBe('usually 1:15')
  expect(timeWords(job({ startedAt: 0, expectedSeconds: 60 }), 20_000, en)).toBe('20 s elapsed · about 40 s left')
  expect(timeWords(job({ startedAt: 0, expectedSeconds: 10 }), 20_000, en)).toBe('20 s elapsed · longer than usual')
  const film = { startedAt: 0, expectedSeconds: 60, kind: 'render' } as const
  expect(timeWords(job({ ...film, framesPerSecond: 47.6 }), 20_000, en)).toBe('20 s elapsed · about 40 s left · 48 fps')
  expect(timeWords(job({ ...film, framesPerSecond: 3.14 }), 20_000, zh)).toBe('已用 20 秒 · 约剩 40 秒 · 3.1 fps')
  expect(timeWords(job({ state: 'done', startedAt: 0, endedAt: 125_000 }), 0, en)).toBe('took 2:05')
  expect(timeWords(job({ state: 'blocked', startedAt: 0, expectedSeconds: 10 }), 20_000, en)).toBe('usually 10 s')
})
