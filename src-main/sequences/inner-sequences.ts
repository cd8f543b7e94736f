/** The sequences that are clips of one, and of each other. */
import type { Sequence } from '#contract/sequence-document.ts'
import type { SequenceId } from '#contract/words.ts'
import type { Sequences } from './sequences-port.ts'
import { isFault } from '#contract/faults.ts'
import { nestedIds } from '#rules/sequence/nested/nested-clips.ts'

/** Null for one that is gone, cannot be read, or is of another project, which a copy of a project may name. */
export async function innerSequencesOf(sequence: Sequence, get: Sequences['get']): Promise<ReadonlyMap<SequenceId, Sequence | null>> {
  const found = new Map<SequenceId, Sequence | null>()
  const wanted = nestedIds(sequence)
  for (let id = wanted.shift(); id !== undefined; id = wanted.shift()) {
    if (found.has(id))
      continue
    const there = await orNull(get(id))
    const inner = there?.projectId === sequence.projectId ? there : null
    found.set(id, inner)
    wanted.push(...inner ? nestedIds(inner) : [])
  }
  return found
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
