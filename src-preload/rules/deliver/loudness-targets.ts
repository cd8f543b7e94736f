/** Loudness that publishers ask for: EBU R 128, and the true peak below which a file survives being encoded again. */
import type { LoudnessTarget } from '#contract/presets.ts'

export type UsualTarget = 'social' | 'podcast' | 'mono' | 'ebu' | 'a85'

/** Podcasts of one channel are 3 LU lower to be as loud; American broadcasters follow ATSC A/85. */
export const usualTargets: Readonly<Record<UsualTarget, LoudnessTarget>> = {
  social: { targetLufs: -14, truePeakDbtp: -1 },
  podcast: { targetLufs: -16, truePeakDbtp: -1 },
  mono: { targetLufs: -19, truePeakDbtp: -1 },
  ebu: { targetLufs: -23, truePeakDbtp: -1 },
  a85: { targetLufs: -24, truePeakDbtp: -2 },
}

/** How far a programme may be off: EBU R 128 of 2014 allows half a unit where it can be had, ATSC A/85 two, Apple one. */
export function toleranceLu(targetLufs: number): number {
  return targetLufs === usualTargets.a85.targetLufs ? 2 : targetLufs === usualTargets.podcast.targetLufs ? 1 : 0.5
}

interface Measured { readonly integratedLufs: number | null, readonly targetLufs: number | null }

/** Null where there is nothing to reach, or nothing that was measured. */
export function isReached({ integratedLufs, targetLufs }: Measured): boolean | null {
  return integratedLufs === null || targetLufs === null ? null : Math.abs(integratedLufs - targetLufs) <= toleranceLu(targetLufs)
}
