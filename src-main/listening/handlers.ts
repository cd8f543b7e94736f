/** The calls of listening back. What is sent for it is queued by `make.listenBack`. */
import type { StudioHandlers } from '../base/calls.ts'
import type { Listening } from './listening.ts'

export interface ListeningPorts {
  readonly listening: Listening
}

export function listeningHandlers({ listening }: ListeningPorts): StudioHandlers['listening'] {
  return {
    changes: ({ projectId }, { signal }) => listening.changes(projectId, signal),
    async accept({ projectId, takeIds, isRight }) {
      await listening.accept(projectId, takeIds, isRight)
      return {}
    },
  }
}
