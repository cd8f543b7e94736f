/** Where copies find a place without covering anything: on their own tracks, on others of the kind, on new ones, or later. Pure. */
import type { Clip, SequenceDocument, Track, TrackKind } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { NewId, TrackId } from '#contract/words.ts'
import { endFrameOf, shifted, startFrameOf, tracksOf } from '#rules/sequence/document.ts'
import { keepMet } from '#rules/sequence/edit/ripple.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { boxesBetween, boxesOf } from '../view/rows.ts'

export interface Piece {
  readonly clip: Clip
  readonly kind: TrackKind
  /** Where it goes when that is free; null when there is no track of the kind. */
  readonly wanted: Track | null
  /** Those of the same bundle came from one track, and come onto one. */
  readonly bundle: string
}
export interface Places {
  /** New tracks. */
  readonly edits: readonly SequenceEdit[]
  readonly placements: readonly { readonly trackId: TrackId, readonly clip: Clip }[]
}

export function isFree({ rate }: SequenceDocument, track: Track, pieces: readonly Pick<Piece, 'clip' | 'kind'>[]): boolean {
  const boxes = boxesOf(track, rate)
  return pieces.every(piece =>
    boxesBetween(boxes, startFrameOf(piece, piece.clip, rate), endFrameOf(piece, piece.clip, rate)).length === 0)
}

/**
 * At their time, on the wanted tracks or the nearest free ones of the kind, which for pictures are above, else on new ones. Null
 * where captions find no place: another caption track is for another language.
 */
export function findPlaces(document: SequenceDocument, pieces: readonly Piece[], newId: NewId): Places | null {
  const [edits, placements, taken]: [SequenceEdit[], { trackId: TrackId, clip: Clip }[], Map<TrackId, Piece[]>] = [[], [], new Map()]
  const trackIds = [...document.trackIds]
  for (const together of Map.groupBy(pieces, piece => piece.bundle).values()) {
    const [{ wanted, kind }] = together as [Piece, ...Piece[]] // a group has at least one
    const found = nearestOf(document, wanted, kind).find(track => !track.isLocked && isFree(document, track, together)
      && !overlap(document, taken.get(track.id) ?? [], together))
    if (!found && kind === 'captions' && wanted)
      return null
    const track = found ?? plainTrack(kind, newId<TrackId>()) // freshly made in the form of an id
    if (!found) {
      const beside = wanted ? trackIds.indexOf(wanted.id) + 1 : trackIds.length
      trackIds.splice(beside, 0, track.id)
      edits.push({ do: 'addTrack', track, at: beside })
    }
    taken.set(track.id, [...taken.get(track.id) ?? [], ...together])
    placements.push(...together.map(({ clip }) => ({ trackId: track.id, clip })))
  }
  return { edits, placements }
}

/**
 * The wanted track, then those of the kind behind it, the nearest first, then those before it; of pictures only those above, where what is
 * placed is seen. Spoken lines may be on tracks for sound.
 */
function nearestOf(document: SequenceDocument, wanted: Track | null, kind: TrackKind): Track[] {
  if (kind === 'captions')
    return wanted ? [wanted] : []
  const tracks = tracksOf(document)
  const at = wanted ? tracks.indexOf(wanted) : 0
  const ordered = [...tracks.slice(at), ...kind === 'pictures' ? [] : tracks.slice(0, at).reverse()]
  return [...ordered.filter(track => track.kind === kind), ...kind === 'speech' ? ordered.filter(track => track.kind === 'sound') : []]
}

function overlap({ rate }: SequenceDocument, some: readonly Piece[], others: readonly Piece[]): boolean {
  return some.some(one => others.some(other => startFrameOf(one, one.clip, rate) < endFrameOf(other, other.clip, rate)
    && startFrameOf(other, other.clip, rate) < endFrameOf(one, one.clip, rate)))
}

/** The next time at which all of them are free on the wanted tracks, in the same distances. */
export function nextPlaces(document: SequenceDocument, pieces: readonly Piece[]): Places {
  const { rate } = document
  let later = 0
  for (let isMoving = true; isMoving;) {
    isMoving = false
    for (const { clip, kind, wanted } of pieces) {
      const [start, end] = [startFrameOf({ kind }, clip, rate) + later, endFrameOf({ kind }, clip, rate) + later]
      const inTheWay = wanted ? boxesBetween(boxesOf(wanted, rate), start, end).at(-1) : undefined
      if (!inTheWay)
        continue
      later += inTheWay.end - start
      isMoving = true
    }
  }
  const placed = pieces.flatMap(({ clip, kind, wanted }) =>
    wanted ? [{ from: wanted.id, was: clip, now: { ...clip, start: shifted(kind, clip.start, later, rate) } }] : [])
  keepMet(placed)
  return { edits: [], placements: placed.map(({ from, now }) => ({ trackId: from, clip: now })) }
}

/** The kind of a new track for clips of which only the group is known. */
export function kindOf(clip: Clip): TrackKind {
  if ('look' in clip)
    return 'pictures'
  return 'points' in clip ? clip.lineId === null ? 'sound' : 'speech' : 'captions'
}
