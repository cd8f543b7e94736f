/** What can be generated at a place of the tracks, with what it begins and ends, and where its result is wanted. Pure. */
import type { Into, IntoPlace, SourcePart } from '#contract/into.ts'
import type { FrameRate, PictureClip, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { ClipId, SequenceId, TakeId, TrackId } from '#contract/words.ts'
import type { SourceMoment } from '#rules/sequence/match-frame.ts'
import type { Gap, ShownClip } from '#rules/sequence/shots-here.ts'
import { clipsOf, endOf } from '#rules/sequence/document.ts'
import { momentIn } from '#rules/sequence/match-frame.ts'
import { plainStillSeconds } from '#rules/sequence/new-tracks.ts'
import { emptyFrom, lastMomentOf, momentsAround, trackForStill } from '#rules/sequence/shots-here.ts'
import { sourcePartOf } from '#rules/sequence/source-part.ts'
import { nominalRate } from '#rules/sequence/timecode.ts'

interface At {
  readonly frame: number
  /** That of the sequence at the moment, in which all frames of this count. */
  readonly rate: FrameRate
  readonly trackId: TrackId | null
}
/** A shot that fills an empty stretch. `room` is null where no clip follows. */
interface FillHere extends At {
  readonly kind: 'fill'
  readonly room: number | null
  readonly first: SourceMoment | null
  readonly last: SourceMoment | null
  readonly after: ClipId | null
  readonly next: ClipId | null
  readonly source: IntoPlace['source'] | null
}
/** A shot that continues a clip, behind it. */
interface ExtendHere extends At {
  readonly kind: 'extend'
  readonly first: SourceMoment | null
  readonly after: ClipId
  /** The next clip of the same source, which is no part of this one. */
  readonly next: ClipId | null
  /** What the clip shows; null where it has no take. */
  readonly source: IntoPlace['source'] | null
}
/** An image that is seen from a frame on. */
interface ImageHere extends At {
  readonly kind: 'image'
  /** How long it is where nobody says otherwise. */
  readonly frames: number
}
/** Another take in the place of the one that a clip has. */
interface ReplaceHere extends At {
  readonly kind: 'replace'
  readonly isStill: boolean
  readonly first: SourceMoment | null
  readonly clipId: ClipId
  readonly takeId: TakeId
  /** What it shows of that. */
  readonly part: SourcePart
}
export type Here = FillHere | ExtendHere | ImageHere | ReplaceHere

export function fillHere(flat: SequenceDocument, gap: Gap): FillHere {
  const { first, last } = momentsAround(gap, flat)
  const after = first && gap.before
  return {
    kind: 'fill',
    frame: gap.from,
    rate: flat.rate,
    trackId: gap.trackId,
    room: gap.until === null ? null : gap.until - gap.from,
    // Without a picture before it, the one behind it is better than none.
    first: first ?? last,
    last: first && last,
    after: after && after.id,
    next: after && nextOf(flat.tracks[gap.trackId], after),
    source: after && sourceOf(after, flat),
  }
}

export function extendHere(flat: SequenceDocument, { track, clip }: ShownClip): ExtendHere {
  const first = lastMomentOf(clip, flat)
  const at = { frame: endOf(clip), rate: flat.rate, trackId: track.id }
  return { kind: 'extend', ...at, first, after: clip.id, next: nextOf(track, clip), source: sourceOf(clip, flat) }
}

function sourceOf(clip: PictureClip, document: SequenceDocument): IntoPlace['source'] | null {
  return clip.takeId === null ? null : { takeId: clip.takeId, ...sourcePartOf(clip, document) }
}

function sourceAnd({ next, source }: Pick<ExtendHere, 'next' | 'source'>): Pick<IntoPlace, 'next' | 'source'> {
  return { ...next && { next }, ...source && { source } }
}

/** The next one of the same take or sequence. */
function nextOf(track: Track | undefined, { start, takeId, nested }: PictureClip): ClipId | null {
  const clips = track?.kind === 'pictures' ? clipsOf(track) : []
  return clips.find(clip => clip.start > start && clip.takeId === takeId && clip.nested?.sequenceId === nested?.sequenceId)?.id ?? null
}

/** Null for a title, and for a nested sequence. */
export function replaceHere(document: SequenceDocument, { track, clip }: ShownClip): ReplaceHere | null {
  if (clip.takeId === null)
    return null
  const isStill = clip.sourceLength === null
  const first = isStill ? null : momentIn(clip, clip.start, document)
  const at = { frame: clip.start, rate: document.rate, trackId: track.id }
  return { kind: 'replace', ...at, isStill, first, clipId: clip.id, takeId: clip.takeId, part: sourcePartOf(clip, document) }
}

/** In a gap it is no longer than that. */
export function imageHere(document: SequenceDocument, frame: number, clicked: TrackId | null): ImageHere {
  const usual = Math.max(1, Math.round((document.stillSeconds ?? plainStillSeconds) * nominalRate(document.rate)))
  const empty = emptyFrom(document, frame)
  const frames = empty === null || empty === 0 ? usual : Math.min(usual, empty)
  return { kind: 'image', frame, frames, rate: document.rate, trackId: trackForStill(document, { frame, frames, clicked }) }
}

/** `frames` is how long it is to be, or is expected to be. `fresh` are ids for its clip, and for a track where there is none. */
export function intoOf(
  here: Here,
  { sequenceId, frames, fresh }: {
    readonly sequenceId: SequenceId
    readonly frames: number
    readonly fresh: { readonly clipId: ClipId, readonly trackId: TrackId }
  },
): Into {
  const { frame, rate, trackId } = here
  const place = { sequenceId, clipId: fresh.clipId, trackId: trackId ?? fresh.trackId, frame, frames: Math.max(1, frames), rate }
  switch (here.kind) {
    case 'fill': return { ...place, ...here.after && { after: here.after }, ...sourceAnd(here) }
    case 'extend': return { ...place, after: here.after, ...sourceAnd(here), makesRoom: true }
    case 'image': return place
    case 'replace': return { sequenceId, clipId: here.clipId, takeId: here.takeId, part: here.part }
    default: return here satisfies never
  }
}
