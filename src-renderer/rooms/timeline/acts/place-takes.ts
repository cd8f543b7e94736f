/** Puts takes onto tracks: where they were dropped, on a track of their kind, or on a new one. A shot brings its sound along. */
import type { Clip, FrameRate, SequenceDocument, Track, TrackKind } from '#contract/sequence-document.ts'
import type { HowPlaced, SequenceEdit } from '#contract/sequence-edits.ts'
import type { Take } from '#contract/takes.ts'
import type { ClipId, LineId, NewId, TakeId, TrackId } from '#contract/words.ts'
import { endFrameOf } from '#rules/sequence/document.ts'
import { frameAtSample, sampleOfFrame } from '#rules/sequence/frames.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { boxesBetween, boxesOf, groupOf, orderedTracks } from '../view/rows.ts'
import { isFree } from './find-places.ts'
import { pictureClip, soundClip } from './new-things.ts'

export interface Placing {
  readonly document: SequenceDocument
  readonly newId: NewId
  /** Whether a line of this project is meant, which the clip is then tied to. */
  readonly isLine: (lineId: LineId) => boolean
  /** The lines that are placed with these takes, whoever made the takes. */
  readonly lineOf?: ReadonlyMap<TakeId, LineId>
  /** The take that the line has; its clip follows the line only with that one. */
  readonly chosenOf: (lineId: LineId) => TakeId | null | undefined
  /** The part of each take that is placed; absent: all of it. */
  readonly part?: TakePart | undefined
}
/** In frames of the sequence. */
export interface TakePart {
  readonly from: number
  readonly length: number
  /** Only what is seen of a shot, or only what is heard. */
  readonly only?: 'picture' | 'sound' | null
}
export interface Spot {
  readonly frame: number
  /** Null: a new track. Undefined: whichever is free. */
  readonly trackId?: TrackId | null | undefined
  /** Where a new track goes for what was dropped between two; absent: behind all others. */
  readonly newTrackAt?: number
  readonly how: HowPlaced
}
export interface Placed {
  readonly edits: readonly SequenceEdit[]
  readonly clipIds: readonly ClipId[]
  readonly unusable: readonly Take[]
  /** A sound was dropped over speech, and is on an audio track instead. */
  readonly sparesSpeech: boolean
}

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
  const placed = made.length === 0 ? { edits: [], sparesSpeech: false } : placePieces(placing, made, spot)
  return { ...placed, clipIds, unusable }
}

/** The edits that put clips onto tracks of their kind. */
export function placePieces(
  placing: Pick<Placing, 'document' | 'newId'>,
  made: readonly NewPiece[],
  spot: Spot,
): Pick<Placed, 'edits' | 'sparesSpeech'> {
  const tracks = tracksFor(placing, made, spot)
  const placements = made.flatMap(({ kind, clip }) => {
    const trackId = tracks.of.get(groupOf(kind))
    return trackId === undefined ? [] : [{ trackId, clip }]
  })
  const { sparesSpeech } = tracks
  return { edits: [...tracks.edits, { do: 'place', placements, how: spot.how }], sparesSpeech }
}

/** A clip for a track of this kind, not yet on one. */
export interface NewPiece { readonly kind: TrackKind, readonly clip: Clip }
type Piece = NewPiece

/** A sound, a picture, or a shot with its sound, linked. None of words, and of what has no known length. */
export function piecesOf(placing: Placing, take: Take, frame: number): NewPiece[] {
  const { document: { rate }, part } = placing
  const whole = wholePieces(placing, take, frame)
  if (!part)
    return whole
  const chosen = whole.filter(({ kind }) => !part.only || (part.only === 'picture') === (kind === 'pictures'))
  return chosen.flatMap(({ kind, clip }) => {
    const cut = partOf(clip, part, rate)
    return cut ? [{ kind, clip: chosen.length < whole.length ? { ...cut, linkId: null } : cut }] : []
  })
}

/** Null where nothing of the take is in the part: the sound of a shot may end before its pictures. */
function partOf(clip: Clip, { from, length }: TakePart, rate: FrameRate): Clip | null {
  if (!('sourceLength' in clip))
    return clip
  if (clip.sourceLength === null)
    return { ...clip, length }
  if ('look' in clip)
    return { ...clip, in: from, length }
  const first = sampleOfFrame(from, rate)
  const samples = Math.min(clip.sourceLength - first, sampleOfFrame(frameAtSample(clip.start, rate) + length, rate) - clip.start)
  return samples < 1 ? null : { ...clip, in: first, length: samples }
}

function wholePieces({ document, newId, isLine, lineOf, chosenOf }: Placing, take: Take, frame: number): Piece[] {
  const { rate, stillSeconds } = document
  const lineId = lineOf?.get(take.id) ?? (take.lineId !== null && take.kind === 'speech' && isLine(take.lineId) ? take.lineId : null)
  const fresh = (linkId: ClipId | null = null) => ({ id: newId<ClipId>(), rate, frame, linkId, lineId, stillSeconds })
  if (take.medium === 'audio') {
    const clip = soundClip(take, fresh())
    // A placed take that is not the chosen one is kept.
    const keeps = lineId !== null && chosenOf(lineId) !== take.id ? { keepsTake: true } as const : {}
    return clip ? [{ kind: take.kind === 'speech' || lineId !== null ? 'speech' : 'sound', clip: { ...clip, ...keeps } }] : []
  }
  if (take.medium === 'text')
    return []
  const linkId = take.medium === 'video' && take.asset.channels ? newId<ClipId>() : null
  const picture = pictureClip(take, fresh(linkId))
  const heard = picture && linkId ? soundClip(take, fresh(linkId), picture.length) : null
  return [
    ...picture ? [{ kind: 'pictures', clip: heard ? picture : { ...picture, linkId: null } } as const] : [],
    ...heard ? [{ kind: 'sound', clip: heard } as const] : [],
  ]
}

/**
 * The track of each kind: the one dropped on where it takes the kind, and has room if only that is wanted; else the first that has room,
 * else a new one. Music and other sounds never cover speech.
 */
function tracksFor({ document, newId }: Pick<Placing, 'document' | 'newId'>, pieces: readonly Piece[], spot: Spot) {
  const [edits, of]: [SequenceEdit[], Map<ReturnType<typeof groupOf>, TrackId>] = [[], new Map()]
  const dropped = spot.trackId ? document.tracks[spot.trackId] : undefined
  let sparesSpeech = false
  for (const { kind } of pieces) {
    const group = groupOf(kind)
    if (of.has(group))
      continue
    const own = pieces.filter(piece => groupOf(piece.kind) === group)
    const covers = dropped?.kind === 'speech' && kind === 'sound' && spot.how === 'overwrite' && !isFree(document, dropped, own)
    sparesSpeech ||= covers
    const hasRoom = dropped && !dropped.isLocked && (spot.how !== 'free' || isFree(document, dropped, own))
    const wanted = hasRoom && groupOf(dropped.kind) === group && !covers ? dropped : null
    const found = wanted ?? (spot.trackId === null && group === groupOf(pieces[0]?.kind ?? kind)
      ? null
      : spot.how === 'insert' ? openTrack(document, kind, spot) : freeTrack(document, kind, own))
    if (found) {
      of.set(group, found.id)
      continue
    }
    const track = plainTrack(kind, newId<TrackId>())
    const at = spot.newTrackAt === undefined || group !== groupOf(pieces[0]?.kind ?? kind) ? document.trackIds.length : spot.newTrackAt
    edits.push({ do: 'addTrack', track, at: at + edits.length })
    of.set(group, track.id)
  }
  return { edits, of, sparesSpeech }
}

/** The first track of the kind, or for speech also one of sound, that is free where these are. */
export function freeTrack(document: SequenceDocument, kind: TrackKind, pieces: readonly Piece[]): Track | null {
  const free = orderedTracks(document).filter(track => !track.isLocked && isFree(document, track, pieces))
  return free.find(track => track.kind === kind) ?? (kind === 'speech' ? free.find(track => track.kind === 'sound') : null) ?? null
}

/** The first track of the kind on which an insert cuts nothing but what is linked with the clip that it cuts anyway. */
function openTrack(document: SequenceDocument, kind: TrackKind, { frame, trackId }: Spot): Track | null {
  const over = (track: Track): Clip[] => boxesBetween(boxesOf(track, document.rate), frame, frame + 1)
    .flatMap(({ clip, start }) => start < frame ? [clip] : [])
  const dropped = trackId ? document.tracks[trackId] : undefined
  const links = new Set(dropped ? over(dropped).flatMap(({ linkId }) => linkId ?? []) : [])
  const isOpen = (track: Track): boolean => !track.isLocked && over(track).every(({ linkId }) => linkId !== null && links.has(linkId))
  const open = orderedTracks(document).filter(isOpen)
  return open.find(track => track.kind === kind) ?? (kind === 'speech' ? open.find(track => track.kind === 'sound') : null) ?? null
}
