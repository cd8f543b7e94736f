/** When cancelling asks, and what it says is lost. */
import type { Job } from '#contract/jobs.ts'
import { describe, expect, it, vi } from 'vitest'
import { cancelQuestion, costOfCancel, mustAsk } from '../../../../src-renderer/parts/jobs/cost-of-cancel.ts'
import { textsOf } from '../../../../src-renderer/texts/texts.ts'
import { jobOf } from '../../../kit/job.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))

const now = 1_000_000
const render = (workedMs: number): Job => jobOf(1, { kind: 'render', state: 'running', startedAt: now - workedMs })
const unsent = (count: number): Job[] => Array.from({ length: count }, () => jobOf(1, { kind: 'speech', state: 'queued' }))
const sent = jobOf(1, { kind: 'video', state: 'running', taskId: 't', startedAt: now - 1000 })

describe('cancelling', () => {
  it.each([
    ['a render that has just begun', [render(20_000)], false],
    ['a render of minutes', [render(220_000)], true],
    ['a render that waits', [jobOf(1, { kind: 'render', state: 'queued', startedAt: now - 220_000 })], false],
    ['renders of minutes together', [render(40_000), render(40_000)], true],
    ['one that is not sent', unsent(1), false],
    ['a batch', unsent(10), true],
    ['what was sent', [sent], true],
    ['what has ended', [jobOf(1, { kind: 'render', state: 'done', startedAt: 0 })], false],
  ])('%s: %#', (_, jobs, asks) => {
    expect(mustAsk(costOfCancel(jobs, now))).toBe(asks)
  })

  it('says the time of the work, the number of jobs, and what may be charged, in either language', () => {
    const said = (jobs: readonly Job[]) => cancelQuestion(costOfCancel(jobs, now), textsOf.en)
    expect(said([render(220_000)]).title).toBe('Stop this render?')
    expect(said([render(220_000)]).content).toContain('3:40')
    expect(said(unsent(12)).title).toBe('Cancel 12 jobs?')
    expect(said(unsent(12)).content).toContain('12 jobs are not sent yet')
    expect(said([sent]).content).toContain('charge you')
    expect(said([render(220_000), ...unsent(3), sent]).content.split('\n')).toHaveLength(3)
    expect(cancelQuestion(costOfCancel([render(220_000)], now), textsOf.zh).content).toContain('3:40')
  })
})
