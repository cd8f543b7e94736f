/** Sequences for tests, with as many clips as are named. */
import type { PictureClip, Sequence, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { ClipId, LineId, ProjectId, SequenceId, TakeId } from '#contract/words.ts'
import type { Sequences } from '../../src-main/sequences/sequences.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { newId } from '../../src-main/base/ids.ts'

const plain = { linkId: null, in: 0, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0, lineId: null }

/** A second of a take, unless told otherwise. */
export function aSoundClip(takeId: TakeId, has: Partial<SoundClip> = {}): SoundClip {
  // newId returns the form of an id, here and below
  return { ...plain, id: newId() as ClipId, start: 0, length: 48_000, sourceLength: 48_000, takeId, gainDb: 0, points: [], ...has }
}

/** 24 frames of a still, unless told otherwise. */
function aPictureClip(takeId: TakeId, has: Partial<PictureClip> = {}): PictureClip {
  return { ...plain, id: newId() as ClipId, start: 0, length: 24, sourceLength: null, takeId, title: null, look: plainLook, ...has }
}

/** The document with these clips on the first track of their kind. */
export function withClips(
  document: Sequence,
  { speech = [], pictures = [] }: { speech?: readonly SoundClip[], pictures?: readonly PictureClip[] },
): SequenceDocument {
  const tracks = Object.values(document.tracks).map((track) => {
    const clips = track.kind === 'speech' ? speech : track.kind === 'pictures' ? pictures : []
    return [track.id, { ...track, clips: Object.fromEntries(clips.map(clip => [clip.id, clip])) }] as const
  })
  return { ...document, tracks: Object.fromEntries(tracks) as SequenceDocument['tracks'] }
}

/** Stores a new sequence of 25 frames a second. Each take gets a second of speech of its own, one after another. */
export async function storeSequence(
  sequences: Sequences,
  projectId: ProjectId,
  { name = 'Cut', spoken = [] }: { name?: string, spoken?: readonly { takeId: TakeId, lineId?: LineId }[] } = {},
): Promise<Sequence> {
  const sequenceId = newId() as SequenceId
  await sequences.create({ sequenceId, projectId, name, width: 640, height: 360, rate: { numerator: 25, denominator: 1 } }, true)
  if (spoken.length > 0) {
    const speech = spoken.map(({ takeId, lineId = null }, index) => aSoundClip(takeId, { lineId, start: index * 48_000 }))
    await sequences.replace(sequenceId, 'assemble', now => withClips(now, { speech }))
  }
  return sequences.get(sequenceId)
}
