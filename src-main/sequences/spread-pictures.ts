/** Divides a length of time among stills and shots, so that a picture is always shown. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import { framesWithin } from '#rules/sequence/frames.ts'

/** The shortest time for a still, as long as there is room. */
const briefestStillSeconds = 1

interface Shown { readonly take: Take, readonly frames: number }
/** `ownFrames` is the length of the source; null for a still. */
interface Item { readonly take: Take, readonly ownFrames: number | null }

/** The frames that the pictures would fill at their own lengths, with stills of so many seconds. */
export function wantedFrames(pictures: readonly Take[], rate: FrameRate, stillSeconds: number): number {
  const stillFrames = Math.max(1, framesWithin(stillSeconds, rate))
  return inOrder(pictures, rate).reduce((sum, { ownFrames }) => sum + (ownFrames ?? stillFrames), 0)
}

/**
 * In the order they were made, each shot directly after the still that it was made from. Shots keep their own length if
 * they fit, and stills share the rest; without stills the shots repeat until the time is filled. When there is too little
 * time all are shortened, and those that would not get one frame are omitted.
 * The frames add up to `totalFrames`, unless there are no pictures.
 */
export function spreadPictures(pictures: readonly Take[], totalFrames: number, rate: FrameRate): Shown[] {
  const items = inOrder(pictures, rate).slice(0, totalFrames)
  if (items.length === 0)
    return []
  const stills = items.filter(item => item.ownFrames === null)
  if (stills.length === 0)
    return shorten(repeatUntil(items, totalFrames), totalFrames)
  const shots = items.filter(item => item.ownFrames !== null)
  const shotFrames = framesOf(shots)
  const briefest = Math.max(1, Math.min(framesWithin(briefestStillSeconds, rate), Math.floor(totalFrames / (2 * items.length))))
  const room = totalFrames - stills.length * briefest
  const shown = shotFrames <= room ? shots.map(({ take, ownFrames }) => ({ take, frames: ownFrames ?? 0 })) : shorten(shots, room)
  const stillShares = share(totalFrames - Math.min(shotFrames, room), stills.map(() => 1))
  const framesByItem = new Map<Item, number>([
    ...stills.map((item, index): [Item, number] => [item, stillShares[index] ?? 0]),
    ...shots.map((item, index): [Item, number] => [item, shown[index]?.frames ?? 0]),
  ])
  return items.map(item => ({ take: item.take, frames: framesByItem.get(item) ?? 0 }))
}

function inOrder(pictures: readonly Take[], rate: FrameRate): Item[] {
  const seen = pictures
    .filter(take => take.medium === 'picture' || take.medium === 'video')
    .toSorted((a, b) => a.id < b.id ? -1 : 1)
  const stillIds = new Set(seen.filter(take => take.medium === 'picture').map(take => take.id))
  const stillOf = (take: Take) => take.medium === 'video' ? take.sourceTakeIds.find(id => stillIds.has(id)) : undefined
  return seen
    .filter(take => stillOf(take) === undefined)
    .flatMap(take => [take, ...seen.filter(other => stillOf(other) === take.id)])
    .map(take => ({ take, ownFrames: ownFramesOf(take, rate) }))
}

// A shot of unknown length is treated like a still: its last frame is held.
function ownFramesOf(take: Take, rate: FrameRate): number | null {
  if (take.medium === 'picture' || take.asset.durationSeconds === null)
    return null
  return Math.max(1, framesWithin(take.asset.durationSeconds, rate))
}

function repeatUntil(items: readonly Item[], totalFrames: number): Item[] {
  const repeated: Item[] = []
  for (let filled = 0; filled < totalFrames;) {
    const item = items[repeated.length % items.length]
    if (!item)
      break
    repeated.push(item)
    filled += item.ownFrames ?? 0
  }
  // Every shot is shown at least once, even when fewer would fill the time.
  return repeated.length < items.length ? [...items] : repeated
}

/** One frame each, the rest by length. None gets more than its source has, unless `totalFrames` exceeds their sum. */
function shorten(items: readonly Item[], totalFrames: number): Shown[] {
  const shares = share(totalFrames - items.length, items.map(item => (item.ownFrames ?? 1) - 1))
  return items.map(({ take }, index) => ({ take, frames: 1 + (shares[index] ?? 0) }))
}

/** Whole numbers in proportion to the weights, with the exact sum. */
function share(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  let weightSoFar = 0
  let given = 0
  return weights.map((weight) => {
    weightSoFar += weight
    const upTo = sum === 0 ? 0 : Math.round(total * (weightSoFar / sum))
    const part = upTo - given
    given = upTo
    return part
  })
}

function framesOf(items: readonly Item[]): number {
  return items.reduce((sum, { ownFrames }) => sum + (ownFrames ?? 0), 0)
}
