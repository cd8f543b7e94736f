/** In which language the script of the open project is spoken, and by whom in another. */
import type { ProjectId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { studio } from '../studio.ts'
import { mirror } from './mirror.ts'
import { useProject } from './project.ts'

export const useScriptLanguages = defineStore('script-languages', () => {
  const open = useProject()
  const kept = mirror((projectId: ProjectId, options) => studio.script.languages({ projectId }, options), {
    key: () => open.projectId,
  })
  const all = computed(() => kept.get(open.projectId) ?? null)

  return {
    /** Null before they have come. */
    all,
    script: computed(() => all.value?.script ?? null),
    of: (speaker: string): string | null => all.value?.speakers.find(each => each.speaker === speaker)?.language ?? null,
  }
})
