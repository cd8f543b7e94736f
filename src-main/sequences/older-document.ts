/** Documents as earlier versions wrote them: tracks and clips in lists, without links, looks and fades of pictures. */
import type { CaptionClip, PictureClip, SequenceDocument, SoundClip, Track } from '#contract/sequence-document.ts'
import type { ClipId, SequenceId, TrackId } from '#contract/words.ts'
import { z } from 'zod'
import { FrameRate } from '#contract/sequence-document.ts'
import { ClipId as AClipId, Decibels, Frames, Label, LineId, NamedLabel, Samples, TakeId } from '#contract/words.ts'
import { framesWithin, samplesOfSeconds } from '#rules/sequence/frames.ts'
import { plainLook, plainTrack } from '#rules/sequence/new-tracks.ts'
import { derivedId } from '../base/ids.ts'

const OlderPicture = z.object({
  id: AClipId,
  takeId: TakeId,
  startFrame: Frames,
  frames: Frames,
  inFrame: Frames,
  fit: z.enum(['contain', 'cover']),
})
const OlderSound = z.object({
  id: AClipId,
  takeId: TakeId,
  lineId: LineId.nullable(),
  startSample: Samples,
  samples: Samples,
  inSample: Samples,
  gainDb: Decibels,
  fadeInSamples: Samples,
  fadeOutSamples: Samples,
})
const OlderCaption = z.object({
  id: AClipId,
  lineId: LineId.nullable(),
  speaker: Label,
  text: z.string(),
  startFrame: Frames,
  frames: Frames,
})
const olderTrack = { name: Label, isMuted: z.boolean() }
export const OlderDocument = z.object({
  name: NamedLabel,
  width: z.int(),
  height: z.int(),
  rate: FrameRate,
  tracks: z.array(z.discriminatedUnion('holds', [
    z.object({ holds: z.literal('pictures'), ...olderTrack, clips: z.array(OlderPicture) }),
    z.object({ holds: z.literal('sounds'), ...olderTrack, clips: z.array(OlderSound) }),
    z.object({ holds: z.literal('captions'), ...olderTrack, clips: z.array(OlderCaption) }),
  ])),
})
export type OlderDocument = z.infer<typeof OlderDocument>

/** What the library knows of a take; `seconds` is null for a still. */
export type SourceOf = (takeId: TakeId) => { readonly isStill: boolean, readonly seconds: number | null } | undefined

/** How much a still grew in every render of earlier versions. */
const grownBy = 1.08

export function fromOlder(older: OlderDocument, sequenceId: SequenceId, sourceOf: SourceOf): SequenceDocument {
  const tracks = older.tracks.map((track, index): Track => {
    const id = derivedId(sequenceId, `track ${index}`) as TrackId // has the form of an id
    const shared = { name: track.name, isMuted: track.isMuted }
    if (track.holds === 'pictures')
      return { ...plainTrack('pictures', id), ...shared, clips: byId(track.clips.map(clip => pictureFrom(clip, older.rate, sourceOf))) }
    if (track.holds === 'captions')
      return { ...plainTrack('captions', id), ...shared, clips: byId(track.clips.map(captionFrom)) }
    return { ...plainTrack('speech', id), ...shared, clips: byId(track.clips.map(clip => soundFrom(clip, sourceOf))) }
  })
  return {
    name: older.name,
    width: older.width,
    height: older.height,
    rate: older.rate,
    background: '#000000',
    inFrame: null,
    outFrame: null,
    markers: {},
    trackIds: tracks.map(track => track.id),
    tracks: Object.fromEntries(tracks.map(track => [track.id, track])),
  }
}

function byId<Clip extends { id: ClipId }>(clips: readonly Clip[]): Record<ClipId, Clip> {
  return Object.fromEntries(clips.map(clip => [clip.id, clip]))
}

function pictureFrom(clip: z.infer<typeof OlderPicture>, rate: SequenceDocument['rate'], sourceOf: SourceOf): PictureClip {
  const source = sourceOf(clip.takeId)
  const isStill = source?.isStill ?? false
  return {
    id: clip.id,
    start: Math.max(0, clip.startFrame),
    length: Math.max(1, clip.frames),
    linkId: null,
    in: isStill ? 0 : Math.max(0, clip.inFrame),
    // A shot that ended early held its last frame.
    sourceLength: isStill ? null : Math.max(clip.inFrame + clip.frames, framesWithin(source?.seconds ?? 0, rate)),
    speed: 100,
    fadeIn: 0,
    fadeOut: 0,
    crossIn: 0,
    lineId: null,
    takeId: clip.takeId,
    title: null,
    look: { ...plainLook, fit: clip.fit, moveTo: isStill ? { x: 0, y: 0, scale: grownBy } : null },
  }
}

function soundFrom(clip: z.infer<typeof OlderSound>, sourceOf: SourceOf): SoundClip {
  return {
    id: clip.id,
    start: Math.max(0, clip.startSample),
    length: Math.max(1, clip.samples),
    linkId: null,
    in: Math.max(0, clip.inSample),
    sourceLength: Math.max(clip.inSample + clip.samples, samplesOfSeconds(sourceOf(clip.takeId)?.seconds ?? 0)),
    speed: 100,
    fadeIn: clip.fadeInSamples,
    fadeOut: clip.fadeOutSamples,
    crossIn: 0,
    lineId: clip.lineId,
    takeId: clip.takeId,
    gainDb: clip.gainDb,
    points: [],
  }
}

function captionFrom(clip: z.infer<typeof OlderCaption>): CaptionClip {
  const { id, lineId, speaker, text, startFrame, frames } = clip
  return { id, lineId, speaker, text, start: Math.max(0, startFrame), length: Math.max(1, frames), linkId: null }
}
