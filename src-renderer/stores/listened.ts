/** What was heard of the takes of the open project, by line. */
import type { ProjectId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { studio } from '../studio.ts'
import { mirror } from './mirror.ts'
import { useProject } from './project.ts'

/** Dozens are heard in a second, while somebody reads on: what is told of them is worked out a few times. In ms. */
const togetherMs = 200

export const useListened = defineStore('listened', () => {
  const open = useProject()
  return mirror((projectId: ProjectId, options) => studio.listening.changes({ projectId }, options), {
    // Lines first: main has much to read for either.
    key: () => open.hasLines ? open.projectId : null,
    onFrame: act => setTimeout(act, togetherMs),
  })
})
