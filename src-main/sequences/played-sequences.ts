/** Sequences as they are played and delivered: with the tracks of those that are clips of them. */
import type { Sequence } from '#contract/sequence-document.ts'
import type { SequenceId } from '#contract/words.ts'
import type { Sequences } from './sequences-port.ts'
import { isFault } from '#contract/faults.ts'
import { flat } from '#rules/sequence/nested/flat.ts'
import { nestedIds } from '#rules/sequence/nested/nested-clips.ts'

export interface PlayedSequences {
  /** Nested sequences that are gone or cannot be read play nothing. @throws Fault not-found, newer-document, unreadable-document */
  played: (sequenceId: SequenceId) => Promise<Sequence>
  /** Another text whenever what it plays has changed. @throws Fault like `played` */
  playedVersion: (sequenceId: SequenceId) => Promise<string>
}

type Inner = ReadonlyMap<SequenceId, Sequence | null>

export function playedSequences(get: Sequences['get']): PlayedSequences {
  return {
    async played(sequenceId) {
      const sequence = await get(sequenceId)
      const inner = await innerOf(sequence, get)
      return flat(sequence, id => inner.get(id) ?? null, [sequenceId])
    },
    async playedVersion(sequenceId) {
      const sequence = await get(sequenceId)
      const inner = await innerOf(sequence, get)
      return JSON.stringify([sequence.revision, [...inner].map(([id, one]) => [id, one?.revision ?? null])])
    },
  }
}

/** Every sequence of its project in it, also those in these. A copy of a project may name one of the other project. */
async function innerOf(sequence: Sequence, get: Sequences['get']): Promise<Inner> {
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
