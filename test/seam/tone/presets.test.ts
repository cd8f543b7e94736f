/** Presets are told from each other and from settings of one's own. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ToneChain } from '#contract/tone.ts'
import { chainOf, isSameChain, presetOf, tonePresets } from '#rules/tone/presets.ts'
import { toneChains } from '../../kit/tone-chains.ts'

it('each is a chain that can be kept, and is recognised', () => {
  for (const preset of tonePresets) {
    expect(ToneChain.parse(chainOf(preset))).toEqual(chainOf(preset))
    expect(presetOf(chainOf(preset))).toBe(preset)
  }
  expect(presetOf(null)).toBe('off')
})

it('one value that is changed makes it custom; a chain that is off is off', () => {
  expect(presetOf({ ...chainOf('podcast'), outputDb: 1 })).toBe('custom')
  expect(presetOf({ ...chainOf('podcast'), isOn: false })).toBe('off')
  fc.assert(fc.property(toneChains, toneChains, (one, other) => {
    expect(isSameChain(one, structuredClone(one))).toBe(true)
    expect(isSameChain(one, other)).toBe(JSON.stringify(one) === JSON.stringify(other))
  }))
})
