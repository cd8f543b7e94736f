/** A feed that main cannot give is reported once, and asked for more and more rarely. */
import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { follow } from '../../../src-renderer/stores/follow.ts'

const reported = vi.fn<(error: unknown) => void>()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('reportError', reported)
})
afterEach(() => {
  reported.mockReset()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Fails at each attempt with what `fails` returns; an event where it returns null. */
function followFailing(fails: (attempt: number) => unknown) {
  const stop = new AbortController()
  const events: number[] = []
  let attempts = 0
  const ended = follow<number>({
    whenOpen: async () => {},
    open: async () => (async function* () {
      attempts += 1
      const error = fails(attempts)
      if (error !== null)
        throw error
      yield attempts
    })(),
  }, event => events.push(event), stop.signal)
  return { events, attempts: () => attempts, async stop() {
    stop.abort()
    await ended
  } }
}

it('reports a feed that main cannot give once, and asks less often', async () => {
  const feed = followFailing(() => new ORPCError('internal', { data: { reference: 'abc' } }))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reported).toHaveBeenCalledOnce()
  expect(feed.attempts()).toBeLessThan(10)
  await feed.stop()
})

it('shows what comes after all, and reports the next failure again', async () => {
  const feed = followFailing(attempt => attempt === 3 ? null : new ORPCError('internal', { data: { reference: 'abc' } }))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(feed.events).toEqual([3])
  expect(reported).toHaveBeenCalledTimes(2)
  await feed.stop()
})

it('asks again at an even pace where the connection was lost or the thing is gone, and reports nothing', async () => {
  const feed = followFailing(attempt =>
    attempt % 2 === 0 ? new Error('lost') : new ORPCError('not-found', { data: { word: 'project', id: 'x' } }))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(feed.attempts()).toBeGreaterThan(18)
  expect(reported).not.toHaveBeenCalled()
  await feed.stop()
})
