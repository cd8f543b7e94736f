/** Peaks are fetched once; an address that was refused is not taken for peaks that do not exist. */
import type { Asset } from '#contract/takes.ts'
import { createPinia, setActivePinia } from 'pinia'
import { expect, it, onTestFinished, vi } from 'vitest'
import { effectScope, shallowRef } from 'vue'
import { AssetId } from '#contract/words.ts'
import { usePeaks } from '../../../../src-renderer/parts/media/use-peaks.ts'

vi.mock('../../../../src-renderer/stores/media.ts', () => ({ useMediaUrl: () => shallowRef('/media/a') }))
vi.mock('../../../../src-renderer/parts/media/use-chosen-sound.ts', () => ({
  chosenOf: () => null,
  partOfSound: () => null,
  useChosenSound: () => shallowRef(null),
}))
vi.mock('../../../../src-renderer/player/peaks.ts', () => ({ parsePeaks: () => ({ isPeaks: true }) }))

const asset = { id: AssetId.parse('a'.repeat(64)), hasPeaks: true, isMissing: false } satisfies Partial<Asset>

it.each<[string, () => Promise<Response>]>([
  ['an address that is refused', async () => new Response('', { status: 403 })],
  ['a connection that is lost', () => Promise.reject(new TypeError('Failed to fetch'))],
])('%s: the next card asks again, and the one after it does not', async (_, fail) => {
  setActivePinia(createPinia())
  const answers = vi.fn<() => Promise<Response>>(async () => new Response('peaks')).mockImplementationOnce(fail)
  vi.stubGlobal('fetch', answers)
  const scope = effectScope()
  onTestFinished(() => {
    scope.stop()
    vi.unstubAllGlobals()
  })
  const card = async () => {
    const peaks = scope.run(() => usePeaks(asset))!
    await new Promise(setImmediate)
    return peaks.value
  }
  expect([await card(), await card(), await card()]).toEqual([null, { isPeaks: true }, { isPeaks: true }])
  expect(answers).toHaveBeenCalledTimes(2)
})
