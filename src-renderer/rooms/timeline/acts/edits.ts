/** What keys and menus ask for, as edits. Pure: the room sends them. */
import type { Clip, FrameRate, SequenceDocument } from '#contract/sequence-document.ts'
import type { HowPlaced, SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, NewId, TrackId } from '#contract/words.ts'
import type { Refitting } from '#rules/sequence/edit/refit.ts'
import type { Row } from '../view/rows.ts'
import type { Piece, Places } from './find-places.ts'
import { endFrameOf, findClip, isInSamples, shifted, startFrameOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { keepStep, rampsInStep, refitCaption, refitPicture, refittingTo } from '#rules/sequence/edit/refit.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { keepMet } from '#rules/sequence/edit/ripple.ts'
import { isSameRate } from '#rules/sequence/frame-rates.ts'
import { frameAtSample, sampleOfFrame } from '#rules/sequence/frames.ts'
import { linkedWith } from '#rules/sequence/linked.ts'
import { notLaid } from '#rules/sequence/not-laid.ts'
import { boxAt, boxesBetween, boxesOf, groupOf, orderedTracks } from '../view/rows.ts'
import { findPlaces, kindOf, nextPlaces } from './find-places.ts'
import { keyOf, tracksOfCopies } from './tracks-of-copies.ts'

/** Clips of unlocked tracks, the uppermost first, that a cut at this frame parts in two. */
function cuttable(rows: readonly Row[], frame: number): { readonly clipId: ClipId, readonly trackId: TrackId }[] {
  return rows.filter(row => !row.track.isLocked).flatMap(({ boxes, track }) => {
    const box = boxAt(boxes, frame)
    return box && box.start < frame ? [{ clipId: box.clip.id, trackId: track.id }] : []
  })
}

/** What *Split* is about: the selected clips under the playhead, else the one of the track that was clicked last, else the uppermost. */
export function clipsToSplit(
  rows: readonly Row[],
  frame: number,
  { selected, clickedTrack }: { readonly selected: ReadonlySet<ClipId>, readonly clickedTrack: TrackId | null },
): ClipId[] {
  const under = cuttable(rows, frame)
  const chosen = under.filter(({ clipId }) => selected.has(clipId))
  const one = under.find(({ trackId }) => trackId === clickedTrack) ?? under[0]
  return (chosen.length > 0 ? chosen : one ? [one] : []).map(({ clipId }) => clipId)
}

/** These clips with what is linked to them, or those of every unlocked track. */
export function splitEdits(
  document: SequenceDocument,
  rows: readonly Row[],
  frame: number,
  which: readonly ClipId[] | 'all',
  newId: NewId,
): SequenceEdit[] {
  const cut = linkedWith(document, which === 'all' ? cuttable(rows, frame).map(({ clipId }) => clipId) : which)
    .filter(({ track, clip }) => !track.isLocked
      && startFrameOf(track, clip, document.rate) < frame && endFrameOf(track, clip, document.rate) > frame)
  return cut.length === 0
    ? []
    : [{ do: 'split', atFrame: frame, pieces: cut.map(({ clip }) => ({ clipId: clip.id, newId: newId<ClipId>() })) }]
}

/** The clip that [ and ] are about: the one touched last where the playhead can reach it, else the uppermost under the playhead. */
export function clipAtPlayhead(rows: readonly Row[], frame: number, at: ClipId | null): ClipId | null {
  const touched = rows.find(row => at !== null && row.track.clips[at])
  if (at !== null && touched && !touched.track.isLocked && boxAt(touched.boxes, frame)?.clip.id === at)
    return at
  for (const row of rows) {
    const box = row.track.isLocked ? null : boxAt(row.boxes, frame)
    if (box)
      return box.clip.id
  }
  return null
}

/** Moves an edge of the clip to this frame. */
export function trimTo(document: SequenceDocument, clipId: ClipId, edge: 'start' | 'end', frame: number, ripples: boolean): SequenceEdit[] {
  const found = findClip(document, clipId)
  const from = found && (edge === 'start' ? startFrameOf : endFrameOf)(found.track, found.clip, document.rate)
  return from === null || from === frame ? [] : [{ do: 'trim', clipIds: [clipId], edge, byFrames: frame - from, ripples }]
}

/**
 * What Q and W do: the clip touched last where the playhead can reach it, else the uppermost under the playhead. A picture over several
 * lines cannot lose the time, as others of them are in it; then it is the uppermost below that can, and that begins or ends within the
 * picture.
 */
export function rippleToPlayhead(
  document: SequenceDocument,
  rows: readonly Row[],
  { frame, at, edge }: { readonly frame: number, readonly at: ClipId | null, readonly edge: 'start' | 'end' },
): { readonly clipId: ClipId, readonly edits: readonly SequenceEdit[] } | null {
  const first = clipAtPlayhead(rows, frame, at)
  if (first === null)
    return null
  const under = rows.flatMap(row => row.track.isLocked ? [] : boxAt(row.boxes, frame) ?? [])
  const uppermost = under.find(({ clip }) => clip.id === first)
  const within = under.filter(box => uppermost && (edge === 'start' ? box.start >= uppermost.start : box.end <= uppermost.end))
  const chosen = first === at ? [first] : within.map(({ clip }) => clip.id)
  const tried = chosen.map(clipId => ({ clipId, edits: trimTo(document, clipId, edge, frame, true) }))
  return tried.find(({ edits }) => edits.length > 0 && isPossible(document, edits)) ?? tried[0] ?? null
}

function isPossible(document: SequenceDocument, edits: readonly SequenceEdit[]): boolean {
  try {
    applyEdits(document, edits)
    return true
  }
  catch (error) {
    if (error instanceof EditRefusedError)
      return false
    throw error
  }
}

/** As far as the beginning, or other clips, allow. Where they do not allow a frame, the edit is refused and says why. */
export function nudgeEdits(document: SequenceDocument, ids: ReadonlySet<ClipId>, byFrames: number): SequenceEdit[] {
  const { rate } = document
  const moving = linkedWith(document, ids)
  const movingIds = new Set(moving.map(({ clip }) => clip.id))
  const room = Math.min(...moving.map(({ track, clip }) => {
    const [start, end] = [startFrameOf(track, clip, rate), endFrameOf(track, clip, rate)]
    const [from, until] = byFrames < 0 ? [Math.max(0, start + byFrames), start] : [end, end + byFrames]
    const others = boxesBetween(boxesOf(track, rate), from, until).filter(box => !movingIds.has(box.clip.id))
    const free = byFrames < 0
      ? start - Math.max(0, ...others.filter(box => box.start < start).map(box => box.end))
      : Math.min(Infinity, ...others.filter(box => box.end > end).map(box => box.start)) - end
    return Math.max(0, free)
  }))
  const isAtBeginning = byFrames < 0 && moving.some(({ track, clip }) => startFrameOf(track, clip, rate) === 0)
  const by = Math.sign(byFrames) * Math.min(Math.abs(byFrames), Math.max(1, room))
  return moving.length === 0 || isAtBeginning ? [] : moveEdits(document, ids, by)
}

/** By exactly this many frames, or not at all. */
export function moveEdits(document: SequenceDocument, ids: ReadonlySet<ClipId>, byFrames: number): SequenceEdit[] {
  const clipIds = linkedWith(document, ids).map(({ clip }) => clip.id)
  return clipIds.length === 0 || byFrames === 0 ? [] : [{ do: 'move', clipIds, byFrames, toTracks: {}, how: 'free' }]
}

/** A clip as it is on the clipboard: how far behind the first of them, on which track of its group. */
export interface CopiedClip {
  readonly clip: Clip
  readonly group: ReturnType<typeof groupOf>
  readonly track: number
  readonly byFrames: number
}
export interface Clipboard { readonly rate: SequenceDocument['rate'], readonly clips: readonly CopiedClip[], readonly frames: number }

export function copiedClips(document: SequenceDocument, ids: Iterable<ClipId>): Clipboard | null {
  const found = linkedWith(document, ids)
  if (found.length === 0)
    return null
  const ordered = orderedTracks(document)
  const first = Math.min(...found.map(({ track, clip }) => startFrameOf(track, clip, document.rate)))
  const last = Math.max(...found.map(({ track, clip }) => endFrameOf(track, clip, document.rate)))
  return {
    rate: document.rate,
    frames: last - first,
    clips: found.map(({ track, clip }) => {
      const group = groupOf(track.kind)
      return {
        clip,
        group,
        track: ordered.filter(one => groupOf(one.kind) === group).findIndex(one => one.id === track.id),
        byFrames: startFrameOf(track, clip, document.rate) - first,
      }
    }),
  }
}

/**
 * New clips with new ids, at this frame, on tracks as `tracksOfCopies` says; linked ones stay linked with each other. `free`: where
 * something is in the way they come onto other tracks of the kind, or new ones. What has no track gets one.
 */
export function pasteEdits(
  document: SequenceDocument,
  { clips, rate }: Clipboard,
  frame: number,
  how: HowPlaced,
  newId: NewId,
  onto: TrackId | null = null,
): { edits: SequenceEdit[], clipIds: ClipId[] } {
  const links = new Map<ClipId, ClipId>()
  const refitting = refittingTo(document.rate, rate)
  const tracks = tracksOfCopies(document, clips, onto)
  const pieces = clips.map((copied): Piece => {
    const { clip, byFrames } = copied
    const from = keyOf(copied)
    const wanted = tracks.get(from) ?? null
    const kind = wanted?.kind ?? kindOf(clip)
    if (clip.linkId !== null && !links.has(clip.linkId))
      links.set(clip.linkId, newId<ClipId>())
    const at = frame + refitting.frameOf(byFrames)
    const placed = {
      ...notLaid(clip),
      id: newId<ClipId>(),
      linkId: clip.linkId && (links.get(clip.linkId) ?? null),
      start: isInSamples(kind) ? sampleOfFrame(at, document.rate) + samplesInto(clip, rate) : at,
    } as Clip // the same kind of clip as was copied
    if (!isSameRate(document.rate, rate))
      fitInto(placed, byFrames, refitting)
    return { clip: placed, kind, wanted, bundle: how === 'free' ? from : wanted?.id ?? from }
  })
  // Frames of another rate are of another length: a start that is rounded to one of them changes by up to the half of it.
  keepMet(
    clips.map((copied, at) => ({ from: keyOf(copied), was: copied.clip, now: pieces[at]!.clip })),
    isSameRate(document.rate, rate) ? undefined : sampleOfFrame(1, document.rate),
  )
  if (!isSameRate(document.rate, rate))
    keepRamps(clips, pieces, { from: rate, to: document.rate })
  return asEdits(pieces, placesOf(document, pieces, how, newId), how)
}

/** How many samples behind the beginning of its frame a sound begins. */
function samplesInto(clip: Clip, rate: FrameRate): number {
  return 'points' in clip ? clip.start - sampleOfFrame(frameAtSample(clip.start, rate), rate) : 0
}

/** Sounds keep the courses of their shots, whose points came to frames of another rate. `pieces` are as `clips`; it changes their clips. */
function keepRamps(clips: readonly CopiedClip[], pieces: readonly Piece[], { from, to }: Record<'from' | 'to', FrameRate>): void {
  const placed = new Map(clips.map(({ clip }, index) => [clip, pieces[index]?.clip]))
  for (const [heard, seen] of rampsInStep(clips.map(({ clip }) => clip), from)) {
    const [sound, shot] = [placed.get(heard), placed.get(seen)]
    if (sound && shot && 'points' in sound && 'look' in shot)
      keepStep(sound, shot, to)
  }
}

function placesOf(document: SequenceDocument, pieces: readonly Piece[], how: HowPlaced, newId: NewId): Places {
  const [tracked, homeless] = [pieces.filter(piece => piece.wanted), pieces.filter(piece => !piece.wanted)]
  if (how === 'free')
    return findPlaces(document, pieces, newId) ?? onWanted(pieces)
  const fresh = findPlaces(document, homeless, newId)
  return { edits: fresh?.edits ?? [], placements: [...onWanted(tracked).placements, ...fresh?.placements ?? []] }
}

function onWanted(pieces: readonly Piece[]): Places {
  return { edits: [], placements: pieces.flatMap(({ wanted, clip }) => wanted ? [{ trackId: wanted.id, clip }] : []) }
}

function asEdits(pieces: readonly Piece[], { edits, placements }: Places, how: HowPlaced): { edits: SequenceEdit[], clipIds: ClipId[] } {
  return {
    edits: pieces.length === 0 ? [] : [...edits, { do: 'place', placements: [...placements], how }],
    clipIds: pieces.map(({ clip }) => clip.id),
  }
}

/** A copied clip that was so many frames behind the first, in frames of the new rate. It changes the clip. Sounds keep their time to the sample. */
function fitInto(clip: Clip, from: number, refitting: Refitting): void {
  const { frameOf } = refitting
  const { start } = clip
  // What met still meets.
  const at = (into: number): number => start + frameOf(from + into) - frameOf(from)
  const length = Math.max(1, at(clip.length) - start)
  if ('look' in clip)
    refitPicture(clip, { start, length }, refitting)
  else if ('speaker' in clip)
    refitCaption(clip, { start, length }, at)
}

/**
 * Copies of clips right behind them, with what is linked, over nothing that is there: where something is in the way, on other tracks of the
 * kind or new ones, and captions with all of the others at the next time that is free on their tracks.
 */
export function duplicateEdits(
  document: SequenceDocument,
  ids: ReadonlySet<ClipId>,
  newId: NewId,
): { edits: SequenceEdit[], clipIds: ClipId[] } {
  const copied = copiedClips(document, ids)
  if (!copied)
    return { edits: [], clipIds: [] }
  const found = linkedWith(document, ids)
  const links = new Map(found.flatMap(({ clip }) => clip.linkId === null ? [] : [[clip.linkId, newId<ClipId>()] as const]))
  const pieces = found.map(({ track, clip }): Piece => ({
    kind: track.kind,
    wanted: track,
    bundle: track.id,
    clip: {
      ...notLaid(clip),
      id: newId<ClipId>(),
      linkId: clip.linkId && (links.get(clip.linkId) ?? null),
      start: shifted(track.kind, clip.start, copied.frames, document.rate),
    } as Clip, // the same kind of clip as before
  }))
  keepMet(found.map(({ track, clip }, at) => ({ from: track.id, was: clip, now: pieces[at]!.clip })))
  return asEdits(pieces, findPlaces(document, pieces, newId) ?? nextPlaces(document, pieces), 'free')
}

/** All edges of clips and markers, and the end: where ↑ and ↓ jump to. */
export function editPoint(document: SequenceDocument, frame: number, to: 'previous' | 'next'): number | null {
  const edges = tracksOf(document).flatMap(track => boxesOf(track, document.rate).flatMap(box => [box.start, box.end]))
  const places = [0, ...edges, ...Object.values(document.markers).map(marker => marker.at)]
  const beside = places.filter(place => to === 'next' ? place > frame : place < frame)
  return beside.length === 0 ? null : to === 'next' ? Math.min(...beside) : Math.max(...beside)
}

/** The place in `trackIds` that puts a track one row higher or lower among its kind; null at the end. */
export function movedTrackPlace(document: SequenceDocument, trackId: TrackId, by: -1 | 1): number | null {
  const ordered = orderedTracks(document)
  const index = ordered.findIndex(track => track.id === trackId)
  const [own, other] = [ordered[index], ordered[index + by]]
  return own && other && groupOf(own.kind) === groupOf(other.kind) ? document.trackIds.indexOf(other.id) : null
}
