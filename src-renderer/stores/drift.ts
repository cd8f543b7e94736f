/** Which takes of the open project sound otherwise than the others of their speaker. */
import type { DriftLine, ProjectDrift } from '#contract/drift.ts'
import type { LineId, ProjectId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { studio } from '../studio.ts'
import { mirror } from './mirror.ts'
import { useProject } from './project.ts'

export const useDrift = defineStore('drift', () => {
  const open = useProject()
  const kept = mirror((projectId: ProjectId, options) => studio.drift.changes({ projectId }, options), {
    // Lines first: main has much to read for either.
    key: () => open.hasLines ? open.projectId : null,
  })
  const all = computed((): ProjectDrift | undefined => kept.get(open.projectId))
  const byLine = computed(() => new Map(all.value?.lines.map((line): [LineId, DriftLine] => [line.lineId, line])))

  return {
    /** Changes with each of its news. */
    all,
    of: (lineId: LineId): DriftLine | undefined => byLine.value.get(lineId),
    speaker: (name: string): ProjectDrift['speakers'][number] | undefined => all.value?.speakers.find(each => each.speaker === name),
  }
})
