/** Inserts the clips of one sequence into another: those that play between its in and out, in the frame rate of the other. Pure. */
import type { Clip, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, NewId, TrackId } from '#contract/words.ts'
import { toneKey } from '../tone/tone-key.ts'
import { clipsOf, durationFrames, shifted, startFrameOf, tracksOf } from './document.ts'
import { applyEdits } from './edit/apply.ts'
import { keepMet } from './edit/ripple.ts'
import { audibleTracks } from './levels.ts'
import { plainTrack } from './new-tracks.ts'
import { notLaid } from './not-laid.ts'

interface Insertion { readonly edits: SequenceEdit[], readonly clipIds: ClipId[] }

/**
 * At this frame of `outer`, which opens as *Paste insert* opens it. A track comes onto one that plays alike, in the same order, else onto
 * a new one with its settings. The order of pictures stays, so the upper still cover the lower. Muted tracks, and empty time at both ends,
 * are left out.
 * @throws EditRefusedError where the sequence does not fit into the other frame rate
 */
export function insertSequenceEdits(outer: SequenceDocument, inner: SequenceDocument, frame: number, newId: NewId): Insertion {
  const part = playedPart(inner, outer)
  const tracks = tracksOf(part).filter(track => Object.keys(track.clips).length > 0)
  const starts = tracks.flatMap(track => clipsOf(track).map(clip => startFrameOf(track, clip, part.rate)))
  if (starts.length === 0)
    return { edits: [], clipIds: [] }
  const byFrames = frame - Math.min(...starts)
  const links = new Map<ClipId, ClipId>()
  const linkOf = (linkId: ClipId): ClipId => {
    const link = links.get(linkId) ?? newId<ClipId>()
    links.set(linkId, link)
    return link
  }
  const { edits, targets } = targetsOf(outer, tracks, newId)
  const placements = tracks.flatMap((track) => {
    const clips = clipsOf(track).map((clip, at) => ({
      ...at === 0 ? withoutCross(clip) : clip,
      id: newId<ClipId>(),
      linkId: clip.linkId && linkOf(clip.linkId),
      start: shifted(track.kind, clip.start, byFrames, part.rate),
    }) as Clip) // the same kind of clip as before
    keepMet(clipsOf(track).map((was, at) => ({ from: track.id, was, now: clips[at]! })))
    const trackId = targets.get(track.id)
    return trackId ? clips.map(clip => ({ trackId, clip: notLaid(clip) })) : []
  })
  return {
    edits: [...edits, { do: 'place', placements, how: 'insert' }],
    clipIds: placements.map(({ clip }) => clip.id),
  }
}

/** Frames of the sequence that it comes into. */
interface PartOf { readonly inFrame: number, readonly outFrame: number | null }

/** What a delivery of it plays: without muted tracks, and cut to its in and out, or to another part. */
export function playedPart(inner: SequenceDocument, { width, height, rate }: SequenceDocument, partOf?: PartOf): SequenceDocument {
  const audible = new Set(audibleTracks(inner).map(({ id }) => id))
  const trackIds = inner.trackIds.filter((id) => {
    const track = inner.tracks[id]
    return track && ('ducking' in track ? audible.has(id) : !track.isMuted)
  })
  const tracks = Object.fromEntries(trackIds.map(id => [id, { ...inner.tracks[id], isLocked: false } as Track])) // those are there
  const { document } = applyEdits({ ...inner, trackIds, tracks }, [{ do: 'refit', width, height, rate }])
  const [end, { inFrame, outFrame }] = [durationFrames(document), partOf ?? document]
  const outside: [number, number][] = [[0, Math.min(inFrame ?? 0, end)], [outFrame ?? end, end]]
  const cuts = outside.filter(([from, until]) => from < until)
    .map(([fromFrame, untilFrame]) => ({ do: 'clearTime', fromFrame, untilFrame, trackIds, closesGap: false } as const))
  return cuts.length === 0 || trackIds.length === 0 ? document : applyEdits(document, cuts).document
}

/** The first of a track dissolves from nothing: it would from what ends there now. */
export function withoutCross(clip: Clip): Clip {
  if (!('crossIn' in clip) || clip.crossIn === 0)
    return clip
  const fadeIn = Math.max(clip.fadeIn, Math.min(clip.crossIn, clip.length - clip.fadeOut))
  const { crossBefore: _, ...alone } = clip
  return { ...alone, fadeIn, crossIn: 0 } as Clip // the same kind of clip
}

interface Targets { readonly edits: SequenceEdit[], readonly targets: ReadonlyMap<TrackId, TrackId> }

function targetsOf(outer: SequenceDocument, tracks: readonly Track[], newId: NewId): Targets {
  const [edits, targets]: [SequenceEdit[], Map<TrackId, TrackId>] = [[], new Map()]
  const free = tracksOf(outer).filter(track => !track.isLocked && !track.isMuted)
  // A caption track is there before those that join it.
  const ordered = [...tracks].sort((a, b) => Number(joined(a) !== null) - Number(joined(b) !== null))
  for (const track of ordered) {
    const at = free.findIndex(other => playsAlike(track, other))
    const [found] = at < 0 ? [] : free.splice(at, 1)
    if (found) {
      targets.set(track.id, found.id)
      continue
    }
    const lead = joined(track)
    const fresh = emptyCopy(track, newId<TrackId>(), lead && (targets.get(lead) ?? null))
    edits.push({ do: 'addTrack', track: fresh, at: outer.trackIds.length + edits.length })
    targets.set(track.id, fresh.id)
  }
  return { edits, targets }
}

export function joined(track: Track): TrackId | null {
  return track.kind === 'captions' ? track.joins ?? null : null
}

/** Captions take the style of the track that they come onto: a film has one for each language. */
export function playsAlike(one: Track, other: Track): boolean {
  if (one.kind === 'captions')
    return other.kind === 'captions' && other.language === one.language
  if (one.kind === 'pictures')
    return other.kind === 'pictures'
  return other.kind === one.kind && other.gainDb === one.gainDb && (other.pan ?? 0) === (one.pan ?? 0)
    && JSON.stringify(other.ducking) === JSON.stringify(one.ducking) && toneKey(other.tone) === toneKey(one.tone)
}

export function emptyCopy(track: Track, id: TrackId, joins: TrackId | null): Track {
  const { name, height } = track
  if (track.kind === 'pictures')
    return { ...plainTrack(track.kind, id), name, height }
  if (track.kind === 'captions') {
    const { language, style, wordStyle, speakerColours, showsSpeakers } = track
    return {
      ...plainTrack(track.kind, id),
      ...{ name, height, language, style, speakerColours },
      ...wordStyle && { wordStyle },
      ...showsSpeakers !== undefined && { showsSpeakers },
      ...joins && { joins },
    }
  }
  const { gainDb, ducking, pan, tone } = track
  return { ...plainTrack(track.kind, id), name, height, gainDb, ducking, ...pan !== undefined && { pan }, ...tone && { tone } }
}
