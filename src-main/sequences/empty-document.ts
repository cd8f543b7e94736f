/** A new sequence: a track of each kind and nothing on them. */
import type { SequenceDocument, TrackKind } from '#contract/sequence-document.ts'
import type { SequenceId, TrackId } from '#contract/words.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { derivedId } from '../base/ids.ts'

const kinds: readonly TrackKind[] = ['pictures', 'speech', 'sound', 'captions']

/** The track of this kind that assembling fills. */
export function firstTrackId(sequenceId: SequenceId, kind: TrackKind): TrackId {
  return derivedId(sequenceId, `first ${kind} track`) as TrackId // has the form of an id
}

export function emptyDocument(
  sequenceId: SequenceId,
  { name, width, height, rate }: Pick<SequenceDocument, 'name' | 'width' | 'height' | 'rate'>,
): SequenceDocument {
  const tracks = kinds.map(kind => plainTrack(kind, firstTrackId(sequenceId, kind)))
  return {
    name,
    width,
    height,
    rate,
    background: '#000000',
    inFrame: null,
    outFrame: null,
    markers: {},
    trackIds: tracks.map(track => track.id),
    tracks: Object.fromEntries(tracks.map(track => [track.id, track])),
  }
}
