/** The sound of a shot as its own clip below it: the same part, at the same speed or along the same ramp, linked with the picture. */
import type { PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { Take } from '#contract/takes.ts'
import type { ClipId, NewId, TrackId } from '#contract/words.ts'
import { clipsOf, endOf, tracksOf } from '#rules/sequence/document.ts'
import { sampleOfFrame, samplesPerSecond } from '#rules/sequence/frames.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { framesUntil, placeOf, soundRampOf } from '#rules/sequence/ramp.ts'
import { freeTrack } from './place-takes.ts'

export interface Extracted { readonly edits: readonly SequenceEdit[], readonly clipId: ClipId }

/** The sound clip that belongs to the shot already. */
export function soundOfShot(document: SequenceDocument, picture: PictureClip): SoundClip | null {
  return tracksOf(document).flatMap(track => clipsOf(track)).find((clip): clip is SoundClip =>
    'points' in clip && picture.linkId !== null && clip.linkId === picture.linkId && clip.takeId === picture.takeId) ?? null
}

/** Null where the shot has no sound in the part that is shown. */
export function extractSound(document: SequenceDocument, picture: PictureClip, { asset }: Take, newId: NewId): Extracted | null {
  const { rate } = document
  const sourceLength = asset.channels ? Math.floor((asset.durationSeconds ?? 0) * samplesPerSecond) : 0
  const start = sampleOfFrame(picture.start, rate)
  const ramp = picture.ramp && soundRampOf({ start: picture.start, ramp: picture.ramp }, rate, start)
  const paced = { in: sampleOfFrame(picture.in, rate), speed: picture.speed, ...ramp && { ramp } }
  const from = ramp ? Math.max(0, Math.floor(placeOf(paced, 0) / 100)) : paced.in
  const length = Math.min(sampleOfFrame(endOf(picture), rate) - start, Math.floor(framesUntil(paced, sourceLength * 100)))
  if (length < 1 || picture.takeId === null)
    return null
  const linkId = picture.linkId ?? newId<ClipId>()
  const clip: SoundClip = {
    ...{ id: newId<ClipId>(), start, length, linkId, in: from, sourceLength, speed: picture.speed, fadeIn: 0, fadeOut: 0, crossIn: 0 },
    ...ramp && { ramp },
    ...{ lineId: null, takeId: picture.takeId, gainDb: 0, points: [], ...asset.heard && { heard: asset.heard } },
  }
  const free = freeTrack(document, 'sound', [{ kind: 'sound', clip }])
  const track = free ?? plainTrack('sound', newId<TrackId>())
  return {
    clipId: clip.id,
    edits: [
      ...free ? [] : [{ do: 'addTrack', track, at: document.trackIds.length } as const],
      { do: 'place', placements: [{ trackId: track.id, clip }], how: 'free' },
      ...picture.linkId === null ? [{ do: 'link', clipIds: [picture.id], linkId } satisfies SequenceEdit] : [],
    ],
  }
}
