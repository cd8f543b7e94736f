/** Keeps a player in step with the first. Pure. */

/** Farther apart than this it jumps; a little apart it runs faster or slower until both are together. */
const jumpSeconds = 0.25
const nearSeconds = 1 / 60

export interface Correction {
  /** Null stays where it is. */
  readonly seekTo: number | null
  readonly rate: number
}

/** What the other one does, at the times that both show. */
export function correction(firstSeconds: number, otherSeconds: number): Correction {
  const ahead = otherSeconds - firstSeconds
  if (Math.abs(ahead) > jumpSeconds)
    return { seekTo: firstSeconds, rate: 1 }
  return { seekTo: null, rate: Math.abs(ahead) <= nearSeconds ? 1 : ahead > 0 ? 0.93 : 1.07 }
}
