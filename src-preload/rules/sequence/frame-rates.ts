/** The frame rates that a sequence is made in, and which of them a film has. */
import type { FrameRate } from '#contract/sequence-document.ts'

export const frameRates: readonly FrameRate[] = [
  { numerator: 24_000, denominator: 1001 },
  { numerator: 24, denominator: 1 },
  { numerator: 25, denominator: 1 },
  { numerator: 30_000, denominator: 1001 },
  { numerator: 30, denominator: 1 },
  { numerator: 48, denominator: 1 },
  { numerator: 50, denominator: 1 },
  { numerator: 60_000, denominator: 1001 },
  { numerator: 60, denominator: 1 },
]

export function isSameRate(one: FrameRate, other: FrameRate): boolean {
  return one.numerator * other.denominator === other.numerator * one.denominator
}

/** As it is written: `23.976`, `25`, `29.97`. */
export function rateText({ numerator, denominator }: FrameRate): string {
  return String(Math.round(numerator / denominator * 1000) / 1000)
}

/** Files say 29.97, 29.970 or 30000/1001 of the same; 30 is a thousandth more. */
const reach = 0.0005

/** Null for a film at another rate, as phones and screen recorders make. */
export function rateOfFilm(framesPerSecond: number | null): FrameRate | null {
  return frameRates.find(({ numerator, denominator }) =>
    framesPerSecond !== null && Math.abs(framesPerSecond * denominator / numerator - 1) < reach) ?? null
}
