/** The calls of sequences. */
import type { StudioHandlers } from '../base/calls.ts'
import type { Holds } from './holds.ts'
import type { Sequences } from './sequences-port.ts'
import { mapEvents } from '#contract/define.ts'
import { inPieces } from '../base/in-pieces.ts'
import { captionTranscript } from './caption-transcript.ts'
import { assembleInto, layoutOf, layOutProject } from './lay-out-project.ts'
import { sentSequence, textSteps } from './sent-sequence.ts'

export type SequencePorts = Parameters<typeof layOutProject>[0] & Parameters<typeof layoutOf>[0] & Parameters<typeof assembleInto>[0]
  & Parameters<typeof captionTranscript>[0] & { readonly sequences: Sequences, readonly holds: Holds }

export function sequenceHandlers(ports: SequencePorts): StudioHandlers['sequences'] {
  const { sequences, holds } = ports
  return {
    changes: ({ projectId }, { signal }) => sequences.changes(projectId, signal),
    layout: async (input) => {
      const { sequence, isEdited } = await layoutOf(ports, input)
      return { sequence: await inPieces(textSteps(sequence)), isEdited }
    },
    layOut: async input => ({ sequence: await layOutProject(ports, input) }),
    follow: ({ sequenceId }, { signal }) => mapEvents(sequences.follow(sequenceId, signal), sentSequence),
    hold: ({ sequenceId }, { signal }) => holds.hold(sequenceId, signal),
    create: async input => ({ sequence: await sequences.create(input, true) }),
    duplicate: async ({ sequenceId, newId, ...into }) =>
      ({ sequence: await sequences.duplicate(sequenceId, { ...into, sequenceId: newId }) }),
    edit: async ({ sequenceId, ...how }) => ({ revision: await sequences.edit(sequenceId, how) }),
    captionTranscript: input => captionTranscript(ports, input),
    assemble: ({ sequenceId }) => assembleInto(ports, sequenceId),
    trash: async ({ sequenceId }) => ({ sequence: await sequences.trash(sequenceId) }),
    restore: async ({ sequenceId }) => ({ sequence: await sequences.restore(sequenceId) }),
  }
}
