/** What was measured of a take, and how far that is from what is usual, in words. */
import type { Deviation, Measure } from '#contract/drift.ts'
import type { Texts } from '../../../texts/texts.ts'

export function toldValue(measure: Measure, value: number, t: Texts, language: string): string {
  const digits = measure === 'pace' ? 1 : 0
  const shown = value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return t.drift.values[measure](shown.replace('-', '−'))
}

export function toldDeviation({ measure, by }: Deviation, isAnchored: boolean, t: Texts, language: string): string {
  const size = Math.abs(by)
  // As many times as fast: 2 is 100 % faster, and 0.5 is 50 % slower.
  const amount = measure === 'pace'
    ? Math.abs(2 ** by - 1).toLocaleString(language, { style: 'percent', maximumFractionDigits: 0 })
    : size.toLocaleString(language, { maximumFractionDigits: measure === 'brightness' || size < 3 ? 1 : 0 })
  return t.drift.told[measure](amount, by > 0, isAnchored)
}
