/** Puts takes onto tracks: where they were dropped, on a track of their kind, or on a new one. A shot brings its sound along. */
import type { Clip, SequenceDocument, Track, TrackKind } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { Take } from '#contract/takes.ts'
import type { ClipId, LineId, TakeId, TrackId } from '#contract/words.ts'
import { endFrameOf, startFrameOf } from '#rules/sequence/document.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { boxesBetween, boxesOf, groupOf, orderedTracks } from '../view/rows.ts'
import { pictureClip, soundClip } from './new-things.ts'

export interface Placing {
  readonly document: SequenceDocument
  readonly newId: () => string
  /** Whether a line of this project is meant, which the clip is then tied to. */
  readonly isLine: (lineId: LineId) => boolean
  /** The lines that are placed with these takes, whoever made the takes. */
  readonly lineOf?: ReadonlyMap<TakeId, LineId>
  /** The take that the line has; its clip follows the line only with that one. */
  readonly chosenOf: (lineId: LineId) => TakeId | null | undefined
}
export interface Spot {
  readonly frame: number
  /** Null: a new track. Undefined: whichever is free. */
  readonly trackId?: TrackId | null | undefined
  /** Where a new track goes for what was dropped between two; absent: behind all others. */
  readonly newTrackAt?: number
  readonly how: 'overwrite' | 'insert'
}
export interface Placed { readonly edits: readonly SequenceEdit[], readonly clipIds: readonly ClipId[], readonly unusable: readonly Take[] }

/** One after another, in the order given. Takes of which no length is known, or that are words, are left out. */
export function placeTakes(placing: Placing, takes: readonly Take[], spot: Spot): Placed {
  const { document } = placing
  const [made, clipIds, unusable]: [Piece[], ClipId[], Take[]] = [[], [], []]
  let frame = spot.frame
  for (const take of takes) {
    const pieces = piecesOf(placing, take, frame)
    const [first] = pieces
    if (!first) {
      unusable.push(take)
      continue
    }
    made.push(...pieces)
    clipIds.push(...pieces.map(({ clip }) => clip.id))
    frame = endFrameOf(first, first.clip, document.rate)
  }
  if (made.length === 0)
    return { edits: [], clipIds, unusable }
  const tracks = tracksFor(placing, made, spot)
  const placements = made.flatMap(({ kind, clip }) => {
    const trackId = tracks.of.get(groupOf(kind))
    return trackId === undefined ? [] : [{ trackId, clip }]
  })
  return { edits: [...tracks.edits, { do: 'place', placements, how: spot.how }], clipIds, unusable }
}

interface Piece { readonly kind: TrackKind, readonly clip: Clip }

function piecesOf({ document, newId, isLine, lineOf, chosenOf }: Placing, take: Take, frame: number): Piece[] {
  const { rate, stillSeconds } = document
  const lineId = lineOf?.get(take.id) ?? (take.lineId !== null && take.kind === 'speech' && isLine(take.lineId) ? take.lineId : null)
  const fresh = (linkId: ClipId | null = null) => ({ id: newId() as ClipId, rate, frame, linkId, lineId, stillSeconds })
  if (take.medium === 'audio') {
    const clip = soundClip(take, fresh())
    // Whoever places another take than the chosen one wants that one.
    const keeps = lineId !== null && chosenOf(lineId) !== take.id ? { keepsTake: true } as const : {}
    return clip ? [{ kind: take.kind === 'speech' || lineId !== null ? 'speech' : 'sound', clip: { ...clip, ...keeps } }] : []
  }
  if (take.medium === 'text')
    return []
  const linkId = take.medium === 'video' && take.asset.channels ? newId() as ClipId : null
  const picture = pictureClip(take, fresh(linkId))
  const heard = picture && linkId ? soundClip(take, fresh(linkId), picture.length) : null
  return [
    ...picture ? [{ kind: 'pictures', clip: heard ? picture : { ...picture, linkId: null } } as const] : [],
    ...heard ? [{ kind: 'sound', clip: heard } as const] : [],
  ]
}

/** The track of each kind: the one dropped on where it takes the kind, else the first that is free there, else a new one. */
function tracksFor({ document, newId }: Placing, pieces: readonly Piece[], spot: Spot) {
  const [edits, of]: [SequenceEdit[], Map<ReturnType<typeof groupOf>, TrackId>] = [[], new Map()]
  const dropped = spot.trackId ? document.tracks[spot.trackId] : undefined
  for (const { kind } of pieces) {
    const group = groupOf(kind)
    if (of.has(group))
      continue
    const own = pieces.filter(piece => groupOf(piece.kind) === group)
    const wanted = dropped && groupOf(dropped.kind) === group ? dropped : null
    const found = wanted ?? (spot.trackId === null && group === groupOf(pieces[0]?.kind ?? kind) ? null : freeTrack(document, kind, own))
    if (found) {
      of.set(group, found.id)
      continue
    }
    const track = plainTrack(kind, newId() as TrackId)
    const at = spot.newTrackAt === undefined || group !== groupOf(pieces[0]?.kind ?? kind) ? document.trackIds.length : spot.newTrackAt
    edits.push({ do: 'addTrack', track, at: at + edits.length })
    of.set(group, track.id)
  }
  return { edits, of }
}

/** The first track of the kind, or else of its group, that is free where these lie. */
export function freeTrack(document: SequenceDocument, kind: TrackKind, pieces: readonly Piece[]): Track | null {
  const candidates = orderedTracks(document).filter(track => groupOf(track.kind) === groupOf(kind) && !track.isLocked)
  const isFree = (track: Track): boolean => pieces.every(piece => boxesBetween(
    boxesOf(track, document.rate),
    startFrameOf(piece, piece.clip, document.rate),
    endFrameOf(piece, piece.clip, document.rate),
  ).length === 0)
  return candidates.find(track => track.kind === kind && isFree(track)) ?? candidates.find(isFree) ?? null
}
