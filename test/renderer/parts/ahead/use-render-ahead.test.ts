/** Rendering ahead begins after a minute in which nobody touches the page, and ends with the first touch. */
import type { SequenceId } from '#contract/words.ts'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { newId } from '../../../../src-main/base/ids.ts'
import { aheadWish, useRenderAhead } from '../../../../src-renderer/parts/ahead/use-render-ahead.ts'
import { useJobs } from '../../../../src-renderer/stores/jobs.ts'
import { useSettings } from '../../../../src-renderer/stores/settings.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { openTestStudio } from '../../../kit/studio.ts'

// Nothing plays.
vi.mock('../../../../src-renderer/player/use-player.ts', () => ({ useOutput: () => ({ isHeld: () => false }) }))
vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))

const minute = 60_000

it('starts after sixty seconds of rest, stops with the first key, and starts again after sixty more', async () => {
  const studio = await openTestStudio()
  const followed: { readonly wish: unknown, readonly signal: AbortSignal }[] = []
  const page = openPage({ ...studio, handlers: { ...studio.handlers, deliveries: {
    ...studio.handlers.deliveries,
    async* ahead(wish, { signal }) {
      followed.push({ wish, signal })
      yield { state: 'rendering' as const, share: 0.25 }
      await new Promise(resolve => signal?.addEventListener('abort', resolve, { once: true }))
    },
  } } })
  const [settings, jobs] = [useSettings(), useJobs()]
  await expect.poll(() => settings.isReady && jobs.isReady).toBe(true)

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  // What a page tells: only listeners are asked for.
  const host = Object.assign(new EventTarget(), { document: new EventTarget() }) as unknown as Window
  const sequenceId = newId<SequenceId>()
  const share = page.run(() => useRenderAhead(() => sequenceId, host))
  /** Messages to the studio and back pass in real time. */
  async function pass(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms)
    for (let turns = 0; turns < 200; turns++)
      await turn()
  }

  await pass(minute - 1)
  expect([followed.length, share.value]).toEqual([0, null])
  await pass(2000)
  expect([followed.length, share.value]).toEqual([1, 25])
  expect(followed[0]!.wish).toMatchObject({ sequenceId, presetId: 'landscape-720' })
  await pass(10 * minute)
  expect([followed.length, followed[0]!.signal.aborted]).toEqual([1, false])

  host.dispatchEvent(new Event('keydown'))
  expect(share.value).toBeNull()
  await pass(100)
  expect(followed[0]!.signal.aborted).toBe(true)
  await pass(minute - 2000)
  host.dispatchEvent(new Event('mousemove'))
  await pass(minute - 2000)
  expect(followed).toHaveLength(1)
  await pass(4000)
  expect([followed.length, share.value]).toEqual([2, 25])
  page.leave()
  await pass(100)
  expect(followed[1]!.signal.aborted).toBe(true)
})

it('asks for the size of the last delivery where that was of the same sequence', () => {
  const sequenceId = newId<SequenceId>()
  const as = { presetId: 'landscape-720', captionMode: 'none' } as const
  expect(aheadWish(sequenceId, { ...as, size: { sequenceId, mostMegabytes: 25 } })).toEqual({ ...as, sequenceId, mostMegabytes: 25 })
  expect(aheadWish(newId<SequenceId>(), { ...as, encoder: 'hardware', size: { sequenceId, mostMegabytes: 25 } }))
    .toEqual({ ...as, sequenceId: expect.not.stringContaining(sequenceId), encoder: 'hardware' })
})
