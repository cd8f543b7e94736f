/** The clips of a track in parts that are above one another, with the sequences that play below and above each. Pure. */
import type { PictureClip, PictureTrack } from '#contract/sequence-document.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import type { NestedClip } from './nested-clips.ts'
import { clipsOf } from '../document.ts'
import { derivedId } from '../edit/derived-id.ts'
import { isNested } from './nested-clips.ts'

export interface TrackPart {
  readonly part: PictureTrack
  /** What follows in the part comes from them. */
  readonly below: readonly NestedClip[]
  /** The one that comes from the last clip of the part. */
  readonly above: readonly NestedClip[]
}

const known = new WeakMap<PictureTrack, readonly TrackPart[]>()

/** One, unless a sequence comes by a transition: that is above what it comes from, and below what follows. */
export function partsOf(track: PictureTrack): readonly TrackPart[] {
  const kept = known.get(track)
  if (kept)
    return kept
  const parts: TrackPart[] = []
  let [clips, below]: [PictureClip[], NestedClip[]] = [[], []]
  const close = (above: readonly NestedClip[]): void => {
    const id = parts.length === 0 ? track.id : derivedId<TrackId>(`${track.id} part ${clips[0]?.id}`)
    const isWhole = parts.length === 0 && above.length === 0
    parts.push({ part: isWhole ? track : { ...track, id, clips: byId(clips) }, below, above });
    [clips, below] = [[], []]
  }
  for (const clip of clipsOf(track)) {
    clips.push(clip)
    if (!isNested(clip) || clip.isDisabled)
      continue
    if (clip.crossIn > 0)
      close([clip])
    else
      below.push(clip)
  }
  if (clips.length > 0)
    close([])
  known.set(track, parts)
  return parts
}

function byId(clips: readonly PictureClip[]): Record<ClipId, PictureClip> {
  return Object.fromEntries(clips.map(clip => [clip.id, clip]))
}
