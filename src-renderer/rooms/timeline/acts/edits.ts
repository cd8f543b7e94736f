/** What keys and menus ask for, as edits. Pure: the room sends them. */
import type { Clip, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import type { Row } from '../view/rows.ts'
import { endFrameOf, findClip, isInSamples, shifted, startFrameOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { linkedWith } from '../gestures/limits.ts'
import { boxAt, boxesOf, groupOf, orderedTracks } from '../view/rows.ts'

/** The selected clips under the playhead with what is linked to them; without such, those of every unlocked track. */
export function splitEdits(
  document: SequenceDocument,
  rows: readonly Row[],
  frame: number,
  selected: ReadonlySet<ClipId>,
  newId: () => string,
): SequenceEdit[] {
  const under = rows.filter(row => !row.track.isLocked).flatMap((row) => {
    const box = boxAt(row.boxes, frame)
    return box && box.start < frame ? [box.clip.id] : []
  })
  const chosen = under.filter(id => selected.has(id))
  const cut = linkedWith(document, chosen.length > 0 ? chosen : under)
    .filter(({ track, clip }) => !track.isLocked
      && startFrameOf(track, clip, document.rate) < frame && endFrameOf(track, clip, document.rate) > frame)
  return cut.length === 0
    ? []
    : [{ do: 'split', atFrame: frame, pieces: cut.map(({ clip }) => ({ clipId: clip.id, newId: newId() as ClipId })) }]
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
 * What Q and W do: the clip touched last where the playhead can reach it, else the uppermost under the playhead that can lose this time. A
 * picture that covers several lines cannot, as they would lie in the time that goes; the line that is spoken there can.
 */
export function rippleToPlayhead(
  document: SequenceDocument,
  rows: readonly Row[],
  { frame, at, edge }: { readonly frame: number, readonly at: ClipId | null, readonly edge: 'start' | 'end' },
): { readonly clipId: ClipId, readonly edits: readonly SequenceEdit[] } | null {
  const first = clipAtPlayhead(rows, frame, at)
  if (first === null)
    return null
  const below = rows.flatMap(row => row.track.isLocked ? [] : boxAt(row.boxes, frame)?.clip.id ?? [])
  const tried = (first === at ? [first] : below).map(clipId => ({ clipId, edits: trimTo(document, clipId, edge, frame, true) }))
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

export function nudgeEdits(document: SequenceDocument, ids: ReadonlySet<ClipId>, byFrames: number): SequenceEdit[] {
  const moving = linkedWith(document, ids)
  const least = -Math.min(...moving.map(({ track, clip }) => startFrameOf(track, clip, document.rate)))
  const by = Math.max(least, byFrames)
  return moving.length === 0 || by === 0
    ? []
    : [{ do: 'move', clipIds: moving.map(({ clip }) => clip.id), byFrames: by, toTracks: {}, how: 'overwrite' }]
}

/** A clip as it lies on the clipboard: how far behind the first of them, on which track of its group. */
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

/** A copy of a caption by itself is not what the script was laid out as: it stays when that is done again. */
export function notLaid<One extends Clip>(clip: One): One {
  const copy = { ...clip }
  if (clip.linkId === null)
    Reflect.deleteProperty(copy, 'laidText')
  return copy
}

/** New clips with new ids, at this frame, on tracks in the same order; linked ones stay linked with each other. */
export function pasteEdits(
  document: SequenceDocument,
  { clips, rate }: Clipboard,
  frame: number,
  how: 'overwrite' | 'insert',
  newId: () => string,
): { edits: SequenceEdit[], clipIds: ClipId[] } {
  const links = new Map<ClipId, ClipId>()
  const ordered = orderedTracks(document).filter(track => !track.isLocked)
  const factor = document.rate.numerator * rate.denominator / (document.rate.denominator * rate.numerator)
  const scaled = (frames: number): number => Math.round(frames * factor)
  const placements = clips.flatMap(({ clip, group, track, byFrames }) => {
    const tracks = ordered.filter(one => groupOf(one.kind) === group)
    const target = tracks[Math.min(track, tracks.length - 1)]
    if (!target)
      return []
    if (clip.linkId !== null && !links.has(clip.linkId))
      links.set(clip.linkId, newId() as ClipId)
    const at = frame + scaled(byFrames)
    const placed = {
      ...notLaid(clip),
      id: newId() as ClipId,
      linkId: clip.linkId && (links.get(clip.linkId) ?? null),
      start: isInSamples(target.kind) ? sampleOfFrame(at, document.rate) : at,
      ...isInSamples(target.kind) || factor === 1 ? {} : scaledLengths(clip, scaled),
    } as Clip // the same kind of clip as was copied
    return [{ trackId: target.id, clip: placed }]
  })
  return { edits: placements.length === 0 ? [] : [{ do: 'place', placements, how }], clipIds: placements.map(({ clip }) => clip.id) }
}

function scaledLengths(clip: Clip, scaled: (frames: number) => number): object {
  const length = Math.max(1, scaled(clip.length))
  if (!('in' in clip))
    return { length }
  if (clip.sourceLength === null)
    return { length, in: 0 }
  const sourceLength = Math.max(1, scaled(clip.sourceLength))
  const from = Math.min(scaled(clip.in), sourceLength - 1)
  // Rounded, it could leave its source.
  return { length: Math.max(1, Math.min(length, Math.floor((sourceLength - from) * 100 / clip.speed))), in: from, sourceLength }
}

/** Copies of clips right behind them. */
export function duplicateEdits(
  document: SequenceDocument,
  ids: ReadonlySet<ClipId>,
  newId: () => string,
): { edits: SequenceEdit[], clipIds: ClipId[] } {
  const copied = copiedClips(document, ids)
  if (!copied)
    return { edits: [], clipIds: [] }
  const found = linkedWith(document, ids)
  const placements = found.map(({ track, clip }) => ({
    trackId: track.id,
    clip: { ...notLaid(clip), id: newId() as ClipId, start: shifted(track.kind, clip.start, copied.frames, document.rate) },
  }))
  const links = new Map(found.flatMap(({ clip }) => clip.linkId === null ? [] : [[clip.linkId, newId() as ClipId] as const]))
  const linked = placements.map(({ trackId, clip }) => ({
    trackId,
    clip: { ...clip, linkId: clip.linkId && (links.get(clip.linkId) ?? null) } as Clip,
  }))
  return { edits: [{ do: 'place', placements: linked, how: 'overwrite' }], clipIds: linked.map(({ clip }) => clip.id) }
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
