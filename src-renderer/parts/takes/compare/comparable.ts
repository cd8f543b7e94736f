/** Which takes are compared, and how they are laid out next to each other. */
import type { Take } from '#contract/takes.ts'

/** More would be too small to be looked at, or too many to be told apart by ear. */
export const mostCompared = 9

type Compared = Pick<Take, 'medium'> & { readonly asset: Pick<Take['asset'], 'isMissing'> }

/** Images, videos or sounds with their files: those of the medium of the first one that is not alone. */
export function comparable<T extends Compared>(takes: readonly T[]): T[] {
  const there = takes.filter(take => take.medium !== 'text' && !take.asset.isMissing)
  const first = there.find(take => there.filter(other => other.medium === take.medium).length > 1)
  return first ? there.filter(take => take.medium === first.medium) : []
}

/** Side by side, unless below each other they are this much larger. */
const clearlyLarger = 1.35

/** How many of `count` pictures of this shape, width by height, are next to each other in a place of this size, in pixels. */
export function columnsFor(count: number, shape: number, place: { width: number, height: number }): number {
  const sizeWith = (across: number): number => Math.min(place.width / across, place.height / Math.ceil(count / across) * shape)
  const ways = Array.from({ length: count }, (_, index) => count - index)
  return ways.reduce((best, across) => sizeWith(across) > sizeWith(best) * clearlyLarger ? across : best, Math.min(count, 3))
}
