/** Where clips come by edits, and which parts of other clips they cover there. Pure. */
import type { SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import type { Row } from '../view/rows.ts'
import { endFrameOf, shifted, startFrameOf } from '#rules/sequence/document.ts'
import { linkedWith } from '#rules/sequence/linked.ts'
import { boxesBetween, boxesOf, orderedTracks } from '../view/rows.ts'

/** Frames of a track. */
export interface Stretch { readonly trackId: TrackId, readonly start: number, readonly end: number }

/** The places of clips that are placed or moved, on tracks that exist or are new. */
export function comingIn(document: SequenceDocument, edits: readonly SequenceEdit[]): Stretch[] {
  const fresh = new Map(edits.flatMap(edit => edit.do === 'addTrack' ? [[edit.track.id, edit.track] as const] : []))
  const trackOf = (trackId: TrackId): Track | undefined => document.tracks[trackId] ?? fresh.get(trackId)
  return edits.flatMap((edit) => {
    const clips = edit.do === 'place'
      ? edit.placements.map(({ trackId, clip }) => ({ track: trackOf(trackId), clip }))
      : edit.do === 'move'
        ? linkedWith(document, edit.clipIds).map(({ track, clip }) => {
            const to = edit.toTracks[clip.id]
            return {
              track: to === undefined ? track : trackOf(to),
              clip: { ...clip, start: shifted(track.kind, clip.start, edit.byFrames, document.rate) },
            }
          })
        : []
    return clips.flatMap(({ track, clip }) => track
      ? [{ trackId: track.id, start: startFrameOf(track, clip, document.rate), end: endFrameOf(track, clip, document.rate) }]
      : [])
  })
}

/** Parts of clips that are cut away by edits that overwrite; those that touch on a track are one. */
export function coveredBy(document: SequenceDocument, edits: readonly SequenceEdit[]): Stretch[] {
  const parts = edits.flatMap((edit) => {
    if (!('how' in edit) || edit.how !== 'overwrite')
      return []
    const moving = new Set<ClipId>(edit.do === 'move' ? linkedWith(document, edit.clipIds).map(({ clip }) => clip.id) : [])
    return comingIn(document, [edit]).flatMap(({ trackId, start, end }) => {
      const track = document.tracks[trackId]
      return track
        ? boxesBetween(boxesOf(track, document.rate), start, end)
            .filter(box => !moving.has(box.clip.id))
            .map(box => ({ trackId, start: Math.max(start, box.start), end: Math.min(end, box.end) }))
        : []
    })
  })
  return [...Map.groupBy(parts, ({ trackId }) => trackId).values()].flatMap(joined)
}

function joined(parts: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = []
  for (const part of parts.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1)
    if (last && part.start <= last.end)
      all[all.length - 1] = { ...last, end: Math.max(last.end, part.end) }
    else
      all.push(part)
  }
  return all
}

/** Pixels from the top of the first row. */
export interface Band { readonly top: number, readonly height: number }

const newHeight = 28

/** Where tracks are drawn; those that come new, between the rows where they will be. */
export function bandsOf(document: SequenceDocument, rows: readonly Row[], edits: readonly SequenceEdit[]): Map<TrackId, Band> {
  const bands = new Map<TrackId, Band>(rows.map(({ track, top, height }) => [track.id, { top, height }]))
  const [trackIds, tracks] = [[...document.trackIds], { ...document.tracks }]
  for (const edit of edits) {
    if (edit.do !== 'addTrack')
      continue
    trackIds.splice(Math.min(edit.at, trackIds.length), 0, edit.track.id)
    tracks[edit.track.id] = edit.track
  }
  const last = rows.at(-1)
  const bottom = last ? last.top + last.height + 2 : 0
  const ordered = orderedTracks({ trackIds, tracks })
  for (const [at, { id }] of ordered.entries()) {
    if (document.tracks[id])
      continue
    const next = ordered.slice(at + 1).find(track => document.tracks[track.id])
    const edge = next ? Math.max(0, (bands.get(next.id)?.top ?? 0) - newHeight / 2) : bottom
    const above = ordered.slice(0, at).findLast(track => !document.tracks[track.id] && bands.has(track.id))
    const used = above ? bands.get(above.id) : undefined
    bands.set(id, { top: used && used.top + newHeight > edge && used.top <= edge ? used.top + newHeight : edge, height: newHeight })
  }
  return bands
}
