/** The gaps between spans of frames. */

export interface Span {
  readonly startFrame: number
  readonly frames: number
}

/** The parts of a length that these spans leave uncovered, in order of time. `spans` must be in order of time, too. */
export function gapsBetween(spans: readonly Span[], lengthInFrames: number): Span[] {
  const gaps: Span[] = []
  let coveredUntil = 0
  for (const span of [...spans, { startFrame: lengthInFrames, frames: 0 }]) {
    if (span.startFrame > coveredUntil)
      gaps.push({ startFrame: coveredUntil, frames: span.startFrame - coveredUntil })
    coveredUntil = Math.max(coveredUntil, endOf(span))
  }
  return gaps
}

function endOf({ startFrame, frames }: Span): number {
  return startFrame + frames
}
