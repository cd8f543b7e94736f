/** A take alone as a sequence, so that the preview plays it: in the rate of the sequence that it may come into, frame for frame. Pure. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { Take, TakeMarks } from '#contract/takes.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import type { Points } from '#rules/sequence/three-point.ts'
import { durationFrames } from '#rules/sequence/document.ts'
import { secondsOfFrames } from '#rules/sequence/frames.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { pictureClip, soundClip } from '../acts/new-things.ts'

export type Shown = Pick<SequenceDocument, 'rate' | 'width' | 'height' | 'stillSeconds'>

/** Ids need only differ here. */
const ids = {
  pictures: 'source-pictures' as TrackId,
  sound: 'source-sound' as TrackId,
  seen: 'source-seen' as ClipId,
  heard: 'source-heard' as ClipId,
}

/** In the shape of its own picture. Null for words, and for what has no known length. */
export function sourceDocument(take: Take, { rate, width, height, stillSeconds }: Shown): SequenceDocument | null {
  const { asset, medium } = take
  if (medium === 'text')
    return null
  const seen = medium === 'audio' ? null : pictureClip(take, { id: ids.seen, rate, frame: 0, stillSeconds })
  const isHeard = medium === 'audio' || (medium === 'video' && Boolean(asset.channels))
  const heard = isHeard ? soundClip(take, { id: ids.heard, rate, frame: 0 }, seen ? seen.length : null) : null
  if (!seen && !heard)
    return null
  const pictures = { ...plainTrack('pictures', ids.pictures), clips: seen ? { [seen.id]: seen } : {} }
  const sounds = { ...plainTrack('sound', ids.sound), clips: heard ? { [heard.id]: heard } : {} }
  return {
    name: take.title || 'take',
    width: asset.width ?? width,
    height: asset.height ?? height,
    rate,
    background: '#000000',
    inFrame: null,
    outFrame: null,
    markers: {},
    trackIds: [pictures.id, sounds.id],
    tracks: { [pictures.id]: pictures, [sounds.id]: sounds },
  }
}

/** In and out as whole frames within the take. */
export function pointsOf(marks: TakeMarks | undefined, document: SequenceDocument): Points {
  const { numerator, denominator } = document.rate
  const frames = durationFrames(document)
  const frameOf = (seconds: number | null, least: number): number | null =>
    seconds === null ? null : Math.min(Math.max(least, Math.round(seconds * numerator / denominator)), frames)
  const first = frameOf(marks?.inSeconds ?? null, 0)
  const last = frameOf(marks?.outSeconds ?? null, 1)
  const from = first === null ? null : Math.min(first, frames - 1)
  return { in: from, out: last === null || from === null ? last : Math.max(last, from + 1) }
}

export function marksOf({ in: first, out: last }: Points, { rate }: Pick<SequenceDocument, 'rate'>): TakeMarks {
  return {
    inSeconds: first === null ? null : secondsOfFrames(first, rate),
    outSeconds: last === null ? null : secondsOfFrames(last, rate),
  }
}

/** A new in point behind the out point, or the other way round, begins a new part. */
export function withPoint(points: Points, which: 'in' | 'out', frame: number): Points {
  const next = { ...points, [which]: frame }
  const isUpsideDown = next.in !== null && next.out !== null && next.in >= next.out
  return isUpsideDown ? { in: null, out: null, [which]: frame } : next
}
