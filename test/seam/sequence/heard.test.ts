/** What is heard of a take is named without two names for one choice, and the name can be read again. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SoundChoice } from '#contract/words.ts'
import { heardKey, heardOfKey } from '#rules/sequence/heard.ts'

const choice = fc.record({
  track: fc.option(fc.integer({ min: 0, max: 255 })),
  channel: fc.constantFrom('both' as const, 'left' as const, 'right' as const),
})

it('every choice has its own name, which says it again', () => {
  fc.assert(fc.property(choice, choice, (one, other) => {
    expect(SoundChoice.parse(one)).toEqual(one)
    const key = heardKey(one)
    expect(heardOfKey(key)).toEqual(key === '' ? undefined : one)
    expect(heardKey(heardOfKey(key))).toBe(key)
    expect(key === heardKey(other)).toBe(JSON.stringify(one) === JSON.stringify(other))
  }))
})

it('nonsense is no choice', () => {
  fc.assert(fc.property(fc.string(), key => heardKey(heardOfKey(key)) === '' || heardKey(heardOfKey(key)) === key))
  expect(heardKey(undefined)).toBe('')
})
