/** Sequences for tests, with as many clips as are named. */
import type { Sequence, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { ClipId, LineId, ProjectId, SequenceId, TakeId } from '#contract/words.ts'
import type { Sequences } from '../../src-main/sequences/sequences-port.ts'
import { newId } from '../../src-main/base/ids.ts'

const plain = { linkId: null, in: 0, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0, lineId: null }

/** A second of a take, unless told otherwise. */
export function aSoundClip(takeId: TakeId, has: Partial<SoundClip> = {}): SoundClip {
  // newId returns the form of an id, here and below
  return { ...plain, id: newId<ClipId>(), start: 0, length: 48_000, sourceLength: 48_000, takeId, gainDb: 0, points: [], ...has }
}

/** The document with these clips of speech and nothing else. */
export function withClips(
  document: Sequence,
  { speech = [] }: { speech?: readonly SoundClip[] },
): SequenceDocument {
  const tracks = Object.values(document.tracks).map((track) => {
    const clips = track.kind === 'speech' ? speech : []
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
  const sequenceId = newId<SequenceId>()
  await sequences.create({ sequenceId, projectId, name, width: 640, height: 360, rate: { numerator: 25, denominator: 1 } }, true)
  if (spoken.length > 0) {
    const speech = spoken.map(({ takeId, lineId = null }, index) => aSoundClip(takeId, { lineId, start: index * 48_000 }))
    await sequences.replace(sequenceId, 'assemble', now => withClips(now, { speech }))
  }
  return sequences.get(sequenceId)
}
