/** Runs of frames: the topmost clip where several overlap, and the gaps. The page draws and main renders by them. */

export interface Span {
  readonly startFrame: number
  readonly frames: number
}

/** A span in which the topmost clip does not change. */
export interface Run<Clip> extends Span {
  readonly clip: Clip
  /** Frames of the clip before this run. */
  readonly skippedFrames: number
}

/**
 * The topmost of these clips, of which later ones cover earlier ones, from frame 0 on and in order of time. Gaps have no run.
 */
export function uppermostRuns<Clip extends Span>(clips: readonly Clip[]): Run<Clip>[] {
  const edges = [...new Set(clips.flatMap(clip => [clip.startFrame, endOf(clip)]).map(frame => Math.max(0, frame)))].sort((a, b) => a - b)
  const owners = ownersOf(clips, edges)
  const runs: Run<Clip>[] = []
  edges.slice(0, -1).forEach((startFrame, index) => {
    const clip = owners[index]
    const frames = (edges[index + 1] ?? startFrame) - startFrame
    const last = runs.at(-1)
    if (clip && last?.clip === clip && endOf(last) === startFrame)
      runs[runs.length - 1] = { ...last, frames: last.frames + frames }
    else if (clip)
      runs.push({ clip, startFrame, frames, skippedFrames: startFrame - clip.startFrame })
  })
  return runs
}

/** The topmost clip after each edge. The uppermost is laid down first, and each one below takes what is left. */
function ownersOf<Clip extends Span>(clips: readonly Clip[], edges: readonly number[]): (Clip | undefined)[] {
  const places = new Map(edges.map((frame, index) => [frame, index]))
  const placeOf = (frame: number): number => places.get(Math.max(0, frame)) ?? 0
  const owners = edges.map((): Clip | undefined => undefined)
  // Where the next edge without an owner may be; taken ones are skipped in one step.
  const next = edges.map((_, index) => index)
  const freeFrom = (index: number): number => {
    let free = index
    for (let after = next[free]; after !== undefined && after !== free; after = next[free]) {
      next[free] = next[after] ?? after
      free = after
    }
    return free
  }
  for (const clip of clips.toReversed()) {
    const end = placeOf(endOf(clip))
    for (let at = freeFrom(placeOf(clip.startFrame)); at < end; at = freeFrom(at + 1)) {
      owners[at] = clip
      next[at] = at + 1
    }
  }
  return owners
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
