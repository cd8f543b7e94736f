/** The pronunciation dictionary as it counts in the open project: its own entries, and those of the studio. */
import type { Line, Pronunciation } from '#contract/script.ts'
import type { ProjectId } from '#contract/words.ts'
import type { Said } from '#rules/script/pronounce.ts'
import { defineStore } from 'pinia'
import { saidOf } from '#rules/script/pronounce.ts'
import { studio } from '../studio.ts'
import { mirror } from './mirror.ts'
import { useProject } from './project.ts'

export const usePronunciations = defineStore('pronunciations', () => {
  const open = useProject()
  const kept = mirror((projectId: ProjectId, options) => studio.script.pronunciations({ projectId }, options), {
    key: () => open.projectId,
  })

  return {
    all: kept.all,
    /** What is said of a line in its language. */
    saidIn: (line: Pick<Line, 'text' | 'spokenIn'>): Said => saidOf(line.text, kept.all.value as readonly Pronunciation[], line.spokenIn),
  }
})
