/** The calls of the storyboard. */
import type { StudioHandlers } from '../base/calls.ts'
import type { Storyboard } from './storyboard.ts'

export interface StoryboardPorts {
  readonly storyboard: Storyboard
}

export function storyboardHandlers({ storyboard }: StoryboardPorts): StudioHandlers['storyboard'] {
  return {
    changes: ({ projectId }, { signal }) => storyboard.changes(projectId, signal),
    look: ({ projectId }, { signal }) => storyboard.lookChanges(projectId, signal),
    edit: async ({ projectId, edits }) => ({ pictures: await storyboard.edit(projectId, edits) }),
    setLook: async ({ projectId, expected, step: _, ...part }) => ({ look: await storyboard.setLook(projectId, part, expected) }),
    takes: async ({ pictureId }) => ({ takes: await storyboard.takesOf(pictureId) }),
  }
}
