/** The tracks of a sequence as one clip of another plays them: in its format, at its place, and only the part that the clip has. */
import type { CaptionClip, CaptionTrack, Clip, PictureTrack, SequenceDocument, SoundingTrack, Track } from '#contract/sequence-document.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import type { FlatTrack } from './nest.ts'
import type { NestedClip } from './nested-clips.ts'
import type { Pace } from './pace.ts'
import { retimeMarks } from '../../captions/word-marks.ts'
import { clipsOf, durationFrames, endOf, isInSamples, tracksOf } from '../document.ts'
import { applyEdits } from '../edit/apply.ts'
import { derivedId } from '../edit/derived-id.ts'
import { cutEnd, cutStart } from '../edit/draft.ts'
import { EditRefusedError } from '../edit/refused.ts'
import { isSameRate } from '../frame-rates.ts'
import { sampleOfFrame } from '../frames.ts'
import { audibleTracks } from '../levels.ts'
import { heldOn } from './held.ts'
import { nestOf } from './nest.ts'
import { isPaced, playedUntil } from './nested-clips.ts'
import { pictureOf, soundOf } from './pace-of-clip.ts'
import { inside, momentOutside, movedBy, outerSpan } from './pace.ts'

export type Format = Pick<SequenceDocument, 'width' | 'height' | 'rate'>

const knownFitted = new WeakMap<SequenceDocument, SequenceDocument[]>()

/** In another size and frame rate; the same object for the same format. */
export function fitted(document: SequenceDocument, { width, height, rate }: Format): SequenceDocument {
  const isOf = (one: SequenceDocument): boolean => one.width === width && one.height === height && isSameRate(one.rate, rate)
  if (isOf(document))
    return document
  const kept = knownFitted.get(document) ?? []
  knownFitted.set(document, kept)
  const found = kept.find(isOf)
  if (found)
    return found
  const made = refitted(document, { width, height, rate })
  kept.push(made)
  return made
}

/** One that does not fit into the other rate plays nothing. */
function refitted(document: SequenceDocument, format: Format): SequenceDocument {
  try {
    return applyEdits(document, [{ do: 'refit', ...format }]).document
  }
  catch (error) {
    if (error instanceof EditRefusedError)
      return { ...document, ...format, trackIds: [], tracks: {} }
    throw error
  }
}

interface Piece { readonly key: string, readonly tracks: readonly FlatTrack[] }
/** By the flat document of the inner sequence, and the clip. */
const knownPieces = new WeakMap<SequenceDocument['tracks'], Map<ClipId, Piece>>()

/** `inner` is flat, and in the format of the outer one. The clip plays on for `plusFrames`. Muted tracks are left out. */
export function pieceOf(inner: SequenceDocument, clip: NestedClip, plusFrames = 0): Track[] {
  const { start, in: first, length, speed, ramp, isReversed, isFrozen, nested } = clip
  const key = JSON.stringify([start, first, length, speed, ramp, isReversed, isFrozen, nested, plusFrames])
  const pieces = knownPieces.get(inner.tracks) ?? new Map<ClipId, Piece>()
  knownPieces.set(inner.tracks, pieces)
  const kept = pieces.get(clip.id)
  if (kept?.key === key)
    return [...kept.tracks]
  const audible = new Set<Track>(audibleTracks(inner))
  const made = tracksOf(inner)
    // A frozen picture has no sound.
    .filter(track => isInSamples(track.kind) ? audible.has(track) && !isFrozen : !track.isMuted)
    .flatMap((track): FlatTrack[] => {
      const placed = track.kind === 'captions' ? captionsFor(track, inner, clip) : partFor(track, inner, clip, plusFrames)
      return [...Object.keys(placed.clips).length > 0 ? [placed] : [], ...heldFor(track, durationFrames(inner), clip, plusFrames)]
    })
  pieces.set(clip.id, { key, tracks: made })
  return made
}

function idIn<Id extends string>(clip: NestedClip, id: Id): Id {
  return derivedId<Id>(`${clip.id} ${id}`)
}

function renamed<One extends Clip>(one: One, clip: NestedClip, start: number): One {
  return { ...one, id: idIn(clip, one.id), linkId: one.linkId && idIn(clip, one.linkId), start }
}

function keyed<One extends Clip>(clips: readonly One[]): Record<ClipId, One> {
  return Object.fromEntries(clips.map(one => [one.id, one]))
}

/** Of one with another speed. What follows the end of the sequence is its last frame, as far as the clip is not longer by itself. */
export function paceOf(clip: NestedClip, inner: SequenceDocument, plusFrames: number): Pace {
  return pictureOf(clip, plusFrames, Math.max(durationFrames(inner), playedUntil(clip)) - 1)
}

/** No edit changes it there. What is at the ends stays whole, with its fades and dissolves; only the part that the clip has is seen or heard of it. */
function partFor<Of extends PictureTrack | SoundingTrack>(
  track: Of,
  inner: SequenceDocument,
  clip: NestedClip,
  plusFrames: number,
): FlatTrack<Of> {
  const { rate } = inner
  const unit = (frame: number): number => isInSamples(track.kind) ? sampleOfFrame(frame, rate) : frame
  const by = unit(clip.start) - unit(clip.in)
  const nest = nestOf(track)
  const pace = !isPaced(clip) ? null : isInSamples(track.kind) ? soundOf(clip, plusFrames, rate) : paceOf(clip, inner, plusFrames)
  const paces = pace ? [pace, ...nest?.paces ?? []] : nest?.paces && movedBy(nest.paces, by)
  const around = { from: nest?.from ?? -Infinity, until: nest?.until ?? Infinity }
  const own = pace ? outerSpan(pace, around) : { from: around.from + by, until: around.until + by }
  const from = Math.max(unit(clip.start), own.from)
  const end = pace ? pace.start + pace.plays : unit(clip.start) + unit(clip.in + clip.length + plusFrames) - unit(clip.in)
  const until = Math.min(end, own.until)
  const moved = paces ? 0 : by
  const seen = paces && from < until ? inside(paces, { from, until }) : { from, until }
  const clips: Clip[] = clipsOf(track)
  const shown = clips.filter((one, at) => {
    const next = clips[at + 1]
    const dissolves = next && 'crossIn' in next && next.start === endOf(one) ? next.crossIn : 0
    // What the first one dissolves from, and the last one into, belong to their fades.
    return from < until && one.start + moved < seen.until && endOf(one) + dissolves + moved > seen.from
  })
  const kept = new Set(shown)
  const last = shown.at(-1)
  const after = last && clips[clips.indexOf(last) + 1]
  if (after && after.start === endOf(last!) && 'crossIn' in after && after.crossIn > 0)
    kept.add(after)
  const settled = { ...track, id: idIn(clip, track.id), isLocked: true }
  const { gainDb = 0, pan = 0 } = clip.nested
  const pans = [...nest?.pans ?? [], ...pan !== 0 ? [pan] : []]
  return {
    ...settled,
    ...'ducking' in settled && {
      isSoloed: false,
      gainDb: settled.gainDb + gainDb,
      // One of its own, which what is known of it belongs to.
      ducking: settled.ducking && { ...settled.ducking },
    },
    clips: keyed(clips.filter(one => kept.has(one)).map(one => renamed(one, clip, one.start + moved))),
    nest: { path: [clip.id, ...nest?.path ?? []], from, until, ...pans.length > 0 && { pans }, ...paces && { paces } },
  } as FlatTrack<Of> // the same kind of track with the same kind of clips
}

/** Where the next clip comes after the last frame of the sequence, that stays: on a track right above its own. */
function heldFor(track: Track, end: number, clip: NestedClip, plusFrames: number): FlatTrack<PictureTrack>[] {
  const last = endOf({ start: clip.in, length: clip.length })
  if (track.kind !== 'pictures' || plusFrames === 0 || isPaced(clip) || last > end || last + plusFrames <= end)
    return []
  const nest = nestOf(track)
  const isSeen = end - 1 >= (nest?.from ?? 0) && end <= (nest?.until ?? end)
  const held = isSeen ? heldOn(track, end, last + plusFrames - end) : []
  const by = clip.start - clip.in
  return held.length === 0
    ? []
    : [{
        ...{ ...track, id: idIn<TrackId>(clip, derivedId(`${track.id} held`)), isLocked: true },
        clips: keyed(held.map(one => renamed(one, clip, one.start + by))),
        nest: { path: [clip.id, ...nest?.path ?? []], from: end + by, until: last + plusFrames + by },
      }]
}

/** Captions are cut at both ends, and keep all their words there: they have no fades. */
function captionsFor(track: CaptionTrack, inner: SequenceDocument, clip: NestedClip): FlatTrack<CaptionTrack> {
  const { joins, ...settled } = track
  const until = clip.in + clip.length
  const pace = isPaced(clip) ? paceOf(clip, inner, 0) : null
  const cutToClip = (one: CaptionClip): CaptionClip => {
    const cut = { ...one }
    if (endOf(cut) > until)
      cutEnd(cut, until)
    if (cut.start < clip.in)
      cutStart(cut, clip.in)
    return renamed(cut, clip, cut.start + clip.start - clip.in)
  }
  const seen = pace
    ? clipsOf(track).flatMap(one => captionAt(one, pace).map(each => renamed(each, clip, each.start)))
    : clipsOf(track).filter(one => one.start < until && endOf(one) > clip.in).map(cutToClip)
  return {
    ...settled,
    id: idIn(clip, track.id),
    isLocked: true,
    ...joins && { joins: idIn(clip, joins) },
    clips: keyed(seen),
    nest: { path: [clip.id, ...nestOf(track)?.path ?? []], from: clip.start, until: clip.start + clip.length },
  }
}

/** Where a caption is seen; its words keep their moments, unless they would come backwards or not at all. */
export function captionAt(one: CaptionClip, pace: Pace): CaptionClip[] {
  const { from, until } = outerSpan(pace, { from: one.start, until: endOf(one) })
  if (from >= until)
    return []
  const { words, ...plain } = one
  const seen: CaptionClip = { ...plain, start: from, length: until - from }
  if (words && !pace.isReversed && !pace.isFrozen) {
    seen.words = words
    retimeMarks(seen, at => Math.round(momentOutside([pace], one.start + at)) - from)
  }
  return [seen]
}
