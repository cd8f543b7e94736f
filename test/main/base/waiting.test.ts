/** Tests of base/backoff.ts, base/clock.ts and base/concurrency.ts: delays, sleeping and limited concurrency. */
import { getEventListeners } from 'node:events'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fullJitter } from '../../../src-main/base/backoff.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { createLane } from '../../../src-main/base/concurrency.ts'
import { createTestClock } from '../../kit/clock.ts'

describe('full jitter', () => {
  it('stays between zero and the smaller of the cap and the doubled base', () => {
    fc.assert(fc.property(fc.nat({ max: 5000 }), fc.nat({ max: 10_000 }), fc.nat({ max: 100_000 }), fc.double({
      min: 0,
      max: 1,
      maxExcluded: true,
      noNaN: true,
    }), (attempt, baseMs, capMs, chance) => {
      const waitMs = fullJitter(attempt, { baseMs, capMs, random: () => chance })
      expect(Number.isInteger(waitMs)).toBe(true)
      expect(waitMs).toBeGreaterThanOrEqual(0)
      expect(waitMs).toBeLessThanOrEqual(capMs)
      if (attempt < 20)
        expect(waitMs).toBeLessThanOrEqual(baseMs * 2 ** attempt)
    }))
  })

  it('starts at a second and ends at a minute by default', () => {
    const longest = [0, 1, 2, 5, 6, 100].map(attempt => fullJitter(attempt, { random: () => 0.999999 }))
    expect(longest).toEqual([999, 1999, 3999, 31999, 59999, 59999])
  })
})

describe.each([['the system clock', systemClock], ['the test clock', createTestClock()]])('%s', (_, clock) => {
  it('stops sleeping with the reason of the signal and leaves no listener behind', async () => {
    const controller = new AbortController()
    const sleeping = clock.sleep(60_000, controller.signal)
    const reason = new Error('the studio closes')
    controller.abort(reason)
    await expect(sleeping).rejects.toBe(reason)
    await expect(clock.sleep(1, controller.signal)).rejects.toBe(reason)
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
  })
})

it('a finished sleep leaves no listener behind', async () => {
  const { signal } = new AbortController()
  await systemClock.sleep(1, signal)
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
})

it('a sleep of months does not end at once', async () => {
  const controller = new AbortController()
  const sleeping = systemClock.sleep(2 ** 31 + 5, controller.signal)
  const first = await Promise.race([sleeping.then(() => 'awake'), systemClock.sleep(30).then(() => 'asleep')])
  controller.abort(new Error('enough'))
  await expect(sleeping).rejects.toThrow('enough')
  expect(first).toBe('asleep')
})

it('the test clock wakes sleepers in order of their deadlines and moves only when advanced', async () => {
  const clock = createTestClock(1000)
  const woken: [string, number][] = []
  void clock.sleep(300).then(() => woken.push(['late', clock.now()]))
  void clock.sleep(100).then(async () => {
    woken.push(['early', clock.now()])
    await clock.sleep(50)
    woken.push(['early again', clock.now()])
  })
  await clock.advance(200)
  expect([clock.now(), clock.sleepers]).toEqual([1200, 1])
  await clock.advance(100)
  expect(woken).toEqual([['early', 1100], ['early again', 1150], ['late', 1300]])
})

describe('a lane', () => {
  it('never exceeds its concurrency, and keeps the order of arrival', async () => {
    await fc.assert(fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 12 }), fc.scheduler(), async (
      concurrency,
      count,
      scheduler,
    ) => {
      const lane = createLane({ concurrency })
      const started: number[] = []
      let running = 0
      let most = 0
      const all = Promise.all(Array.from({ length: count }, (_, number) => lane.run(async () => {
        started.push(number)
        running += 1
        most = Math.max(most, running)
        await scheduler.schedule(Promise.resolve())
        running -= 1
      })))
      await scheduler.waitFor(all)
      expect(started).toEqual(Array.from({ length: count }, (_, number) => number))
      expect(most).toBe(Math.min(concurrency, count))
      expect(lane.running).toBe(0)
    }), { numRuns: 50 })
  })

  it('continues after a task that failed, and rejects for its caller', async () => {
    const lane = createLane({ concurrency: 1 })
    const failed = lane.run(() => Promise.reject(new Error('no')))
    const next = lane.run(async () => 'yes')
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('yes')
  })

  it('removes a waiting task when its signal aborts, and never starts it', async () => {
    const lane = createLane({ concurrency: 1 })
    const gate = Promise.withResolvers<void>()
    const first = lane.run(() => gate.promise)
    const controller = new AbortController()
    let isStarted = false
    const second = lane.run(async () => {
      isStarted = true
    }, controller.signal)
    controller.abort(new Error('changed my mind'))
    await expect(second).rejects.toThrow('changed my mind')
    gate.resolve()
    await first
    expect([isStarted, lane.running]).toEqual([false, 0])
  })

  it('counts what runs, and starts the next task when a slot is free', async () => {
    const lane = createLane({ concurrency: 2 })
    const gate = Promise.withResolvers<void>()
    const all = [1, 2, 3].map(() => lane.run(() => gate.promise))
    expect(lane.running).toBe(2)
    gate.resolve()
    await Promise.all(all)
    expect(lane.running).toBe(0)
  })

  it('refuses a concurrency below one', () => {
    expect(() => createLane({ concurrency: 0 })).toThrow(RangeError)
    expect(() => createLane({ concurrency: Number.NaN })).toThrow(RangeError)
  })
})
