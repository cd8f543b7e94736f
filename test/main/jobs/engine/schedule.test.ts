/** Which jobs start: no limit is exceeded, paused jobs do not start, the order is kept, and every job gets its turn. */
import type { JobKind, JobState } from '#contract/jobs.ts'
import type { AccountId, JobId } from '#contract/words.ts'
import type { Situation, Standing } from '../../../../src-main/jobs/engine/schedule.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JobKind as JobKinds, JobState as JobStates } from '#contract/jobs.ts'
import { isEnded } from '#rules/jobs/state-groups.ts'
import { decide, laneOf } from '../../../../src-main/jobs/engine/schedule.ts'

const openStates = JobStates.options.filter(state => !isEnded(state))
const startable = ['queued', 'preparing', 'sending'] as const
const isLocal = (kind: JobKind): boolean => kind === 'render' || kind === 'join'

const open: Omit<Situation<Standing>, 'rows'> = {
  working: [],
  limits: { perAccount: 3, looks: 8, atOnce: { speech: 3, image: 3, video: 3, transcribe: 3, chat: 3, upload: 3, render: 1 } },
  isPaused: false,
  mayFile: true,
  heldUntil: () => 0,
  isAway: () => false,
  now: 100,
}

function row(id: number, more: Partial<Standing> & { kind?: JobKind } = {}): Standing {
  const kind = more.kind ?? 'speech'
  return {
    id: String(id).padStart(6, '0') as JobId,
    state: 'queued',
    account_id: isLocal(kind) ? null : 'a' as AccountId,
    model_id: null,
    blocked_by: null,
    wakes_at: null,
    paused_at: null,
    place: id,
    ...more,
    kind,
  }
}

const anyRow = fc.record({
  kind: fc.constantFrom(...JobKinds.options),
  state: fc.constantFrom(...openStates),
  account: fc.constantFrom('a', 'b'),
  paused_at: fc.option(fc.constant(1), { freq: 3 }),
  wakes_at: fc.option(fc.integer({ min: 0, max: 200 })),
  place: fc.integer({ min: -50, max: 50 }),
})
const anyRows = fc.array(anyRow, { maxLength: 40 }).map(all =>
  all.map(({ account, ...each }, index) => row(index, { ...each, account_id: isLocal(each.kind) ? null : account as AccountId })))
const limit = fc.integer({ min: 1, max: 4 })
const anyLimits = fc.record({
  perAccount: limit,
  looks: limit,
  atOnce: fc.record({ speech: limit, image: limit, video: limit, transcribe: limit, chat: limit, upload: limit, render: limit }),
})
const anySituation = fc.record({
  rows: anyRows,
  activeJobs: fc.integer({ min: 0, max: 6 }),
  limits: anyLimits,
  isPaused: fc.boolean(),
  held: fc.integer({ min: 0, max: 200 }),
  away: fc.constantFrom(null, 'a', 'b'),
  mayFile: fc.boolean(),
}).map(({ rows, activeJobs, limits, isPaused, held, away, mayFile }): Situation<Standing> => ({
  rows: rows.slice(activeJobs),
  // Running jobs were started before, so they are within the limits themselves.
  working: decide({ ...open, rows: rows.slice(0, activeJobs).map(each => ({ ...each, paused_at: null, wakes_at: null })), limits }).start,
  limits,
  mayFile,
  isPaused,
  heldUntil: row => row.account_id === 'a' ? held : 0,
  isAway: account => account !== null && account === away,
  now: 100,
}))

const started = (situation: Situation<Standing>): Standing[] => [...decide(situation).start]
const isUnderWay = (state: JobState): boolean => ['queued', 'preparing', 'sending', 'committed'].includes(state)

describe('whatever is in the queue', () => {
  it('no more runs than the limits of accounts, kinds and polls allow', () => {
    fc.assert(fc.property(anySituation, (situation) => {
      const all = [...situation.working, ...started(situation)]
      const most = (counted: Standing[], by: (each: Standing) => string): Map<string, number> => counted.reduce(
        (counts, each) => counts.set(by(each), (counts.get(by(each)) ?? 0) + 1),
        new Map<string, number>(),
      )
      const paid = all.filter(each => each.account_id !== null && isUnderWay(each.state))
      for (const count of most(paid, each => String(each.account_id)).values())
        expect(count).toBeLessThanOrEqual(situation.limits.perAccount)
      for (const [lane, count] of most([...paid, ...all.filter(each => each.account_id === null)], laneOf))
        expect(count).toBeLessThanOrEqual(situation.limits.atOnce[lane as ReturnType<typeof laneOf>])
      for (const count of most(all.filter(each => each.account_id !== null && !isUnderWay(each.state)), each =>
        String(each.account_id)).values())
        expect(count).toBeLessThanOrEqual(situation.limits.looks)
    }), { numRuns: 1000 })
  })

  it('nothing that is paused starts, and no pause stops the polling of paid tasks', () => {
    fc.assert(fc.property(anySituation, (situation) => {
      const { start, unblock } = decide(situation)
      for (const each of [...start, ...unblock]) {
        if (startable.includes(each.state as never) || each.state === 'blocked')
          expect(each.paused_at === null && !situation.isPaused).toBe(true)
      }
      const looks = (isPaused: boolean): string[] =>
        started({ ...situation, isPaused }).filter(each => each.account_id !== null && !isUnderWay(each.state)).map(each => each.id)
      expect(looks(true)).toEqual(looks(false))
    }), { numRuns: 1000 })
  })

  it('of two equivalent jobs the one with the lower position starts first', () => {
    fc.assert(fc.property(anySituation, (situation) => {
      const ids = new Set(started(situation).map(each => each.id))
      const alike = situation.rows.filter(each => each.state === 'queued' && each.paused_at === null && !situation.isPaused)
      for (const later of alike.filter(each => ids.has(each.id))) {
        for (const earlier of alike.filter(each => each.kind === later.kind
          && each.account_id === later.account_id
          && each.place < later.place))
          expect(ids.has(earlier.id), `${earlier.id} is before ${later.id}`).toBe(true)
      }
    }), { numRuns: 1000 })
  })

  it('nothing is sent while its account must wait or is unreachable, and jobs of an unreachable account are blocked', () => {
    fc.assert(fc.property(anySituation, (situation) => {
      const { start, blockAway } = decide(situation)
      for (const each of start.filter(other => other.state === 'queued'))
        expect(situation.heldUntil(each) <= situation.now && !situation.isAway(each.account_id)).toBe(true)
      for (const each of blockAway)
        expect(situation.isAway(each.account_id)).toBe(true)
    }))
  })

  it('while nothing can be filed, nothing starts and no result is filed, but paid tasks are still polled', () => {
    fc.assert(fc.property(anySituation, (situation) => {
      const states = started({ ...situation, mayFile: false }).map(each => each.state)
      expect(states.filter(state => state === 'queued' || state === 'preparing' || state === 'verifying')).toEqual([])
      const looks = (mayFile: boolean): number =>
        started({ ...situation, mayFile, rows: situation.rows.filter(each => each.state === 'accepted') }).length
      expect(looks(false)).toBe(looks(true))
    }))
  })

  it('every job gets its turn: one after another ends until none is left', () => {
    fc.assert(fc.property(anyRows, anyLimits, (rows, limits) => {
      let left = rows.map(each => ({
        ...each,
        paused_at: null,
        wakes_at: null,
        state: each.state === 'blocked' ? 'queued' as const : each.state,
      }))
      for (let round = 0; left.length > 0; round += 1) {
        expect(round).toBeLessThanOrEqual(rows.length)
        const ids = new Set(started({ ...open, limits, rows: left }).map(each => each.id))
        expect(ids.size).toBeGreaterThan(0)
        left = left.filter(each => !ids.has(each.id))
      }
    }))
  })
})

describe('one by one', () => {
  const one = { ...open, limits: { ...open.limits, perAccount: 1 } }

  it('a job that was put at the head starts next', () => {
    expect(started({ ...one, rows: [row(1), row(2), row(3, { place: 0.5 })] }).map(each => each.place)).toEqual([0.5])
  })

  it('a kind at its limit does not hold up the others', () => {
    const limits = { ...open.limits, perAccount: 2, atOnce: { ...open.limits.atOnce, video: 1 } }
    expect(started({
      ...open,
      limits,
      rows: [row(1, { kind: 'video' }), row(2, { kind: 'video' }), row(3)],
    }).map(each => each.place)).toEqual([1, 3])
  })

  it('an edit counts as an image and a join as a render', () => {
    const limits = { ...open.limits, atOnce: { ...open.limits.atOnce, image: 1 } }
    expect(started({
      ...open,
      limits,
      rows: [row(1, { kind: 'edit' }), row(2, { kind: 'image' }), row(3, { kind: 'join' }), row(4, { kind: 'render' })],
    }).map(each => each.place)).toEqual([1, 3])
  })

  it('the job that has waited longest for a poll is polled first, however many there are', () => {
    const rows = Array.from({ length: 20 }, (_, index) => row(index, { kind: 'video', state: 'running', wakes_at: 90 - index }))
    expect(started({ ...open, rows }).map(each => each.wakes_at)).toEqual([71, 72, 73, 74, 75, 76, 77, 78])
  })

  it('a job held by a day\'s budget waits until midnight; any other wait of hours means that the clock was set back', () => {
    const held = (
      blocked_by: Standing['blocked_by'],
    ) => decide({ ...open, rows: [row(1, { state: 'blocked', blocked_by, wakes_at: 20 * 3_600_000 })] })
    expect(held('budget')).toMatchObject({ unblock: [], wakesAt: 20 * 3_600_000 })
    expect(held('offline').unblock).toHaveLength(1)
  })

  it('returns the time of the next decision', () => {
    expect(decide({
      ...open,
      rows: [row(1, { state: 'blocked', wakes_at: 180 }), row(2, { state: 'running', kind: 'video', wakes_at: 150 })],
    }).wakesAt).toBe(150)
    expect(decide({ ...open, rows: [row(1, { state: 'blocked', wakes_at: 180, paused_at: 1 })] }).wakesAt).toBe(Number.POSITIVE_INFINITY)
  })
})
