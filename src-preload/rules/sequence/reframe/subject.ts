/** Where the subject of a shot is: the middle of what moves and is bright, in small grey pictures, smoothed over time. */
import type { Point, Size } from '../placement.ts'

/** Smaller differences between two pictures are noise. */
const leastDifference = 8
/** The mean weight of a pixel below which nothing moves. */
const leastWeight = 4
/** What is dark counts this much of what is white. */
const darkShare = 0.25
const smoothSeconds = 1

/** Shares of the picture, one for each; in the middle where nothing is seen. Pictures are rows of bytes, all of the same size. */
export function subjectIn(pictures: readonly Uint8Array[], size: Size, perSecond: number): Point[] {
  const moving = pictures.map((picture, at) => at === 0 ? null : middleOf(movement(pictures[at - 1]!, picture), size, leastWeight))
  const known = moving.flatMap((point, at) => point ? [{ point, at }] : [])
  if (known.length === 0) {
    const [first] = pictures
    const still = (first && middleOf(detail(first, size), size, 0)) ?? { x: 0.5, y: 0.5 }
    return pictures.map(() => still)
  }
  // Where nothing moves for a moment, it is where it was; before it first moves, where it is then.
  let last = known[0]!.point
  return smoothed(moving.map(point => last = point ?? last), Math.max(1, Math.round(smoothSeconds * perSecond / 2)))
}

function movement(before: Uint8Array, now: Uint8Array): Float64Array {
  return Float64Array.from(now, (value, at) => {
    const difference = Math.max(0, Math.abs(value - before[at]!) - leastDifference)
    return difference * (darkShare + (1 - darkShare) * Math.max(value, before[at]!) / 255)
  })
}

/** Of a picture that does not move: its edges, and how bright they are. */
function detail(picture: Uint8Array, { width }: Size): Float64Array {
  return Float64Array.from(picture, (value, at) => {
    const [left, above] = [at % width === 0 ? value : picture[at - 1]!, at < width ? value : picture[at - width]!]
    return Math.max(Math.abs(value - left), Math.abs(value - above)) * (darkShare + (1 - darkShare) * value / 255)
  })
}

/** The middle of the weights, squared so that a little of everything does not outweigh what is strong. Null where there is too little. */
function middleOf(weights: Float64Array, { width, height }: Size, least: number): Point | null {
  let [sum, across, down, plain] = [0, 0, 0, 0]
  weights.forEach((weight, at) => {
    const square = weight ** 2
    plain += weight
    sum += square
    across += square * (at % width + 0.5)
    down += square * (Math.floor(at / width) + 0.5)
  })
  // A small subject moves few pixels: the strongest hundredth may be all that moves.
  return sum === 0 || plain / (width * height / 100) < least ? null : { x: across / sum / width, y: down / sum / height }
}

/** The mean of those up to `reach` before and after, twice. */
function smoothed(points: readonly Point[], reach: number): Point[] {
  const once = (all: readonly Point[]): Point[] => all.map((_, at) => {
    // As many on both sides, so that the ends stay where they are.
    const near = Math.min(reach, at, all.length - 1 - at)
    const around = all.slice(at - near, at + near + 1)
    const mean = (of: (point: Point) => number): number => around.reduce((sum, point) => sum + of(point), 0) / around.length
    return { x: mean(point => point.x), y: mean(point => point.y) }
  })
  return once(once(points))
}
