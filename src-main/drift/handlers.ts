/** The calls of drift. */
import type { StudioHandlers } from '../base/calls.ts'
import type { Drift } from './drift.ts'

export interface DriftPorts {
  readonly drift: Drift
}

export function driftHandlers({ drift }: DriftPorts): StudioHandlers['drift'] {
  return {
    changes: ({ projectId }, { signal }) => drift.changes(projectId, signal),
    points: ({ projectId, speaker }) => drift.points(projectId, speaker),
    async accept({ projectId, takeIds, isRight }) {
      await drift.accept(projectId, takeIds, isRight)
      return {}
    },
    async setAnchor({ projectId, speaker, takeId }) {
      await drift.setAnchor(projectId, speaker, takeId)
      return {}
    },
  }
}
