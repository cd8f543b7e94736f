/** What the status strip tells of the queue, and what the window's title and icon tell. */
import type { Job } from '#contract/jobs.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BlockedBy, JobKind, JobState } from '#contract/jobs.ts'
import { AccountId, JobId, ProjectId } from '#contract/words.ts'
import { secondsLeft } from '../../../../src-renderer/parts/jobs/time-left.ts'
import { iconOf, titleOf } from '../../../../src-renderer/shell/status/headline.ts'
import { headlineOf, segmentsOf } from '../../../../src-renderer/shell/status/segments.ts'
import { en } from '../../../../src-renderer/texts/en/index.ts'

const jobId = JobId.parse('00000000-0000-4000-8000-000000000001')
const projectId = ProjectId.parse('00000000-0000-4000-8000-0000000000a1')
const hold = { jobId, accountId: AccountId.parse('00000000-0000-4000-8000-0000000000a2'), covers: 'paid', modelId: null, said: '' } as const

/** Only what the strip looks at. */
function job(more: Partial<Job>): Job {
  const plain = { id: jobId, kind: 'speech', state: 'queued', blockedBy: null, projectId, isPaused: false }
  return { ...plain, progress: null, expectedSeconds: null, startedAt: null, ...more } as Job
}
const idle = { isPaused: false, holds: [] }
const idsOf = (...of: Parameters<typeof segmentsOf>) => segmentsOf(...of).map(segment => segment.is)

describe('the strip', () => {
  it('tells of a paused queue first, how many wait, and does not call them in progress', () => {
    const [first, ...rest] = segmentsOf({ jobs: [job({}), job({})], queue: { ...idle, isPaused: true }, now: 0 })
    expect(first).toEqual({ is: 'paused', waiting: 2 })
    expect(rest).toEqual([])
  })

  it('tells of jobs that were paused alone instead of calling the studio idle, and once where the whole queue is paused', () => {
    const jobs = [job({ kind: 'render', isPaused: true }), job({ isPaused: true }), job({})]
    expect(segmentsOf({ jobs, queue: idle, now: 0 })).toMatchObject([{ is: 'working' }, { is: 'jobsPaused', count: 2 }])
    expect(idsOf({ jobs, queue: { ...idle, isPaused: true }, now: 0 })).toEqual(['paused'])
    expect(en.shell.queueBadge({ underWay: 1, paused: 2, needsYou: 0 })).toBe('1 in progress, 2 paused')
  })

  it('tells when the first wait that a service asked for is over, and nothing of waits that are over', () => {
    const holds = [{ ...hold, until: 900 }, { ...hold, until: 500 }, { ...hold, until: 100 }]
    expect(segmentsOf({ jobs: [], queue: { ...idle, holds }, now: 100 })).toEqual([{ is: 'hold', until: 500, count: 2 }])
  })

  it('tells how far a render is and how long it takes, and where it is shown', () => {
    const render = job({ kind: 'render', state: 'running', progress: 0.12, startedAt: 0, expectedSeconds: 60 })
    expect(segmentsOf({ jobs: [render], queue: idle, now: 10_000 })).toMatchObject([{ is: 'rendering', share: 0.12, projectId, count: 1 }])
    const other = { ...render, projectId: null, progress: 0.5 }
    const both = { is: 'rendering', share: 0.31, projectId: null, count: 2 }
    expect(segmentsOf({ jobs: [render, other], queue: idle, now: 10_000 })).toMatchObject([both])
  })

  it('asks for the user where jobs wait for a decision or for money', () => {
    const jobs = [job({ state: 'unsure' }), job({ state: 'blocked', blockedBy: 'auth' }), job({ state: 'blocked', blockedBy: 'budget' })]
    expect(segmentsOf({ jobs, queue: idle, now: 0 })).toEqual([{ is: 'budget', count: 1 }, { is: 'needs', count: 2 }])
  })

  it('never says a thing twice, and is empty exactly when nothing runs, waits or asks', () => {
    const anyJob = fc.record({
      kind: fc.constantFrom(...JobKind.options),
      state: fc.constantFrom(...JobState.options),
      blockedBy: fc.constantFrom(null, ...BlockedBy.options),
      progress: fc.constantFrom(null, 0, 0.5, 1),
      expectedSeconds: fc.constantFrom(null, 8),
      startedAt: fc.constantFrom(null, 0, 5_000),
    }).map(job)
    fc.assert(fc.property(fc.array(anyJob, { maxLength: 6 }), fc.boolean(), (jobs, isPaused) => {
      const ids = idsOf({ jobs, queue: { ...idle, isPaused }, now: 6_000 })
      expect(new Set(ids).size).toBe(ids.length)
      const isStill = (state: string): boolean => ['done', 'failed', 'cancelled', 'blocked'].includes(state)
      const isQuiet = !isPaused && jobs.every(({ state, blockedBy }) => isStill(state) && blockedBy === null)
      if (isQuiet)
        expect(ids).toEqual([])
    }))
  })
})

describe('the window', () => {
  it('has the progress first in its title, then the project', () => {
    expect(titleOf(null, null, en)).toBe('Takeroom')
    expect(titleOf({ share: 0.129 }, 'The boat', en)).toBe('12% · The boat · Takeroom')
    expect(titleOf(headlineOf([{ is: 'working', jobs: [job({}), job({})] }]), null, en)).toBe('2 in progress · Takeroom')
  })

  it('has an icon that fills with a render', () => {
    expect(iconOf(null)).toBeNull()
    expect(iconOf({ share: 0.1 })).not.toBe(iconOf({ share: 0.6 }))
    expect(decodeURIComponent(iconOf({ share: 0.5 }) ?? '')).toMatch(/^data:image\/svg\+xml,<svg [^>]+>.*<\/svg>$/)
  })
})

describe('the time left', () => {
  const running = { state: 'running', progress: null, startedAt: 0, expectedSeconds: 8 } as const

  it('comes from the past until the job tells of itself, and then more and more from its own pace', () => {
    expect(secondsLeft(running, 2_000)).toBe(6)
    // Expected were 8 s; at its own pace it takes 74.
    expect(secondsLeft({ ...running, progress: 0.1 }, 7_400)).toBeGreaterThan(12)
    expect(secondsLeft({ ...running, progress: 0.5 }, 37_000)).toBeGreaterThan(27)
    expect(secondsLeft({ ...running, progress: 0.95 }, 70_300)).toBeCloseTo(3.7, 0)
    expect(secondsLeft({ ...running, state: 'queued' }, 2_000)).toBeNull()
  })

  it('is never negative nor absurd while the job continues', () => {
    fc.assert(fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 1e7 }), (progress, now) => {
      const left = secondsLeft({ ...running, progress }, now)
      expect(left).toBeGreaterThanOrEqual(0)
      expect(left).toBeLessThanOrEqual(Math.max(8, now / 1000 / 0.03))
    }))
  })
})
