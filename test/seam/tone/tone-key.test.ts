/** The word of a chain says all that is heard, and nothing else. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ToneChain } from '#contract/tone.ts'
import { HeardSound } from '#contract/words.ts'
import { heardKey, heardOfKey } from '#rules/sequence/heard.ts'
import { chainOf } from '#rules/tone/presets.ts'
import { chainOfKey, toneKey } from '#rules/tone/tone-key.ts'
import { toneChains } from '../../kit/tone-chains.ts'

it('it means the same chain again, and is short enough for a name of a file', () => {
  fc.assert(fc.property(toneChains, (chain) => {
    expect(ToneChain.parse(chain)).toEqual(chain)
    const key = toneKey(chain)
    if (key === '')
      return
    expect(toneKey(chainOfKey(key))).toBe(key)
    const heard = HeardSound.parse({ track: null, channel: 'both', chain: key })
    expect(heardOfKey(heardKey(heard))).toEqual(heard)
    expect(heardKey(heard).length).toBeLessThan(130)
  }))
})

it('what a filter that is off is set to is not heard', () => {
  fc.assert(fc.property(toneChains, toneChains, (one, other) => {
    const off = { ...one, highPass: { ...one.highPass, isOn: false }, denoise: { ...one.denoise, isOn: false } }
    const turned = {
      ...off,
      highPass: { ...other.highPass, isOn: false },
      denoise: { ...other.denoise, isOn: false },
    }
    expect(toneKey(turned)).toBe(toneKey(off))
    expect(toneKey({ ...one, isOn: false })).toBe('')
  }))
  expect(toneKey(chainOf('off'))).toBe('')
  expect(toneKey({ ...chainOf('off'), isOn: true }), 'on, with no filter').toBe('')
  expect(toneKey(null)).toBe('')
})

it('another value of a filter that is on is another word', () => {
  fc.assert(fc.property(toneChains, fc.integer({ min: 20, max: 400 }), (chain, hz) => {
    const on = { ...chain, isOn: true, highPass: { isOn: true, hz: chain.highPass.hz } }
    expect(toneKey({ ...on, highPass: { isOn: true, hz } }) === toneKey(on)).toBe(hz === chain.highPass.hz)
  }))
})

it('nonsense is no chain', () => {
  fc.assert(fc.property(fc.string(), key => chainOfKey(key) === null || toneKey(chainOfKey(key)) === key))
  for (const key of ['', 't1', 't0_h80', 't1_h5000', 't1_h80_h90', 't1_n12', 't1_x1', 't1_h80;rm'])
    expect([key, chainOfKey(key)]).toEqual([key, null])
})
