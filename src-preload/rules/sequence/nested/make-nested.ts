/** Makes a sequence of some clips, and one clip of it in their place: the edits of both. Pure. */
import type { Clip, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, NewId, SequenceId, TrackId } from '#contract/words.ts'
import { clipsOf, endFrameOf, startFrameOf, tracksOf } from '../document.ts'
import { plainTrack } from '../new-tracks.ts'
import { wholeClip } from './nested-clips.ts'

interface Nesting {
  /** Of a copy of the sequence, which becomes the inner one. */
  readonly inner: SequenceEdit[]
  readonly outer: SequenceEdit[]
  readonly clipId: ClipId
}

interface Wish { readonly clipIds: Iterable<ClipId>, readonly sequenceId: SequenceId, readonly name: string, readonly newId: NewId }

/** With all that is linked with these. Null without any, or where one is on a locked track. */
export function makeNestedEdits(document: SequenceDocument, { clipIds, sequenceId, name, newId }: Wish): Nesting | null {
  const all = tracksOf(document).flatMap(track => clipsOf(track).map(clip => ({ track, clip })))
  const wanted = new Set(clipIds)
  const links = new Set(all.flatMap(({ clip }) => wanted.has(clip.id) && clip.linkId ? clip.linkId : []))
  const isChosen = ({ id, linkId }: Clip): boolean => wanted.has(id) || (linkId !== null && links.has(linkId))
  const chosen = all.filter(({ clip }) => isChosen(clip))
  if (chosen.length === 0 || chosen.some(({ track }) => track.isLocked))
    return null
  const start = Math.min(...chosen.map(({ track, clip }) => startFrameOf(track, clip, document.rate)))
  const end = Math.max(...chosen.map(({ track, clip }) => endFrameOf(track, clip, document.rate)))
  const ids = chosen.map(({ clip }) => clip.id)
  const isFree = (track: Track): boolean => clipsOf(track).every(clip => isChosen(clip)
    || startFrameOf(track, clip, document.rate) >= end || endFrameOf(track, clip, document.rate) <= start)
  const { edits, trackId } = targetOf(document, { isFree, own: new Set(chosen.map(({ track }) => track.id)), newId })
  const clipId = newId<ClipId>()
  const clip = wholeClip({ id: clipId, sequenceId, start, length: end - start })
  return {
    inner: innerEdits(document, { ids, isChosen, start, name }),
    outer: [
      { do: 'remove', clipIds: ids, closesGap: false },
      ...edits,
      { do: 'place', placements: [{ trackId, clip }], how: 'free' },
    ],
    clipId,
  }
}

interface Inner { readonly ids: ClipId[], readonly isChosen: (clip: Clip) => boolean, readonly start: number, readonly name: string }

/** Its tracks keep how they play; those without such clips go, and so do all markers. */
function innerEdits(document: SequenceDocument, { ids, isChosen, start, name }: Inner): SequenceEdit[] {
  const tracks = tracksOf(document)
  const others = tracks.flatMap(track => clipsOf(track).filter(clip => !isChosen(clip)).map(({ id }) => id))
  const locked = tracks.filter(({ isLocked }) => isLocked)
  const empty = tracks.filter(track => !clipsOf(track).some(isChosen))
  return [
    ...locked.map(({ id }): SequenceEdit => ({ do: 'setTrack', trackId: id, values: { isLocked: false } })),
    ...others.length > 0 ? [{ do: 'remove', clipIds: others, closesGap: false } as const] : [],
    ...start > 0 ? [{ do: 'move', clipIds: ids, byFrames: -start, toTracks: {}, how: 'overwrite' } as const] : [],
    ...empty.map(({ id }): SequenceEdit => ({ do: 'removeTrack', trackId: id })),
    ...Object.values(document.markers).map(({ id }): SequenceEdit => ({ do: 'removeMarker', markerId: id })),
    { do: 'setSequence', values: { name, inFrame: null, outFrame: null, targetSeconds: null } },
  ]
}

interface Place { readonly isFree: (track: Track) => boolean, readonly own: ReadonlySet<TrackId>, readonly newId: NewId }

interface Target { readonly edits: SequenceEdit[], readonly trackId: TrackId }

/** The lowest track that its pictures came from, else the first free one for pictures, else a new one above theirs. */
function targetOf(document: SequenceDocument, { isFree, own, newId }: Place): Target {
  const pictures = tracksOf(document).filter(({ kind, isLocked, isMuted }) => kind === 'pictures' && !isLocked && !isMuted)
  const theirs = pictures.filter(({ id }) => own.has(id))
  const found = theirs.find(isFree) ?? (theirs.length === 0 ? pictures.find(isFree) : undefined)
  if (found)
    return { edits: [], trackId: found.id }
  const track = plainTrack('pictures', newId<TrackId>())
  const above = theirs.at(-1)
  const at = above ? document.trackIds.indexOf(above.id) + 1 : document.trackIds.length
  return { edits: [{ do: 'addTrack', track, at }], trackId: track.id }
}
