/** The sequences that are clips of one, and of each other, as edit lists list them: each by itself, as it is heard. */
import type { Sequence, Track } from '#contract/sequence-document.ts'
import type { SequenceId } from '#contract/words.ts'
import type { Sequences } from '../sequences/sequences-port.ts'
import type { TonePorts } from './toned-sequence.ts'
import { tracksOf } from '#rules/sequence/document.ts'
import { innerSequencesOf } from '../sequences/inner-sequences.ts'
import { tonedSequence } from './toned-sequence.ts'

interface Ports extends TonePorts { readonly sequences: Pick<Sequences, 'get'> }

/** Without those that are gone, cannot be read, or are of another project. `get` may answer flat documents. */
export async function innerSequences(sequence: Sequence, ports: Ports): Promise<ReadonlyMap<SequenceId, Sequence>> {
  const listed = new Map<SequenceId, Sequence>()
  for (const [id, inner] of await innerSequencesOf(sequence, ports.sequences.get)) {
    if (inner)
      listed.set(id, await tonedSequence(withOwnTracks(inner), ports))
  }
  return listed
}

/** Without the tracks that play for its clips. */
function withOwnTracks(sequence: Sequence): Sequence {
  const isOwn = (track: Track): boolean => !('nest' in track) && !Object.values<object>(track.clips).some(clip => 'group' in clip)
  const tracks = tracksOf(sequence).filter(isOwn)
  return { ...sequence, trackIds: tracks.map(({ id }) => id), tracks: Object.fromEntries(tracks.map(track => [track.id, track])) }
}
