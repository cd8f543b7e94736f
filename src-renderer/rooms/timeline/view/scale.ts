/** Between frames and pixels: zooming about a place, and the steps of the ruler. */
import type { FrameRate } from '#contract/sequence-document.ts'
import { nominalRate } from '#rules/sequence/timecode.ts'

export const widestFrame = 60
/** Ten hours at 30 frames a second still fit on a screen. */
export const narrowestFrame = 0.001

export interface Scale {
  readonly pixelsPerFrame: number
  /** Pixels from the beginning of the sequence to the left edge of what is seen. */
  readonly scroll: number
}

export function clampScale(pixelsPerFrame: number): number {
  return Math.min(widestFrame, Math.max(narrowestFrame, pixelsPerFrame))
}

/** What is `x` pixels from the left edge stays there. */
export function zoomedAbout({ pixelsPerFrame, scroll }: Scale, factor: number, x: number): Scale {
  const next = clampScale(pixelsPerFrame * factor)
  return { pixelsPerFrame: next, scroll: Math.max(0, (scroll + x) / pixelsPerFrame * next - x) }
}

/** An empty sequence shows this much time. */
const emptyFrames = 900

/** The whole sequence, with some air behind it. */
export function fitted(durationFrames: number, width: number): Scale {
  return { pixelsPerFrame: clampScale(Math.max(1, width * 0.96) / (durationFrames || emptyFrames)), scroll: 0 }
}

const leastPixelsOfLabel = 92
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000]

/** Frames between two times on the ruler, and between two marks. */
export function rulerSteps(pixelsPerFrame: number, rate: FrameRate): { readonly label: number, readonly mark: number } {
  const second = nominalRate(rate)
  const least = leastPixelsOfLabel / pixelsPerFrame
  const inFrames = [1, 2, 5, 10].find(step => step >= least && step < second)
  if (inFrames !== undefined)
    return { label: inFrames, mark: 1 }
  const seconds = steps.find(step => step * second >= least) ?? steps.at(-1) ?? 1
  const divisions = seconds === 1 ? second : [10, 6, 5, 4, 2].find(parts => seconds % parts === 0) ?? 1
  const mark = seconds * second / divisions
  return { label: seconds * second, mark: mark * pixelsPerFrame < 5 ? seconds * second / 2 : mark }
}
