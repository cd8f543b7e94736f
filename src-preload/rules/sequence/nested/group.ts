/**
 * The whole picture of a nested sequence: how opaque it is. Two clips of a flat document are around its layers: the first remembers what is
 * below them, and the last mixes that with what has been drawn, which is exact however many layers there are and however clear these are.
 */
import type { PictureClip, PictureTrack, Track } from '#contract/sequence-document.ts'
import type { TrackId } from '#contract/words.ts'
import type { GroupEdge } from './nest.ts'
import type { NestedClip } from './nested-clips.ts'
import { derivedId } from '../edit/derived-id.ts'
import { plainLook, plainTrack } from '../new-tracks.ts'
import { isMixed } from './nested-clips.ts'

type EdgeClip = PictureClip & { readonly group: GroupEdge }

export interface Group { readonly below: PictureTrack, readonly above: PictureTrack }

/** Whether a track of a flat document is the upper edge of a group. */
export function hasGroup({ clips }: Track): boolean {
  return Object.values<object>(clips).some(clip => 'group' in clip && clip.group === 'ends')
}

interface Known { readonly plusFrames: number, readonly group: Group }
const known = new WeakMap<NestedClip, Known>()

/** Null where it is opaque. The next clip dissolves from it for `plusFrames`: it does not fade out by itself as well. */
export function groupOf(clip: NestedClip, plusFrames: number): Group | null {
  if (!isMixed(clip))
    return null
  const kept = known.get(clip)
  if (kept?.plusFrames === plusFrames)
    return kept.group
  const group = { below: edgeTrack(clip, plusFrames, 'begins'), above: edgeTrack(clip, plusFrames, 'ends') }
  known.set(clip, { plusFrames, group })
  return group
}

function edgeTrack(clip: NestedClip, plusFrames: number, group: GroupEdge): PictureTrack {
  const { nested: _, keys, ...own } = clip
  const track = plainTrack('pictures', derivedId<TrackId>(`${clip.id} ${group} track`))
  const edge: EdgeClip = {
    ...own,
    ...{ id: derivedId(`${clip.id} ${group}`), linkId: null, length: clip.length + plusFrames, isAdjustment: true, group },
    ...group === 'begins'
      ? { look: plainLook, fadeIn: 0, fadeOut: 0 }
      : { ...keys && { keys }, fadeOut: plusFrames > 0 ? 0 : clip.fadeOut },
  }
  return { ...track, isLocked: true, clips: { [edge.id]: edge } }
}
