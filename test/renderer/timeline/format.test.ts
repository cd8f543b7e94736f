/** The size and frame rate of a sequence: how they are written, and what the first film proposes. */
import type { Asset, Take } from '#contract/takes.ts'
import { createPinia, setActivePinia } from 'pinia'
import { describe, expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { formatOfFilm, useProposeFormat } from '../../../src-renderer/rooms/timeline/acts/use-propose-format.ts'
import { ratioText, sizes, sizeText } from '../../../src-renderer/rooms/timeline/top/sizes.ts'
import { documentOf } from '../../kit/sequence.ts'
import { aTake } from '../../seam/sequence/arbitrary.ts'

const [hd, twentyFive] = [{ width: 1280, height: 720 }, { numerator: 25, denominator: 1 }]
const thirty = { numerator: 30, denominator: 1 }
const now = { width: 1920, height: 1080, rate: thirty }
function film(measured: Pick<Asset, 'width' | 'height' | 'framesPerSecond'>, medium: 'video' | 'picture' = 'video') {
  return formatOfFilm({ medium, asset: measured as Asset }, now)
} // as much as is looked at

describe('what the first film proposes', () => {
  it.each([
    ['its rate and size', { ...hd, framesPerSecond: 25 }, { ...hd, rate: twentyFive }],
    ['its rate alone', { width: 1920, height: 1080, framesPerSecond: 23.976 }, { ...now, rate: { numerator: 24_000, denominator: 1001 } }],
    ['its size alone where its rate is no usual one', { ...hd, framesPerSecond: 29.3 }, { ...hd, rate: thirty }],
    ['nothing where it is like the sequence', { width: 1920, height: 1080, framesPerSecond: 30 }, null],
    ['nothing where nothing is known', { width: null, height: null, framesPerSecond: null }, null],
    ['no size that a sequence can’t have', { width: 8192, height: 4320, framesPerSecond: 25 }, { ...now, rate: twentyFive }],
  ])('%s', (_, measured, proposed) => {
    expect(film(measured)).toEqual(proposed)
  })

  it('is nothing of an image', () => {
    expect(film({ width: 640, height: 480, framesPerSecond: 25 }, 'picture')).toBeNull()
  })
})

it('is proposed for as long as its sequence is open, and once', () => {
  setActivePinia(createPinia())
  const notices = useNotices()
  const scope = effectScope()
  const refit = vi.fn()
  const first = aTake(1, { kind: 'video', modelId: null })
  const film: Take = { ...first, medium: 'video', asset: { ...first.asset, ...hd, framesPerSecond: 25 } }
  const propose = scope.run(() => useProposeFormat({ now: () => ({ ...documentOf(), ...now }), refit }))!
  propose([film])
  propose([film])
  expect(notices.shown).toHaveLength(1)
  notices.shown[0]!.act!.run()
  expect(refit).toHaveBeenCalledExactlyOnceWith({ ...hd, rate: twentyFive })
  scope.stop()
  expect(notices.shown).toEqual([])
})

it('sizes are named by their ratio', () => {
  expect(sizes.map(each => `${sizeText(each)} ${ratioText(each)}`)).toEqual([
    '1920 × 1080 16:9',
    '1280 × 720 16:9',
    '2560 × 1440 16:9',
    '3840 × 2160 16:9',
    '1080 × 1920 9:16',
    '720 × 1280 9:16',
    '1080 × 1080 1:1',
    '1080 × 1350 4:5',
    '1440 × 1080 4:3',
    '2560 × 1080 2.37:1',
  ])
})
