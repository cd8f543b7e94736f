/** The pronunciation dictionary as it counts in the open project: its own entries, and those of the studio, which count without one, too. */
import type { Line, Pronunciation } from '#contract/script.ts'
import type { ProjectId } from '#contract/words.ts'
import type { Said } from '#rules/script/pronounce.ts'
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { saidOf } from '#rules/script/pronounce.ts'
import { studio } from '../studio.ts'
import { mirror } from './mirror.ts'
import { useProject } from './project.ts'

/** A mirror follows nothing for null. */
const noProject = 'no project'

export const usePronunciations = defineStore('pronunciations', () => {
  const open = useProject()
  const kept = mirror((of: ProjectId | typeof noProject, options) =>
    studio.script.pronunciations({ projectId: of === noProject ? null : of }, options), { key: () => open.projectId ?? noProject })
  const entries = computed(() => kept.all.value as readonly Pronunciation[])
  const ofStudio = computed(() => entries.value.filter(entry => entry.projectId === null))

  return {
    all: kept.all,
    /** What is said of a line in its language; in no project, by the entries of the studio alone. */
    saidIn: (line: Pick<Line, 'text' | 'spokenIn'>, projectId: ProjectId | null = open.projectId): Said =>
      saidOf(line.text, projectId === null ? ofStudio.value : entries.value, line.spokenIn),
  }
})
