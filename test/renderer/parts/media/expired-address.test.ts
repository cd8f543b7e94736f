/** An address that has expired is replaced, and its file is not taken for one that the page cannot decode. */
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { effectScope, nextTick, shallowRef } from 'vue'
import { AssetId } from '#contract/words.ts'
import { useContinued } from '../../../../src-renderer/parts/media/use-continued.ts'
import { usePlayable } from '../../../../src-renderer/parts/media/use-playable.ts'
import { FakeAudio } from '../../../kit/fake-audio.ts'

const lifeMs = 5 * 60_000
vi.mock('../../../../src-renderer/studio.ts', async () => {
  const { shallowRef } = await import('vue')
  return {
    wire: { state: shallowRef('open') },
    patientStudio: { studio: { media: async ({ refs }: { refs: unknown[] }) => ({
      urls: refs.map(() => `/media/a?e=${Date.now()}`),
      goodForMs: 5 * 60_000,
    }) } },
  }
})
vi.mock('../../../../src-renderer/stores/renditions.ts', () => ({ useRenditions: () => ({ want: async () => {}, get: () => undefined }) }))
vi.mock('../../../../src-renderer/stores/feed.ts', () => ({ useFeedOf: () => {} }))

beforeEach(() => {
  vi.useFakeTimers()
  setActivePinia(createPinia())
})
afterEach(() => void vi.useRealTimers())

async function openPlayable(id: string) {
  const assetId = AssetId.parse(id.repeat(64))
  const playable = effectScope().run(() => usePlayable(() => ({ of: 'asset', assetId, variant: 'original' })))!
  await vi.advanceTimersByTimeAsync(0)
  return playable
}

it('a file whose address has expired gets another, and is played itself', async () => {
  const playable = await openPlayable('a')
  const first = playable.url.value
  await vi.advanceTimersByTimeAsync(lifeMs + 1)
  await playable.broken({ code: 4 })
  expect(playable.isPreview.value).toBe(false)
  expect(playable.url.value).not.toBe(first)
  await playable.broken({ code: 4 })
  expect(playable.isPreview.value, 'its address is good, so it cannot be decoded').toBe(true)
})

it('a network that fails says nothing about the file; a picture or a silent film has no error', async () => {
  const playable = await openPlayable('b')
  await playable.broken({ code: 2 })
  expect(playable.isPreview.value).toBe(false)
  await playable.broken(null)
  expect(playable.isPreview.value).toBe(true)
})

it('an element continues with the other address where it was, and not in another file', async () => {
  const audio = new FakeAudio()
  const url = shallowRef<string | null>('/media/a?e=1')
  const others = vi.fn()
  const continued = effectScope().run(() => useContinued(shallowRef(audio), () => url.value, others))!
  await audio.play()
  audio.currentTime = 70
  audio.playbackRate = 2
  url.value = '/media/a?e=2'
  await nextTick()
  // As a browser does when it gets an address.
  Object.assign(audio, { currentTime: 0, playbackRate: 1, paused: true })
  expect([continued.isUnderWay(), others.mock.calls.length]).toEqual([true, 0])
  expect(continued.resume()).toBe(true)
  expect(audio).toMatchObject({ currentTime: 70, playbackRate: 2, paused: false })
  url.value = '/media/b?e=3'
  await nextTick()
  expect([others.mock.calls.length, continued.resume()]).toEqual([1, false])
})
