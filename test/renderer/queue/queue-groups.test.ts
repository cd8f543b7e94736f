/** The queue's sections: jobs that need attention first, paid jobs apart, and filters. */
import type { Job } from '#contract/jobs.ts'
import type { ProjectId } from '#contract/words.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BlockedBy, JobKind, JobState } from '#contract/jobs.ts'
import { RequestId } from '#contract/words.ts'
import { beforeJobAt, queueGroupOf, waitingOf } from '../../../src-renderer/parts/jobs/job-families.ts'
import { batchName, createItems, matches } from '../../../src-renderer/rooms/queue/queue-groups.ts'
import { idOf, jobOf } from '../../kit/job.ts'

const job = (n: number, more: Partial<Job> = {}): Job => jobOf(n, { state: 'queued', ...more })
const family = (head: Job, parts: Job[] = []) => ({ head, parts })
const all = { text: '', kind: null, group: null, project: null }
const none = (): string => ''

const anyFamily = fc.record({
  kind: fc.constantFrom(...JobKind.options),
  state: fc.constantFrom(...JobState.options),
  blockedBy: fc.constantFrom(...BlockedBy.options),
  taskId: fc.option(fc.constant('t')),
}).map(more => ({ ...more, blockedBy: more.state === 'blocked' ? more.blockedBy : null }))

it('the filter tells failed and cancelled work from what else has ended', () => {
  const done = family(job(1, { state: 'done' }))
  const failed = family(job(2, { state: 'failed' }))
  const cancelled = family(job(3, { state: 'cancelled' }))
  const partly = family(job(4, { state: 'done' }), [job(5, { state: 'failed' })])
  const families = [done, failed, cancelled, partly]
  const shown = (group: 'failed' | 'cancelled' | 'ended') => families.filter(each => matches(each, { ...all, group }, none))
  expect(shown('failed')).toEqual([failed, partly])
  expect(shown('cancelled')).toEqual([cancelled])
  expect(shown('ended')).toHaveLength(4)
})

describe('a batch', () => {
  const batchId = RequestId.parse(idOf(99))

  it('has a row with all of its jobs above the first of them that waits, and none when nothing waits', () => {
    const jobs = [
      job(1, { batchId, state: 'done' }),
      job(2),
      job(3, { batchId }),
      job(4, { batchId, state: 'committed' }),
      job(5, { batchId }),
    ]
    const items = createItems()(jobs.map(each => family(each))).filter(item => item.type !== 'heading')
    expect(items.map(item => item.key)).toEqual([jobs[3], jobs[1], `batch ${batchId}`, jobs[2], jobs[4], jobs[0]]
      .map(each => typeof each === 'object' ? each.id : each))
    expect(items.flatMap(item => item.type === 'batch' ? [item.jobs.map(each => each.id)] : [])).toEqual([
      [jobs[3], jobs[2], jobs[4], jobs[0]].map(each => each!.id).toSorted(),
    ].map(ids => expect.arrayContaining(ids)))
    const sent = createItems()([family(job(1, { batchId, state: 'committed' }))])
    expect(sent.some(item => item.type === 'batch')).toBe(false)
  })
})

describe('sections', () => {
  it('contain every family once, under a heading with the count', () => {
    fc.assert(fc.property(fc.array(anyFamily, { maxLength: 30 }), (jobs) => {
      const families = jobs.map((more, index) => family(job(index + 1, more)))
      const items = createItems()(families)
      expect(items.flatMap(item => item.type === 'family'
        ? item.family.head.id
        : []).sort()).toEqual(families.map(({ head }) => head.id).sort())
      for (const item of items) {
        if (item.type === 'heading')
          expect(items.filter(each => each.type === 'family' && each.group === item.group)).toHaveLength(item.count)
      }
    }))
  })

  it('put jobs that need attention first, and paid jobs apart from unpaid ones', () => {
    expect(queueGroupOf(family(job(1, { state: 'unsure' })))).toBe('needs')
    expect(queueGroupOf(family(job(1, { state: 'blocked', blockedBy: 'no-key' })))).toBe('needs')
    expect(queueGroupOf(family(job(1, { state: 'blocked', blockedBy: 'offline' })))).toBe('waiting')
    expect(queueGroupOf(family(job(1, { state: 'running', taskId: 't', kind: 'video' })))).toBe('paid')
    expect(queueGroupOf(family(job(1, { state: 'running', kind: 'render' })))).toBe('running')
    expect(queueGroupOf(family(job(1, { kind: 'join' }), [job(2, { state: 'unsure' }), job(3)])), 'one of its parts').toBe('needs')
    expect(queueGroupOf(family(job(1, { state: 'failed' })))).toBe('ended')
  })
})

describe('a filter', () => {
  it('finds words in titles and related texts, in any case', () => {
    const found = (text: string): boolean => matches(family(job(1, { title: 'The Tide' })), { ...all, text }, () => 'Higgs · Test account')
    expect([found(''), found('tide'), found('HIGGS tide'), found('tide ebb')]).toEqual([true, true, true, false])
  })

  it('filters by kind, state and project', () => {
    const project = idOf(7) as ProjectId
    const one = family(job(1, { projectId: project, state: 'done' }))
    expect(matches(one, { ...all, project }, none)).toBe(true)
    expect(matches(one, { ...all, project: 'none' }, none)).toBe(false)
    expect(matches(one, { ...all, kind: 'video' }, none)).toBe(false)
    expect(matches(one, { ...all, group: 'ended' }, none)).toBe(true)
    expect(matches(one, { ...all, group: 'waiting' }, none)).toBe(false)
    expect(matches(family(job(1), [job(2, { kind: 'upload' })]), { ...all, kind: 'upload' }, none), 'a part').toBe(true)
  })
})

describe('moving', () => {
  const [a, b, c] = [family(job(1)), family(job(9, { kind: 'join' }), [job(3), job(2)]), family(job(10))]

  it('moves unsent jobs, in the order of the queue', () => {
    expect(waitingOf(b).map(each => each.place)).toEqual([2, 3, 9])
    expect(waitingOf(family(job(1, { state: 'committed' })))).toEqual([])
  })

  it('moves before the first job after the gap', () => {
    const waiting = [a, b, c]
    expect(beforeJobAt(waiting, c, 0)).toBe(a.head.id)
    expect(beforeJobAt(waiting, c, 1), 'the first part of a family').toBe(b.parts[1]!.id)
    expect(beforeJobAt(waiting, a, 3)).toBeNull()
    expect(beforeJobAt(waiting, a, 0), 'never before itself').toBe(b.parts[1]!.id)
  })
})

it('a batch is called after what was asked for, and after its project', () => {
  const projectId = idOf(7) as ProjectId
  const name = (...jobs: Job[]) => batchName(jobs, kind => kind, id => id === null ? '' : 'Fog')
  expect(name(job(1, { projectId }), job(2, { projectId, kind: 'upload' }), job(3, { projectId, kind: 'join' }))).toBe('speech · Fog')
  expect(name(job(1, { kind: 'image' }), job(2, { kind: 'video', projectId }))).toBe('image, video')
  expect(name(job(1, { kind: 'upload' }))).toBe('upload')
})
