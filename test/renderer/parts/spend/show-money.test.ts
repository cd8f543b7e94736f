/** Amounts on screen: small ones stay visible, large ones have two decimals, and an estimate is a range. */
import { describe, expect, it } from 'vitest'
import { showAmount, showMoney, showSums } from '../../../../src-renderer/parts/spend/show-money.ts'
import { en } from '../../../../src-renderer/texts/en/index.ts'

describe('an amount', () => {
  it.each([
    [0, '$0.00'],
    [1, '$0.000001'],
    [7_180, '$0.00718'],
    [15_000, '$0.015'],
    [47_000, '$0.047'],
    [500_000, '$0.50'],
    [999_999, '$1.00'],
    [1_000_000, '$1.00'],
    [1_234_567, '$1.23'],
    [1_234_567_890_000, '$1,234,567.89'],
  ])('%i micros are %s', (micros, shown) => {
    expect(showMoney(micros, 'USD', 'en')).toBe(shown)
  })

  it('is formatted by its currency and the language', () => {
    expect(showMoney(1_500_000, 'CNY', 'zh')).toBe('¥1.50')
    expect(showMoney(1_500_000, 'JPY', 'en')).toBe('¥2')
    expect(showMoney(2_000_000, 'EUR', 'en')).toBe('€2.00')
  })
})

describe('an estimate', () => {
  it('is one amount where it is known and a range where it is not, rounded sensibly', () => {
    expect(showAmount({ currency: 'USD', leastMicros: 28_123, mostMicros: 28_123 }, 'en')).toBe('$0.028')
    expect(showAmount({ currency: 'USD', leastMicros: 20_000, mostMicros: 104_000 }, 'en')).toBe('$0.02 – $0.10')
    expect(showAmount({ currency: 'USD', leastMicros: 1_199_000, mostMicros: 1_201_000 }, 'en')).toBe('$1.20')
  })
})

it('possible costs are shown apart from spent ones', () => {
  const sum = { currency: 'USD', spentMicros: 1_000_000, isExact: true, possibleMicros: 0, jobCount: 1 }
  expect(showSums([sum], en, 'en')).toBe('$1.00')
  expect(showSums([{ ...sum, isExact: false, possibleMicros: 500_000 }], en, 'en')).toBe('about $1.00 + possibly $0.50')
  expect(showSums([{ ...sum, spentMicros: 0, possibleMicros: 500_000 }], en, 'en')).toBe('possibly $0.50')
  expect(showSums([], en, 'en')).toBe('')
})
