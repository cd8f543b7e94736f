/** Insert, overwrite, append and replace from the source viewer, as edits of the sequence. Pure: the room sends them. */
import type { SequenceDocument, Track, TrackKind } from '#contract/sequence-document.ts'
import type { EditRefusal, SequenceEdit } from '#contract/sequence-edits.ts'
import type { Take } from '#contract/takes.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import type { Points, Source } from '#rules/sequence/three-point.ts'
import type { Placing } from './place-takes.ts'
import { durationFrames, isInSamples, playingOf } from '#rules/sequence/document.ts'
import { isTarget } from '#rules/sequence/edit/draft.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { linkedWith, removeAlone } from '#rules/sequence/linked.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { swapOf } from '#rules/sequence/swap-takes.ts'
import { threePoint } from '#rules/sequence/three-point.ts'
import { boxAt, boxesOf, groupOf, orderedTracks } from '../view/rows.ts'
import { piecesOf } from './place-takes.ts'

export type SourceWay = 'insert' | 'overwrite' | 'append'

/** Why nothing of a take comes onto the tracks: as for an edit; it has no length; or no track of its kinds is a target. */
export type SourceRefusal = EditRefusal | 'unusable' | 'no-target'

export interface SourcePlaced {
  readonly edits: readonly SequenceEdit[]
  readonly clipIds: readonly ClipId[]
  /** The first frame after what comes. */
  readonly endFrame: number
}

export interface FromSource {
  readonly take: Take
  /** As the viewer shows it, with its in and out point, in frames of the sequence. */
  readonly source: Source
  readonly playhead: number
  /** The track that was clicked last; where it is a target, what fits comes onto it. */
  readonly clickedTrack: TrackId | null
}

/**
 * Onto the target tracks: pictures onto the lowest, sounds onto the first of their kind. A kind without tracks gets one. In and out of the
 * sequence say where, and are removed with it, as the next part would come to the same place.
 */
export function sourceEdits(placing: Placing, way: SourceWay, given: FromSource): SourcePlaced | SourceRefusal {
  const { document, newId } = placing
  const isAtEnd = way === 'append'
  const range: Points = isAtEnd ? { in: null, out: null } : { in: document.inFrame, out: document.outFrame }
  const part = threePoint(given.source, range, isAtEnd ? durationFrames(document) : given.playhead)
  if (typeof part === 'string')
    return part
  const pieces = piecesOf({ ...placing, part }, given.take, part.at)
  if (pieces.length === 0)
    return 'unusable'
  const edits: SequenceEdit[] = []
  const chosen = pieces.flatMap(({ kind, clip }) => {
    const found = targetOf(document, kind, given.clickedTrack)
    if (found === 'no-target')
      return []
    const track = found ?? plainTrack(kind, newId<TrackId>())
    if (!found)
      edits.push({ do: 'addTrack', track, at: document.trackIds.length + edits.length })
    return [{ trackId: track.id, clip }]
  })
  if (chosen.length === 0)
    return 'no-target'
  const placements = chosen.length < pieces.length ? chosen.map(one => ({ ...one, clip: { ...one.clip, linkId: null } })) : chosen
  const how = ({ insert: 'insert', overwrite: 'overwrite', append: 'free' } as const)[way]
  edits.push({ do: 'place', placements, how })
  if (range.in !== null || range.out !== null)
    edits.push({ do: 'setSequence', values: { inFrame: null, outFrame: null } })
  return { edits, clipIds: placements.map(({ clip }) => clip.id), endFrame: part.at + part.length }
}

/** Null where the sequence has no track for the kind. */
function targetOf(document: SequenceDocument, kind: TrackKind, clickedTrack: TrackId | null): Track | 'no-target' | null {
  const all = orderedTracks(document)
  const own = all.filter(track => track.kind === kind)
  const ofKind = own.length === 0 && kind === 'speech' ? all.filter(track => track.kind === 'sound') : own
  const targets = ofKind.filter(isTarget)
  const clicked = targets.find(track => track.id === clickedTrack)
  return clicked ?? (kind === 'pictures' ? targets.at(-1) : targets[0]) ?? (ofKind.length > 0 ? 'no-target' : null)
}

/** The clip that *Replace* is about: the one touched last where it can play the take, else the uppermost under the playhead that can. */
export function clipToReplace(
  document: SequenceDocument,
  take: Take,
  { at, playhead }: { readonly at: ClipId | null, readonly playhead: number },
): ClipId | null {
  const tracks = orderedTracks(document).filter(track => !track.isLocked && groupOf(track.kind) !== 'captions')
  const canPlay = (clipId: ClipId): boolean => tracks.some((track) => {
    const clip = track.clips[clipId]
    return clip !== undefined && 'in' in clip && swapOf(document, clip, take) !== null
  })
  if (at !== null && canPlay(at))
    return at
  const under = tracks.filter(isTarget).flatMap((track) => {
    const box = boxAt(boxesOf(track, document.rate), playhead)
    return box && playingOf(track).some(clip => clip.id === box.clip.id) ? box.clip.id : []
  })
  return under.find(canPlay) ?? null
}

/**
 * Another take in the place of a clip and of the sound of the same shot, from this frame of the take; they keep their places, lengths and
 * settings. A sound that the new take does not have is removed.
 */
export function replaceEdits(document: SequenceDocument, clipId: ClipId, take: Take, fromFrame: number): SequenceEdit[] {
  const linked = linkedWith(document, [clipId])
  const own = linked.find(({ clip }) => clip.id === clipId)
  if (!own || !('in' in own.clip))
    return []
  const { takeId } = own.clip
  const edits: SequenceEdit[] = []
  const silent: ClipId[] = []
  for (const { track, clip } of linked) {
    if (!('in' in clip) || (clip.id !== clipId && (clip.takeId !== takeId || takeId === null)))
      continue
    const swap = swapOf(document, clip, take)
    const from = isInSamples(track.kind) ? sampleOfFrame(fromFrame, document.rate) : fromFrame
    if (swap) {
      edits.push({
        ...swap,
        ripples: false,
        // Its line does not bring another one by itself.
        ...clip.lineId !== null && { keepsTake: true },
        ...swap.sourceLength !== null && { from },
      })
    }
    else if (clip.id !== clipId && 'points' in clip) {
      silent.push(clip.id)
    }
  }
  return [...edits, ...removeAlone(silent)]
}
