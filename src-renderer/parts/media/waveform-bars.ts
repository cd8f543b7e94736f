/** The bars of a waveform as pieces of one SVG path, in CSS pixels. */
import type { Peaks } from '../../player/peaks.ts'
import { pickPeaks } from '../../player/peaks.ts'

const barPixels = 2
const gapPixels = 1
const short = (pixels: number): number => Math.round(pixels * 100) / 100

/** Bars of two pixels, one apart; speech is quiet against full scale, so the loudest bar fills the height. */
export function waveformBars(peaks: Peaks, { width, height, durationSeconds }: {
  readonly width: number
  readonly height: number
  readonly durationSeconds: number
}): string[] {
  const middle = height / 2
  const count = Math.max(1, Math.floor((width + gapPixels) / (barPixels + gapPixels)))
  const picked = pickPeaks(peaks, count, 0, durationSeconds || peaks.durationSeconds)
  const loudest = picked.reduce((most, value) => Math.max(most, Math.abs(value)), 0.05)
  const scale = (middle - 1) / loudest
  return Array.from({ length: count }, (_, bar) => {
    const up = Math.max(0.5, (picked[bar * 2 + 1] ?? 0) * scale)
    const down = Math.max(0.5, -(picked[bar * 2] ?? 0) * scale)
    const left = bar * (barPixels + gapPixels)
    return `M${left} ${short(middle - up)}h${barPixels}v${short(up + down)}h${-barPixels}z`
  })
}

/** A bar has sounded when the sound is past its middle. */
export function barsPlayed(count: number, share: number): number {
  return Math.min(count, Math.max(0, Math.floor(share * count + 0.5)))
}
