/** Replaces the clip of a sequence by the clips of that sequence: those that it plays, at the places where they are seen and heard. Pure. */
import type { Clip, PictureTrack, SequenceDocument, SoundClip, Track } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, NewId, TrackId } from '#contract/words.ts'
import type { Attribute } from '../edit/attributes.ts'
import type { NestedClip } from './nested-clips.ts'
import { joinedPans } from '../balance.ts'
import { clipsOf, endFrameOf, endOf, findClip, playingOf, shifted, startFrameOf, tracksOf } from '../document.ts'
import { attributes } from '../edit/attributes.ts'
import { keepMet } from '../edit/ripple.ts'
import { hasColourKeys } from '../graded.ts'
import { emptyCopy, joined, playedPart, playsAlike, withoutCross } from '../insert-sequence.ts'
import { audibleTracks } from '../levels.ts'
import { removeAlone } from '../linked.ts'
import { notLaid } from '../not-laid.ts'
import { consumedBy } from '../ramp.ts'
import { isNested, isPaced, isPlaced, nestedOn } from './nested-clips.ts'
import { retimed } from './retimed.ts'

/** What the clip has as a whole, and single clips do not get: of its speed, that what is heard of the sequence plays backwards. */
export function lostApart(clip: NestedClip, inner: SequenceDocument): (Attribute | 'backdrop' | 'pitch')[] {
  const { look: { opacity }, keys = {}, fadeIn, fadeOut } = clip
  const has: Partial<Record<Attribute, boolean>> = {
    transform: isPlaced(clip) || clip.nested.keepsShape === true,
    look: opacity !== 1 || keys.opacity !== undefined,
    colour: clip.grade !== undefined || hasColourKeys(clip),
    fades: fadeIn > 0 || fadeOut > 0,
    transition: clip.crossIn > 0,
    speed: clip.isReversed === true && !clip.isFrozen && hasSound(inner),
  }
  return [
    ...attributes.filter(name => has[name]),
    ...clip.backdrop !== undefined ? ['backdrop' as const] : [],
    ...losesPitch(clip, inner) ? ['pitch' as const] : [],
  ]
}

/** One ramp has one choice of pitch: that of a sound followed only its own speed, or only that of the sequence. */
function losesPitch({ ramp }: NestedClip, inner: SequenceDocument): boolean {
  return ramp !== undefined && audibleTracks(inner).some(track => playingOf(track).some((sound: SoundClip) =>
    (sound.ramp !== undefined || sound.speed !== 100) && sound.ramp?.shiftsPitch !== ramp.shiftsPitch))
}

function hasSound(inner: SequenceDocument): boolean {
  return audibleTracks(inner).some(track => playingOf(track).length > 0)
    || tracksOf(inner).some(track => track.kind === 'pictures' && nestedOn(track).length > 0)
}

interface Apart { readonly edits: SequenceEdit[], readonly clipIds: ClipId[] }

const [leastDb, mostDb] = [-96, 24]

/** Null where the clip is gone, or no sequence. @throws EditRefusedError where the sequence does not fit into the other frame rate */
export function takeApartEdits(outer: SequenceDocument, clipId: ClipId, inner: SequenceDocument, newId: NewId): Apart | null {
  const found = findClip(outer, clipId)
  if (!found || found.track.kind !== 'pictures' || !isNested(found.clip))
    return null
  const { track: own, clip } = found
  // What is frozen shows one frame of clips that are not cut to it.
  const played = { inFrame: clip.in, outFrame: clip.in + consumedBy(clip) }
  const whole = playedPart(inner, outer, clip.isFrozen ? { inFrame: 0, outFrame: null } : played)
  const part = isPaced(clip) ? retimed(whole, clip) : whole
  const byFrames = isPaced(clip) ? 0 : clip.start - clip.in
  const tracks = tracksOf(part).filter(track => Object.keys(track.clips).length > 0).map(track => panned(track, clip))
  const { edits, targets } = targetsOf(outer, { own, clip, tracks, newId })
  const links = new Map<ClipId, ClipId>()
  const linkOf = (linkId: ClipId): ClipId => {
    const link = links.get(linkId) ?? newId<ClipId>()
    links.set(linkId, link)
    return link
  }
  const placements = tracks.flatMap((track) => {
    const clips = clipsOf(track).map((one, at) => louder({
      ...at === 0 ? withoutCross(one) : one,
      id: newId<ClipId>(),
      linkId: one.linkId && linkOf(one.linkId),
      start: shifted(track.kind, one.start, byFrames, part.rate),
    } as Clip, clip)) // the same kind of clip as before
    keepMet(clipsOf(track).map((was, at) => ({ from: track.id, was, now: clips[at]! })))
    const trackId = targets.get(track.id)
    return trackId ? clips.map(one => ({ trackId, clip: notLaid(one) })) : []
  })
  const placing: SequenceEdit[] = placements.length > 0 ? [{ do: 'place', placements, how: 'free' }] : []
  return {
    edits: [...removeAlone([clip.id]), ...edits, ...placing],
    clipIds: placements.map(one => one.clip.id),
  }
}

function louder(clip: Clip, { nested: { gainDb = 0 } }: NestedClip): Clip {
  return 'points' in clip && gainDb !== 0
    ? { ...clip, gainDb: Math.min(mostDb, Math.max(leastDb, clip.gainDb + gainDb)) }
    : clip
}

/** A track pans what its clips pan already, as the clip of the sequence did. One that was panned itself has whole percent of both. */
function panned(track: Track, { nested: { pan: outer = 0 } }: NestedClip): Track {
  if (!('ducking' in track) || outer === 0)
    return track
  const { db, pan } = joinedPans([track.pan ?? 0, outer])
  return { ...track, gainDb: Math.max(leastDb, track.gainDb + db), pan: Math.round(pan) }
}

interface Taking { readonly own: PictureTrack, readonly clip: NestedClip, readonly tracks: readonly Track[], readonly newId: NewId }
interface Targets { readonly edits: SequenceEdit[], readonly targets: ReadonlyMap<TrackId, TrackId> }

/** Pictures come to the track of the clip and to those right above it; all else to free tracks that play alike. New ones where none is. */
function targetsOf(outer: SequenceDocument, { own, clip, tracks, newId }: Taking): Targets {
  const [edits, targets]: [SequenceEdit[], Map<TrackId, TrackId>] = [[], new Map()]
  const isFree = (track: Track): boolean => !track.isLocked && !track.isMuted && clipsOf(track).every(one => one.id === clip.id
    || startFrameOf(track, one, outer.rate) >= endOf(clip) || endFrameOf(track, one, outer.rate) <= clip.start)
  const trackIds = [...outer.trackIds]
  const taken = new Set<TrackId>()
  const aimAt = (track: Track, target: TrackId): void => {
    taken.add(target)
    targets.set(track.id, target)
  }
  const add = (track: Track, at: number): void => {
    const lead = joined(track)
    const fresh = emptyCopy(track, newId<TrackId>(), lead && (targets.get(lead) ?? null))
    trackIds.splice(at, 0, fresh.id)
    edits.push({ do: 'addTrack', track: fresh, at })
    aimAt(track, fresh.id)
  }
  let last: TrackId | null = null
  for (const track of tracks.filter(({ kind }) => kind === 'pictures')) {
    const at: number = last === null ? trackIds.indexOf(own.id) : trackIds.indexOf(last) + 1
    const next = trackIds.slice(at).find(id => outer.tracks[id]?.kind === 'pictures')
    const there = next === undefined ? undefined : outer.tracks[next]
    if (there && isFree(there))
      aimAt(track, there.id)
    else
      add(track, at)
    last = targets.get(track.id) ?? null
  }
  // A caption track is there before those that join it.
  const others = tracks.filter(({ kind }) => kind !== 'pictures')
    .sort((a, b) => Number(joined(a) !== null) - Number(joined(b) !== null))
  for (const track of others) {
    const there = tracksOf(outer).find(other => !taken.has(other.id) && playsAlike(track, other) && isFree(other))
    if (there)
      aimAt(track, there.id)
    else
      add(track, trackIds.length)
  }
  return { edits, targets }
}
