/**
 * Where a part of a transition is before its cut, both clips as they play: the one that comes begins earlier, and the one before ends
 * there, as after a roll. So whatever plays a document knows only of transitions that begin at the cut. Pure; what has none stays the same
 * object.
 */
import type { Clip, Track } from '#contract/sequence-document.ts'
import type { Tracks } from './document.ts'
import type { Played } from './edit/draft.ts'
import { clipsOf, consumed, endOf } from './document.ts'
import { cutEnd, cutStart, isEndless, isPlayed, roomBefore } from './edit/draft.ts'

const knownDocuments = new WeakMap<Tracks, Tracks>()
const knownTracks = new WeakMap<Track, Track>()

export function aligned<Document extends Tracks>(document: Document): Document {
  const kept = knownDocuments.get(document)
  if (kept)
    return kept as Document // made of it
  const tracks: Record<string, Track> = { ...document.tracks }
  let isSame = true
  for (const id of document.trackIds) {
    const track = document.tracks[id]
    if (!track)
      continue
    const made = alignedTrack(track)
    tracks[id] = made
    isSame &&= made === track
  }
  const made = isSame ? document : { ...document, tracks }
  knownDocuments.set(document, made)
  return made
}

function isAligned(track: Track | undefined): boolean {
  return Object.values<Clip>(track?.clips ?? {}).some(clip => 'crossBefore' in clip && clip.crossBefore)
}

function alignedTrack(track: Track): Track {
  const kept = knownTracks.get(track)
  if (kept)
    return kept
  const made = isAligned(track) ? madeFor(track) : track
  knownTracks.set(track, made)
  return made
}

function madeFor(track: Track): Track {
  const clips = new Map(Object.values<Clip>(track.clips).map(clip => [clip.id, clip]))
  const playing: readonly Clip[] = clipsOf(track).filter(clip => !clip.isDisabled)
  playing.forEach((clip, at) => {
    if (!isPlayed(clip) || !clip.crossBefore)
      return
    const before = playing[at - 1]
    const units = before ? unitsBefore(before, clip) : 0
    clips.set(clip.id, begunEarlier(clip, units))
    const last = before && clips.get(before.id)
    if (units > 0 && last && isPlayed(last))
      clips.set(last.id, endedEarlier(last, units))
  })
  return { ...track, clips: Object.fromEntries(clips) } as Track // the same kind of clips
}

/** How much of a transition can be before the cut: what is left of the clip before when it has come itself, but for a last frame or sample. */
export function mostBefore(before: Played): number {
  const after = Math.min(before.length, before.crossIn - (before.crossBefore ?? 0))
  return before.length - Math.max(1, after)
}

/** A sound and a nested sequence come no earlier than they begin; a picture waits in its first frame. */
function unitsBefore(before: Clip, clip: Played): number {
  if (!isPlayed(before) || endOf(before) !== clip.start)
    return 0
  const room = 'look' in clip && !clip.nested ? Infinity : roomBefore(clip)
  return Math.min(clip.crossBefore ?? 0, clip.crossIn, mostBefore(before), room)
}

function begunEarlier(clip: Played, units: number): Played {
  const { crossIn, crossBefore = 0, ...alike } = clip
  const begun: Played = { ...alike, crossIn: 0 } as Played // as it was
  if (units > 0)
    cutStart(begun, clip.start - units)
  // The frames before the first one are asked for, too.
  if (units > 0 && 'look' in begun && !begun.nested && !begun.ramp && !begun.isReversed && !isEndless(begun))
    begun.in = clip.in - consumed(units, clip.speed)
  const { transition, crossCurve }: { transition?: unknown, crossCurve?: unknown } = clip as object
  return Object.assign(begun, {
    crossIn: crossIn - Math.min(crossBefore, crossIn) + units,
    ...units > 0 && { crossBefore: units },
    ...transition !== undefined && { transition },
    ...crossCurve !== undefined && { crossCurve },
  })
}

/** A sound keeps the points behind its end: it plays on while the next one comes. */
function endedEarlier(clip: Played, units: number): Played {
  const ended = { ...clip, length: clip.length - units }
  if ('look' in ended) {
    ended.length = clip.length
    cutEnd(ended, endOf(clip) - units)
    ended.crossIn = clip.crossIn
  }
  return ended
}
