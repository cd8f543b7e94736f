/** Chains of filters of every kind. */
import type { ToneChain } from '#contract/tone.ts'
import fc from 'fast-check'

const isOn = fc.boolean()
const halves = (least: number, most: number) => fc.integer({ min: least * 2, max: most * 2 }).map(value => value / 2)
const whole = (min: number, max: number) => fc.integer({ min, max })
const shelf = { hz: whole(20, 16_000), gainDb: halves(-18, 18) }
const bell = fc.record({ ...shelf, q: whole(3, 80).map(value => value / 10) })

export const toneChains: fc.Arbitrary<ToneChain> = fc.record({
  isOn,
  highPass: fc.record({ isOn, hz: whole(20, 400) }),
  denoise: fc.record({ isOn, reductionDb: whole(1, 40), floorDb: whole(-80, -20) }),
  deEss: fc.record({ isOn, percent: whole(1, 100) }),
  compressor: fc.record({
    ...{ isOn, thresholdDb: whole(-60, 0), ratio: halves(1, 20), attackMs: whole(1, 200), releaseMs: whole(10, 2000) },
    makeupDb: halves(0, 24),
  }),
  equalizer: fc.record({ isOn, low: fc.record(shelf), lowMid: bell, highMid: bell, high: fc.record(shelf) }),
  outputDb: halves(-24, 24),
})
