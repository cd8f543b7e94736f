/**
 * The whole picture of a nested sequence: two clips of a flat document are around its layers. Where only its opacity is set, the first
 * remembers what is below them, and the last mixes that with what has been drawn, which is exact however many layers there are and however
 * clear these are. One that is drawn apart has a canvas of its own between both, and the last draws it as a picture.
 */
import type { PictureTrack, Track } from '#contract/sequence-document.ts'
import type { SequenceId, TrackId } from '#contract/words.ts'
import type { Size } from '../placement.ts'
import type { ShownClip } from '../resolve.ts'
import type { Leaving } from '../transitions.ts'
import type { GroupEdge } from './nest.ts'
import type { NestedClip } from './nested-clips.ts'
import type { Pace } from './pace.ts'
import { derivedId } from '../edit/derived-id.ts'
import { plainLook, plainTrack } from '../new-tracks.ts'
import { placeOf } from '../ramp.ts'
import { isDrawnApart, isMixed } from './nested-clips.ts'

type EdgeClip = ShownClip & { readonly group: GroupEdge }

export interface Group { readonly below: PictureTrack, readonly above: PictureTrack }

/** Whether a track of a flat document is the upper edge of a group. */
export function hasGroup({ clips }: Track): boolean {
  return Object.values<object>(clips).some(clip => 'group' in clip && clip.group === 'ends')
}

/** Whether a track of a flat document is the upper edge of one that is drawn apart. */
export function hasApart(track: Track): boolean {
  return hasGroup(track) && Object.values<object>(track.clips).some(clip => 'isApart' in clip)
}

/** Whether one of these is a picture for more than its speed. */
export function hasLook({ clips }: Track): boolean {
  return Object.values<object>(clips).some((clip) => {
    const { pace: _, isReversed: __, isFrozen: ___, ramp: ____, ...plain } = clip as ShownClip // of a track of pictures
    return plain.canvas !== undefined || plain.leaves !== undefined
      || isDrawnApart({ ...plain, speed: 100, nested: { sequenceId: '' as SequenceId } })
  })
}

export interface Whole {
  /** For how many frames the next clip dissolves from it, or comes by another transition. */
  readonly plusFrames: number
  /** That transition; null for a dissolve. */
  readonly leaves: Leaving | null
  /** The size of what it is drawn on; null for that of the frame. */
  readonly canvas: Size | null
  /** How it plays its sequence; null as that plays by itself. */
  readonly pace: Pace | null
}

interface Known { readonly key: string, readonly group: Group }
const known = new WeakMap<NestedClip, Known>()

/** Null where it is drawn as its layers. While the next clip comes, it does not fade out by itself as well. */
export function groupOf(clip: NestedClip, whole: Whole): Group | null {
  if (!isMixed(clip) && !isDrawnApart(clip) && !whole.leaves)
    return null
  const key = JSON.stringify(whole)
  const kept = known.get(clip)
  if (kept?.key === key)
    return kept.group
  const group = { below: edgeTrack(clip, whole, 'begins'), above: edgeTrack(clip, whole, 'ends') }
  known.set(clip, { key, group })
  return group
}

function edgeTrack(clip: NestedClip, { plusFrames, leaves, canvas, pace }: Whole, group: GroupEdge): PictureTrack {
  const { nested: _, keys, grade, transition, crossIn, ...own } = clip
  const track = plainTrack('pictures', derivedId<TrackId>(`${clip.id} ${group} track`))
  // Of what is played backwards, the end of its part is seen first.
  const before = clip.isReversed && !leaves ? plusFrames : 0
  const edge: EdgeClip = {
    ...own,
    ...{ id: derivedId(`${clip.id} ${group}`), linkId: null, crossIn: 0, length: clip.length + plusFrames, isAdjustment: true, group },
    in: (placeOf(clip, 0) - before * clip.speed) / 100,
    ...clip.ramp && { in: placeOf(clip, -before) / 100, ramp: { ...clip.ramp, at: clip.ramp.at - before } },
    ...(isDrawnApart(clip) || leaves) && { isApart: true, ...canvas && { canvas }, ...pace && { pace: { ...pace, start: 0 } } },
    ...group === 'begins'
      ? { look: plainLook, fadeIn: 0, fadeOut: 0 }
      : {
          ...{ crossIn, fadeOut: plusFrames > 0 ? 0 : clip.fadeOut },
          ...{ ...keys && { keys }, ...grade && { grade }, ...transition && { transition } },
          ...leaves && { leaves, length: clip.length },
        },
  }
  return { ...track, isLocked: true, clips: { [edge.id]: edge } }
}
