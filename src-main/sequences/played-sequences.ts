/** Sequences as they are played and delivered: with the tracks of those that are clips of them. */
import type { Sequence } from '#contract/sequence-document.ts'
import type { SequenceId } from '#contract/words.ts'
import type { Sequences } from './sequences-port.ts'
import { flat } from '#rules/sequence/nested/flat.ts'
import { innerSequencesOf } from './inner-sequences.ts'

export interface PlayedSequences {
  /** Nested sequences that are gone or cannot be read play nothing. @throws Fault not-found, newer-document, unreadable-document */
  played: (sequenceId: SequenceId) => Promise<Sequence>
  /** Another text whenever what it plays has changed. @throws Fault like `played` */
  playedVersion: (sequenceId: SequenceId) => Promise<string>
}

export function playedSequences(get: Sequences['get']): PlayedSequences {
  return {
    async played(sequenceId) {
      const sequence = await get(sequenceId)
      const inner = await innerSequencesOf(sequence, get)
      return flat(sequence, id => inner.get(id) ?? null, [sequenceId])
    },
    async playedVersion(sequenceId) {
      const sequence = await get(sequenceId)
      const inner = await innerSequencesOf(sequence, get)
      return JSON.stringify([sequence.revision, [...inner].map(([id, one]) => [id, one?.revision ?? null])])
    },
  }
}
