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
