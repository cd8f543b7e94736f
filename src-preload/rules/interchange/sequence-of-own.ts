/**
 * The sequences that a list of Takeroom carries, as edits: with ids of their own and the takes that were found for their media.
 * What belongs to the project that it comes from, and is not here, is left out.
 */
import type { Clip, FrameRate, PictureClip, SequenceDocument, SoundClip, Track } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { Take } from '#contract/takes.ts'
import type { AssetId, ClipId, LineId, MarkerId, NewId, SequenceId, TakeId } from '#contract/words.ts'
import type { OwnFilm, OwnMedia } from './own-form.ts'
import type { BuiltSequence, TakeOf } from './sequence-of-list.ts'
import { clipsOf, consumed, durationFrames, tracksOf } from '../sequence/document.ts'
import { framesOfShot, sampleOfFrame, samplesPerSecond } from '../sequence/frames.ts'
import { isNested } from '../sequence/nested/nested-clips.ts'
import { consumedBy } from '../sequence/ramp.ts'

/** What is known here. */
export interface OwnWish {
  readonly isCheck?: false
  readonly takeOf: TakeOf
  readonly newId: NewId
  /** Of the project that it comes into. */
  readonly hasLine: (lineId: LineId) => boolean
  /** A look-up table of the library. */
  readonly hasLut: (id: AssetId) => boolean
}
/** The same edits with the ids, takes and lines as they are, to try them. */
interface OwnCheck { readonly isCheck: true }

interface Building {
  readonly wish: OwnWish | OwnCheck
  readonly idOf: <Id extends string>(was: Id) => Id
  readonly media: ReadonlyMap<TakeId, OwnMedia>
  readonly rate: FrameRate
  /** What those before it have become. */
  readonly made: ReadonlyMap<SequenceId, BuiltSequence>
}

/** With the size, rate and name of a document, and nothing in it. */
export function emptyOf({ name, width, height, rate }: SequenceDocument): SequenceDocument {
  const none = { background: '#000000', inFrame: null, outFrame: null, markers: {}, trackIds: [], tracks: {} }
  return { name, width, height, rate, ...none }
}

/** Each before those that it is a clip of: the last one is the film. */
export function sequencesOfOwn(own: OwnFilm, wish: OwnWish | OwnCheck): BuiltSequence[] {
  const media = new Map(own.media.map(each => [each.takeId, each]))
  const made = new Map<SequenceId, BuiltSequence>()
  const build = (document: SequenceDocument, id: SequenceId): BuiltSequence =>
    builtOf(document, wish.isCheck ? id : wish.newId<SequenceId>(), { wish, idOf: idsFor(wish), media, rate: document.rate, made })
  for (const { id, document } of own.inner)
    made.set(id, build(document, id))
  // The film is no clip: nothing refers to its id.
  return [...made.values(), build(own.film, '' as SequenceId)]
}

/** Of one document: others may have the same ones. */
function idsFor(wish: Building['wish']): Building['idOf'] {
  const ids = new Map<string, string>()
  return <Id extends string>(was: Id): Id => {
    if (wish.isCheck)
      return was
    const id = ids.get(was) ?? wish.newId<Id>()
    ids.set(was, id)
    return id as Id // it was made for this one
  }
}

function builtOf(document: SequenceDocument, sequenceId: SequenceId, building: Building): BuiltSequence {
  const { idOf } = building
  const { name, width, height, rate, background, inFrame, outFrame, newTakes, stillSeconds, targetSeconds } = document
  const made = tracksOf(document).map((track) => {
    const clips = clipsOf(track)
    return { track, all: clips.length, clips: clips.map(clip => clipOf(clip, track, building)).filter(clip => clip !== null) }
  })
  const alone = leftAlone(document, made.flatMap(({ clips }) => clips), idOf)
  const all = made.map(each =>
    ({ ...each, clips: each.clips.map(clip => clip.linkId !== null && alone.has(clip.linkId) ? { ...clip, linkId: null } : clip) }))
  const placed = all.reduce((sum, { clips }) => sum + clips.length, 0)
  const edits = all.flatMap(({ track, clips }, at): SequenceEdit[] => {
    const joins = track.kind === 'captions' && track.joins !== undefined && document.tracks[track.joins] ? idOf(track.joins) : undefined
    const { joins: _, ...settings } = { joins, ...track }
    const plain = { ...settings, id: idOf(track.id), isLocked: false, clips: {} }
    const empty = { ...plain, ...joins !== undefined && { joins } } as Track // of its kind
    return [
      { do: 'addTrack', track: empty, at },
      ...clips.length === 0
        ? []
        : [{ do: 'place', placements: clips.map(clip => ({ trackId: empty.id, clip })), how: 'overwrite' } as const],
      ...track.isLocked ? [{ do: 'setTrack', trackId: empty.id, values: { isLocked: true } } as const] : [],
    ]
  })
  const markers = Object.values(document.markers).map((marker): SequenceEdit =>
    ({ do: 'setMarker', marker: { ...marker, id: idOf<MarkerId>(marker.id) } }))
  const values = {
    ...{ background, inFrame, outFrame },
    ...newTakes !== undefined && { newTakes },
    ...stillSeconds !== undefined && { stillSeconds },
    ...targetSeconds !== undefined && { targetSeconds },
  }
  return {
    ...{ sequenceId, name, rate, size: { width, height }, frames: durationFrames(document) },
    edits: [...edits, ...markers, { do: 'setSequence', values }],
    ...{ placed, shortened: 0, skipped: all.reduce((sum, each) => sum + each.all, 0) - placed },
  }
}

/** Links of which one clip is left, as the others are not here. */
function leftAlone(document: SequenceDocument, clips: readonly Clip[], idOf: Building['idOf']): ReadonlySet<ClipId> {
  const before = Map.groupBy(tracksOf(document).flatMap((track): Clip[] => clipsOf(track)), ({ linkId }) => linkId && idOf(linkId))
  const now = Map.groupBy(clips, ({ linkId }) => linkId)
  return new Set([...now].flatMap(([linkId, { length }]) =>
    linkId !== null && length === 1 && (before.get(linkId)?.length ?? 0) > 1 ? [linkId] : []))
}

/** Null for one whose take or sequence is not here. */
function clipOf(clip: Clip, track: Track, building: Building): Clip | null {
  const { wish, idOf, made } = building
  const lineId = clip.lineId !== null && (wish.isCheck || wish.hasLine(clip.lineId)) ? clip.lineId : null
  const plain = {
    ...{ id: idOf(clip.id), linkId: clip.linkId && idOf<ClipId>(clip.linkId), lineId },
    ...'markers' in clip && clip.markers && { markers: clip.markers.map(marker => ({ ...marker, id: idOf<MarkerId>(marker.id) })) },
  }
  if ('speaker' in clip) {
    const { laidText, ...caption } = clip
    // Without its line, it is a caption by itself.
    return { ...caption, ...plain, ...laidText !== undefined && (lineId !== null || clip.lineId === null) && { laidText } }
  }
  if (isNested(clip)) {
    const sequenceId = wish.isCheck ? clip.nested.sequenceId : made.get(clip.nested.sequenceId)?.sequenceId
    return sequenceId === undefined ? null : { ...withoutLut(clip, wish), ...plain, nested: { ...clip.nested, sequenceId } }
  }
  const taken = clip.takeId === null ? {} : takenBy(clip, clip.takeId, track.kind === 'pictures', building)
  return taken && ('look' in clip ? { ...withoutLut(clip, wish), ...plain, ...taken } : { ...clip, ...plain, ...taken })
}

/** A table that is not here changes nothing. */
function withoutLut(clip: PictureClip, wish: Building['wish']): PictureClip {
  if (wish.isCheck || !clip.grade?.lut || wish.hasLut(clip.grade.lut.id))
    return clip
  const { lut: _, ...grade } = clip.grade
  const { lutAmount: __, ...keys } = clip.keys ?? {}
  const { keys: ___, ...plain } = clip
  return { ...plain, grade, ...Object.keys(keys).length > 0 && { keys } }
}

/** What the take that its media is gives it. Null where that is none, of another kind, or too short. */
function takenBy(
  clip: PictureClip | SoundClip,
  takeId: TakeId,
  isPicture: boolean,
  { wish, media, rate }: Building,
): Pick<PictureClip, 'sourceLength'> & { takeId: TakeId } | null {
  if (wish.isCheck)
    return { takeId, sourceLength: clip.sourceLength }
  const of = media.get(takeId)
  const take = of ? wish.takeOf(of) : null
  const sourceLength = take ? lengthOf(take, isPicture, rate) : undefined
  if (!take || sourceLength === undefined || (sourceLength === null) !== (clip.sourceLength === null))
    return null
  if (sourceLength === null || clip.sourceLength === null || clip.sourceLength <= sourceLength)
    return { takeId: take.id, sourceLength: clip.sourceLength }
  const used = 'isFrozen' in clip && clip.isFrozen ? 1 : clip.ramp ? consumedBy(clip) : consumed(clip.length, clip.speed)
  // It may have been rounded in another rate.
  const more = isPicture ? 1 : sampleOfFrame(1, rate)
  if (clip.sourceLength <= sourceLength + more)
    return { takeId: take.id, sourceLength: clip.sourceLength }
  return clip.in + used <= sourceLength ? { takeId: take.id, sourceLength } : null
}

/** Null for a still, undefined for what cannot be on such a track. */
function lengthOf({ medium, asset: { durationSeconds, channels } }: Take, isPicture: boolean, rate: FrameRate): number | null | undefined {
  if (isPicture) {
    const seconds = medium === 'video' ? durationSeconds : null
    return medium !== 'video' && medium !== 'picture' ? undefined : seconds === null ? null : framesOfShot(seconds, rate)
  }
  return durationSeconds === null || (medium !== 'audio' && !channels) ? undefined : Math.floor(durationSeconds * samplesPerSecond)
}
