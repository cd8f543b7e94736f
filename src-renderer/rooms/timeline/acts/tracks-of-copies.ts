/** On which tracks copies are pasted: their own where those are not locked, else the nearest that are not. Pure. */
import type { SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { TrackId } from '#contract/words.ts'
import type { Group } from '../view/rows.ts'
import { groupOf, orderedTracks } from '../view/rows.ts'

/** A track as it is copied from: its group, and which of that it was. */
interface CopiedFrom { readonly group: Group, readonly track: number }

export function keyOf({ group, track }: CopiedFrom): string {
  return `${group} ${track}`
}

/**
 * By `keyOf`, in the same order, each another one as long as there are enough. The first of a kind is `onto` if that is one of its kind and
 * not locked. Where all are locked, it is a locked one; where there is none of the kind, none.
 */
export function tracksOfCopies(
  document: SequenceDocument,
  clips: readonly CopiedFrom[],
  onto: TrackId | null,
): Map<string, Track> {
  const ordered = orderedTracks(document)
  const targets = new Map<string, Track>()
  for (const [group, copied] of Map.groupBy(clips, clip => clip.group)) {
    const tracks = ordered.filter(({ kind }) => groupOf(kind) === group)
    const indexes = [...new Set(copied.map(({ track }) => track))].sort((a, b) => a - b)
    const clicked = tracks.findIndex(({ id, isLocked }) => id === onto && !isLocked)
    const by = clicked < 0 ? 0 : clicked - indexes[0]!
    const unlocked = [...tracks.keys()].filter(index => !tracks[index]!.isLocked)
    const free = unlocked.length > 0 ? unlocked : [...tracks.keys()]
    let last = -1
    for (const [at, index] of indexes.entries()) {
      const behind = clicked < 0 ? indexes.length - 1 - at : 0
      const others = free.filter((_, place) => place > last && place < free.length - behind)
      const among = others.length > 0 ? others : free.slice(Math.max(0, last))
      const nearest = nearestOf(among, index + by, group === 'pictures')
      if (nearest === null)
        continue
      last = free.indexOf(nearest)
      targets.set(keyOf({ group, track: index }), tracks[nearest]!)
    }
  }
  return targets
}

/** Of two that are as near: pictures are seen on the upper one, and sounds come further down, where less is. */
function nearestOf(indexes: readonly number[], wanted: number, isUpper: boolean): number | null {
  const distance = (index: number): number => Math.abs(index - wanted)
  return indexes.reduce<number | null>((best, index) =>
    best === null || distance(index) < distance(best) || (!isUpper && distance(index) === distance(best)) ? index : best, null)
}
