/**
 * Where a recording lacks samples, by the clock. A busy machine loses whole buffers of a microphone: what follows would be too early,
 * so the missing time is filled with silence. A device whose clock runs a little off is left alone: the same device mostly plays the
 * film, too, and its drift is no gap.
 */

export interface TimedBlock {
  /** When its first sample was captured, in ms. */
  readonly atMs: number
  /** Samples per channel. */
  readonly frames: number
}

/** Half of the shortest buffers in use; stamps are whole milliseconds. */
const leastGapMs = 4
/** The machine slept: what comes after has no place that could be kept. */
const mostGapMs = 20_000
/** Blocks looked at on either side, since single stamps come early or late. Of more ahead, some would be behind the next gap. */
const ahead = 5
const behind = 25

/** Frames of silence that belong before a block, by its index; blocks without a gap before them are left out. */
export function findGaps(blocks: readonly TimedBlock[], sampleRate: number): Map<number, number> {
  const gaps = new Map<number, number>()
  /** How much later each block was captured than its samples say, in ms. */
  const late: number[] = []
  const first = blocks[0]?.atMs ?? 0
  let frames = 0
  for (const block of blocks) {
    late.push(block.atMs - first - frames * 1000 / sampleRate)
    frames += block.frames
  }
  let filledMs = 0
  /** The same with what was filled taken off. */
  const left: number[] = []
  for (const [index, lateMs] of late.entries()) {
    const before = left.at(-1)
    if (before !== undefined && lateMs - filledMs - before >= leastGapMs) {
      const fromHere = median(late.slice(index, index + ahead))
      const gapMs = fromHere - filledMs - median(left.slice(-behind))
      // Where the blocks are late from here on, but this one is not, the gap comes a little later.
      if (gapMs >= leastGapMs && lateMs > fromHere - leastGapMs) {
        const filled = Math.round(Math.min(gapMs, mostGapMs) * sampleRate / 1000)
        gaps.set(index, filled)
        // Time that is not filled is not waited for by the blocks after it, either.
        filledMs += gapMs
      }
    }
    left.push(lateMs - filledMs)
  }
  return gaps
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
