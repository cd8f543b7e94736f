/** Money is exact: whatever is entered, multiplied and added is right to the micro, however it is computed. */
import type { Rates } from '#contract/spend.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimate, hasRates, noRates } from '#rules/spend/estimate.ts'
import { decimalOf, microsOf, sumOfAmounts, sumOfTerms } from '#rules/spend/money.ts'
import { exactly } from '#rules/spend/quantities.ts'

const micros = fc.integer({ min: 0, max: 999_999_999_999_999 })
const rate = fc.option(fc.integer({ min: 0, max: 1_000_000_000_000 }))
const rates: fc.Arbitrary<Rates> = fc.record({
  request: rate,
  thousandCharacters: rate,
  resultSecond: rate,
  sourceSecond: rate,
  image: rate,
  millionTokensIn: rate,
  millionTokensOut: rate,
  registration: rate,
})
const quantity = fc.integer({ min: 0, max: 1_000_000 })
const range = fc.tuple(quantity, quantity).map(([a, b]) => ({ least: Math.min(a, b), most: Math.max(a, b) }))
const quantities = fc.record({
  requests: range,
  characters: range,
  resultMs: range,
  sourceMs: range,
  images: range,
  tokensIn: range,
  tokensOut: range,
  registrations: range,
}, { requiredKeys: [] })

describe('amounts', () => {
  it('a formatted amount is parsed back to the micro', () => {
    fc.assert(fc.property(micros, value => microsOf(decimalOf(value)) === value))
  })

  it.each([
    ['0.015', 15_000],
    ['0,015', 15_000],
    ['.5', 500_000],
    ['12', 12_000_000],
    ['1.', 1_000_000],
    ['0.000001', 1],
    ['0.10', 100_000],
    ['1.500000000', 1_500_000],
  ])('%s is read as %i micros', (written, value) => {
    expect(microsOf(written)).toBe(value)
  })

  it.each(['', ' ', '-1', '1e3', 'NaN', '0.0000001', '1.2.3', '1,000.5', 'five', '1000000000'])('"%s" is not an amount', (written) => {
    expect(microsOf(written)).toBeNull()
  })

  it('three times a tenth is three tenths, a million times over', () => {
    expect(sumOfTerms([{ micros: 100_000, per: 1, quantity: 3 }])).toBe(300_000)
    expect(decimalOf(sumOfTerms([{ micros: 100_000, per: 1, quantity: 3_000_000 }]))).toBe('300000')
  })

  it('a sum of terms is within half a micro of the exact one, and never less than a part of it', () => {
    const term = fc.record({ micros: fc.integer({ min: 0, max: 1_000_000_000 }), per: fc.constantFrom(1, 1000, 1_000_000), quantity })
    fc.assert(fc.property(fc.array(term, { maxLength: 5 }), (terms) => {
      const millionths = terms.reduce((sum, one) => sum + BigInt(one.micros) * BigInt(one.quantity) * BigInt(1_000_000 / one.per), 0n)
      const error = BigInt(sumOfTerms(terms)) * 1_000_000n - millionths
      expect(sumOfTerms(terms) === 1_000_000_000_000_000 || (error >= -500_000n && error <= 500_000n)).toBe(true)
      for (const one of terms)
        expect(sumOfTerms([one])).toBeLessThanOrEqual(sumOfTerms(terms))
    }))
  })

  it('currencies are never added to each other', () => {
    expect(sumOfAmounts([
      { currency: 'USD', leastMicros: 1, mostMicros: 2 },
      { currency: 'EUR', leastMicros: 10, mostMicros: 20 },
      { currency: 'USD', leastMicros: 100, mostMicros: 200 },
    ])).toEqual([{ currency: 'USD', leastMicros: 101, mostMicros: 202 }, { currency: 'EUR', leastMicros: 10, mostMicros: 20 }])
  })
})

describe('an estimate', () => {
  it('has a lower bound that never exceeds the upper, and both are equal when everything is known', () => {
    fc.assert(fc.property(rates, quantities, (price, asked) => {
      const guess = estimate(price, asked)
      if (guess)
        expect(guess.leastMicros).toBeLessThanOrEqual(guess.mostMicros)
      const known = estimate(price, Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, exactly(value.most)])))
      expect(known?.leastMicros).toBe(guess?.mostMicros)
      expect(known?.mostMicros).toBe(guess?.mostMicros)
    }))
  })

  it('contains the cost of any actual quantity within the range', () => {
    fc.assert(fc.property(rates, quantities, fc.double({ min: 0, max: 1, noNaN: true }), (price, asked, where) => {
      const guess = estimate(price, asked)
      const made = estimate(price, Object.fromEntries(Object.entries(asked).map(([name, { least, most }]) => [
        name,
        exactly(least + Math.floor((most - least) * where)),
      ])))
      if (guess && made) {
        expect(made.mostMicros).toBeGreaterThanOrEqual(guess.leastMicros)
        expect(made.mostMicros).toBeLessThanOrEqual(guess.mostMicros)
      }
    }))
  })

  it('does not exist without a matching rate, which is not the same as free', () => {
    expect(estimate(noRates, { requests: exactly(1) })).toBeNull()
    expect(estimate({ ...noRates, image: 40_000 }, { requests: exactly(1), characters: exactly(10) })).toBeNull()
    expect(estimate({ ...noRates, request: 0 }, { requests: exactly(1) })).toEqual({ leastMicros: 0, mostMicros: 0 })
    expect(hasRates(noRates)).toBe(false)
  })

  it('may have a fixed part and one by quantity', () => {
    const price = { ...noRates, request: 1_000, thousandCharacters: 15_000 }
    expect(estimate(price, { requests: exactly(1), characters: exactly(412) })).toEqual({ leastMicros: 7_180, mostMicros: 7_180 })
  })
})
