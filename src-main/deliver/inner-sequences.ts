/** The sequences that are clips of one, and of each other, as edit lists list them: each by itself, as it is heard. */
import type { Sequence, Track } from '#contract/sequence-document.ts'
import type { SequenceId } from '#contract/words.ts'
import type { Sequences } from '../sequences/sequences-port.ts'
import type { TonePorts } from './toned-sequence.ts'
import { isFault } from '#contract/faults.ts'
import { tracksOf } from '#rules/sequence/document.ts'
import { nestedIds } from '#rules/sequence/nested/nested-clips.ts'
import { tonedSequence } from './toned-sequence.ts'

interface Ports extends TonePorts { readonly sequences: Pick<Sequences, 'get'> }

/** Without those that are gone, cannot be read, or are of another project. `get` may answer flat documents. */
export async function innerSequences(sequence: Sequence, ports: Ports): Promise<ReadonlyMap<SequenceId, Sequence>> {
  const found = new Map<SequenceId, Sequence>()
  const asked = new Set<SequenceId>()
  const wanted = nestedIds(sequence)
  for (let id = wanted.shift(); id !== undefined; id = wanted.shift()) {
    if (asked.has(id))
      continue
    asked.add(id)
    const inner = await orNull(ports.sequences.get(id))
    if (inner?.projectId !== sequence.projectId)
      continue
    const own = await tonedSequence(withOwnTracks(inner), ports)
    found.set(id, own)
    wanted.push(...nestedIds(own))
  }
  return found
}

/** Without the tracks that play for its clips. */
function withOwnTracks(sequence: Sequence): Sequence {
  const isOwn = (track: Track): boolean => !('nest' in track) && !Object.values<object>(track.clips).some(clip => 'group' in clip)
  const tracks = tracksOf(sequence).filter(isOwn)
  return { ...sequence, trackIds: tracks.map(({ id }) => id), tracks: Object.fromEntries(tracks.map(track => [track.id, track])) }
}

async function orNull(getting: Promise<Sequence>): Promise<Sequence | null> {
  try {
    return await getting
  }
  catch (error) {
    if (isFault(error, 'not-found') || isFault(error, 'newer-document') || isFault(error, 'unreadable-document'))
      return null
    throw error
  }
}
