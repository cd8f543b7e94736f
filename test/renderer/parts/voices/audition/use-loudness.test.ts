/** The loudness of a take is measured once; a measuring that failed is tried again, and silence is not measured again. */
import type { Asset } from '#contract/takes.ts'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { useLoudness } from '../../../../../src-renderer/parts/voices/audition/use-loudness.ts'
import { takeId } from '../../../../kit/sequence.ts'

vi.mock('../../../../../src-renderer/stores/takes.ts', () => ({ useTakes: () => ({
  load: async (id: string) => ({ value: { take: { asset: { id, isMissing: false } as Asset } } }),
}) }))
const refused = vi.hoisted(() => ({ now: false }))
vi.mock('../../../../../src-renderer/stores/media.ts', () => ({ mediaUrls: async () => {
  if (refused.now)
    throw new Error('refused')
  return ['/media/a']
} }))
vi.mock('../../../../../src-renderer/studio.ts', () => ({
  attempt: (asked: Promise<unknown>) => asked.then(value => ({ value }), fault => ({ fault })),
}))

let samples = new Float32Array()
const answers = vi.fn<() => Promise<Response>>()
const decodes = vi.fn<() => Promise<AudioBuffer>>()
beforeEach(() => {
  setActivePinia(createPinia())
  refused.now = false
  samples = new Float32Array(24_000).fill(0.5)
  answers.mockReset().mockImplementation(async () => new Response('sound'))
  decodes.mockReset().mockImplementation(async () =>
    ({ numberOfChannels: 1, sampleRate: 24_000, getChannelData: () => samples }) as unknown as AudioBuffer) // what is read of it
  vi.stubGlobal('fetch', answers)
  vi.stubGlobal('OfflineAudioContext', class {
    decodeAudioData = decodes
  })
  onTestFinished(() => void vi.unstubAllGlobals())
})

it.each<[string, () => unknown]>([
  ['an address that is refused', () => answers.mockResolvedValueOnce(new Response('', { status: 403 }))],
  ['a connection that is lost', () => answers.mockRejectedValueOnce(new TypeError('Failed to fetch'))],
  ['a file that is not decoded', () => decodes.mockRejectedValueOnce(new DOMException('', 'EncodingError'))],
])('%s is no loudness, and the next time it is measured', async (_, fail) => {
  const loudness = useLoudness()
  fail()
  expect(await loudness.of(takeId(1))).toBeNull()
  expect(await loudness.of(takeId(1))).toBe(-6)
  expect(await loudness.of(takeId(1))).toBe(-6)
  expect(answers).toHaveBeenCalledTimes(2)
})

it('a studio that gives no address is asked again', async () => {
  const loudness = useLoudness()
  refused.now = true
  expect(await loudness.of(takeId(1))).toBeNull()
  refused.now = false
  expect(await loudness.of(takeId(1))).toBe(-6)
})

it('silence is kept, and two who ask at once wait for one measuring', async () => {
  const loudness = useLoudness()
  samples = new Float32Array(24_000)
  expect(await Promise.all([loudness.of(takeId(1)), loudness.of(takeId(1))])).toEqual([null, null])
  expect(await loudness.of(takeId(1))).toBeNull()
  expect(answers).toHaveBeenCalledTimes(1)
})
