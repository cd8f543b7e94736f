/** What audiobook shops ask of each file, by the rules of ACX, which others follow: https://www.acx.com/help/acx-audio-submission-requirements */

export const shopLimits = { quietestDb: -23, loudestDb: -18, peakDb: -3, floorDb: -60 } as const
export const shopCoverSide = 2400
export const sampleSeconds = { least: 60, most: 300 } as const

/** Decibels below full scale of a whole file; null for digital silence. */
export interface ShopMeasures {
  /** Root of the mean square of all samples. */
  readonly rmsDb: number | null
  readonly peakDb: number | null
  /** Of the quietest half second between the room tone at its ends. */
  readonly floorDb: number | null
}

export type ShopProblem = 'too-quiet' | 'too-loud' | 'peaks' | 'noisy'

/** By tenths of a decibel, as shops show them. */
export function shopProblems({ rmsDb, peakDb, floorDb }: ShopMeasures): ShopProblem[] {
  const tenths = (value: number | null): number => value === null ? -Infinity : Math.round(value * 10) / 10
  return [
    ...tenths(rmsDb) < shopLimits.quietestDb ? ['too-quiet'] as const : [],
    ...tenths(rmsDb) > shopLimits.loudestDb ? ['too-loud'] as const : [],
    ...tenths(peakDb) > shopLimits.peakDb ? ['peaks'] as const : [],
    ...tenths(floorDb) > shopLimits.floorDb ? ['noisy'] as const : [],
  ]
}

export interface ShopFile extends ShopMeasures { readonly name: string, readonly seconds: number, readonly gainDb: number }

/** What else a shop looks at. */
export interface ShopSet {
  readonly files: readonly ShopFile[]
  /** Null where there is none. */
  readonly sample: ShopFile | null
  /** In pixels, of the picture that was chosen; null where there is none. */
  readonly cover: { readonly width: number, readonly height: number } | null
}
