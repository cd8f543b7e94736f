/**
 * Finds when each word of a reference is said in a sound: dynamic time warping with a pause before each word. Each frame of the sound
 * belongs to one frame of the reference or to a pause.
 */
import type { Features } from './features.ts'
import { width } from './features.ts'

/** What it costs to be slower or faster than the reference, where distances are about 1. */
const [stayCost, skipCost] = [0.25, 0.35]
/** A frame of silence costs a pause little, a loud one much. */
const [quietPause, loudPause] = [0.5, 1.7]
/** Seconds times 100: how far the sound may run ahead of the reference or fall behind it, and the part of its length by which it may. */
const leastBand = 600
const bandShare = 0.06

export interface Alignment {
  /** Of each frame of the sound: the frame of the reference, or −1 in a pause. */
  readonly path: Int32Array
  /** Of each frame of the sound: the distance; 0 in a pause. */
  readonly costs: Float32Array
}

/**
 * `starts`: the frames of the reference at which its words begin, ascending, the first at 0. `pauseShare`: of each frame of the sound,
 * from 0 for silence to 1 for what is as loud as speech.
 */
export function align(sound: Features, reference: Features, starts: readonly number[], pauseShare: Float32Array): Alignment {
  const columns = reference.frames
  const reach = Math.ceil(Math.max(leastBand, bandShare * sound.frames))
  const rowWidth = Math.min(columns, 2 * reach + 1)
  const progress = speechProgress(pauseShare)
  const firstOf = (row: number): number => Math.max(0, Math.min(columns - rowWidth, Math.round(progress[row]! * columns) - reach))

  const wordOf = new Int32Array(columns).fill(-1)
  for (const [word, start] of starts.entries())
    wordOf[start] = word
  // How each frame was reached: 0 stays, 1 the next, 2 skips one, 3 from the pause before it.
  const moves = new Uint8Array(sound.frames * rowWidth)
  // Of each pause: 0 continues it; 1 and 2 begin it, after the last frame of the word before or the last but one. One follows all words.
  const pauses = starts.length + 1
  const pauseMoves = new Uint8Array(sound.frames * pauses)

  let before = new Float32Array(columns).fill(Infinity)
  let now = new Float32Array(columns).fill(Infinity)
  let pauseBefore = new Float32Array(pauses).fill(Infinity)
  let pauseNow = new Float32Array(pauses).fill(Infinity)
  for (let row = 0; row < sound.frames; row++) {
    const first = firstOf(row)
    now.fill(Infinity)
    for (let column = first; column < first + rowWidth; column++) {
      let best = before[column]! + stayCost
      let move = 0
      const next = column > 0 ? before[column - 1]! : row === 0 ? 0 : Infinity
      if (next < best)
        [best, move] = [next, 1]
      const skip = column > 1 ? before[column - 2]! + skipCost : Infinity
      if (skip < best)
        [best, move] = [skip, 2]
      const word = wordOf[column]!
      if (word >= 0 && pauseBefore[word]! < best)
        [best, move] = [pauseBefore[word]!, 3]
      if (best === Infinity)
        continue
      now[column] = best + distance(sound, row, reference, column)
      moves[row * rowWidth + column - first] = move
    }
    const pauseCost = quietPause + (loudPause - quietPause) * pauseShare[row]!
    for (let pause = 0; pause < pauses; pause++) {
      const end = pause < starts.length ? starts[pause]! : columns
      let best = pauseBefore[pause]!
      let move = 0
      const fromLast = end > 0 ? before[end - 1]! : row === 0 ? 0 : Infinity
      if (fromLast < best)
        [best, move] = [fromLast, 1]
      const fromOther = end > 1 ? before[end - 2]! + skipCost : Infinity
      if (fromOther < best)
        [best, move] = [fromOther, 2]
      pauseNow[pause] = best + pauseCost
      pauseMoves[row * pauses + pause] = move
    }
    [before, now] = [now, before];
    [pauseBefore, pauseNow] = [pauseNow, pauseBefore]
  }
  return traced()

  function traced(): Alignment {
    const path = new Int32Array(sound.frames).fill(-1)
    const costs = new Float32Array(sound.frames)
    let inPause = pauseBefore[pauses - 1]! <= before[columns - 1]!
    let place = inPause ? pauses - 1 : columns - 1
    for (let row = sound.frames - 1; row >= 0; row--) {
      if (inPause) {
        const move = pauseMoves[row * pauses + place]!
        if (move > 0) {
          place = (place < starts.length ? starts[place]! : columns) - move
          inPause = false
        }
        continue
      }
      path[row] = Math.max(0, place)
      costs[row] = distance(sound, row, reference, Math.max(0, place))
      const move = moves[row * rowWidth + place - firstOf(row)]!
      if (move === 3) {
        place = wordOf[place]!
        inPause = true
      }
      else {
        place = Math.max(0, place - move)
      }
    }
    return { path, costs }
  }
}

function distance(one: Features, row: number, other: Features, column: number): number {
  let sum = 0
  const [a, b] = [row * width, column * width]
  for (let n = 0; n < width; n++) {
    const by = one.values[a + n]! - other.values[b + n]!
    sum += by * by
  }
  return Math.sqrt(sum / width)
}

/** Of each frame: the share of all speech that is over by then. */
function speechProgress(pauseShare: Float32Array): Float32Array {
  const progress = new Float32Array(pauseShare.length)
  let sum = 0
  for (const [row, share] of pauseShare.entries()) {
    progress[row] = sum
    sum += share
  }
  return progress.map((each, row) => sum > 0 ? each / sum : row / progress.length)
}
