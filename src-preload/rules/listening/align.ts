/** What two lists have in common, in order (Myers, An O(ND) Difference Algorithm, 1986). */

/** A stretch that differs: places in each list, the second of each pair exclusive. */
export interface Stretch { readonly one: readonly [number, number], readonly other: readonly [number, number] }

/** More differences than this are no longer worth telling one by one. */
const mostSteps = 1200

/** The stretches that differ, in order. Two lists with next to nothing in common are one stretch. */
export function stretchesThatDiffer(one: readonly string[], other: readonly string[]): Stretch[] {
  let head = 0
  while (head < one.length && head < other.length && one[head] === other[head])
    head++
  let tail = 0
  while (tail < one.length - head && tail < other.length - head && one[one.length - 1 - tail] === other[other.length - 1 - tail])
    tail++
  const inner = stretchesOf(one.slice(head, one.length - tail), other.slice(head, other.length - tail))
  return inner.map(stretch => ({
    one: [stretch.one[0] + head, stretch.one[1] + head],
    other: [stretch.other[0] + head, stretch.other[1] + head],
  }))
}

function stretchesOf(one: readonly string[], other: readonly string[]): Stretch[] {
  if (one.length === 0 && other.length === 0)
    return []
  const trace = one.length === 0 || other.length === 0 ? null : traceOf(one, other)
  return trace === null ? [{ one: [0, one.length], other: [0, other.length] }] : walkBack(trace, one.length, other.length)
}

/** For each number of steps the farthest place on each diagonal; null where there are too many. */
function traceOf(one: readonly string[], other: readonly string[]): Int32Array[] | null {
  const most = Math.min(mostSteps, one.length + other.length)
  const offset = most + 1
  const farthest = new Int32Array(2 * offset + 1)
  const trace: Int32Array[] = []
  for (let steps = 0; steps <= most; steps++) {
    trace.push(farthest.slice(offset - steps - 1, offset + steps + 2))
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      const isDown = diagonal === -steps || (diagonal !== steps && farthest[offset + diagonal - 1]! < farthest[offset + diagonal + 1]!)
      let x = isDown ? farthest[offset + diagonal + 1]! : farthest[offset + diagonal - 1]! + 1
      while (x < one.length && x - diagonal < other.length && one[x] === other[x - diagonal])
        x++
      farthest[offset + diagonal] = x
      if (x >= one.length && x - diagonal >= other.length)
        return trace
    }
  }
  return null
}

function walkBack(trace: readonly Int32Array[], length: number, otherLength: number): Stretch[] {
  const stretches: Stretch[] = []
  let [x, y] = [length, otherLength]
  for (let steps = trace.length - 1; steps > 0; steps--) {
    // As it was before this step, around the middle at `steps + 1`.
    const farthest = trace[steps]!
    const at = (diagonal: number): number => farthest[diagonal + steps + 1]!
    const diagonal = x - y
    const isDown = diagonal === -steps || (diagonal !== steps && at(diagonal - 1) < at(diagonal + 1))
    const before = isDown ? diagonal + 1 : diagonal - 1
    const beforeX = at(before)
    const beforeY = beforeX - before
    const [stepX, stepY] = isDown ? [beforeX, beforeY + 1] : [beforeX + 1, beforeY]
    const last = stretches.at(-1)
    if (last && last.one[0] === stepX && last.other[0] === stepY)
      stretches[stretches.length - 1] = { one: [beforeX, last.one[1]], other: [beforeY, last.other[1]] }
    else
      stretches.push({ one: [beforeX, stepX], other: [beforeY, stepY] })
    ;[x, y] = [beforeX, beforeY]
  }
  return stretches.reverse()
}
