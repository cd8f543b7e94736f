/** Speaking with a voice that was chosen elsewhere: in the project that one comes from, else in the workbench without a project. */
import type { RouteLocationRaw } from 'vue-router'
import type { ModelId, VoiceId } from '#contract/words.ts'
import { useProject } from '../../stores/project.ts'
import { useProjects } from '../../stores/projects.ts'

type Spoken = { readonly voiceId: VoiceId } | { readonly modelId: ModelId, readonly voice: string }

export function useInSpeech() {
  const open = useProject()
  const projects = useProjects()
  return {
    /** Name of that project; empty without one. */
    projectName: (): string => projectOf()?.name ?? '',
    routeOf: (voice: Spoken): RouteLocationRaw => {
      const project = projectOf()
      const query = { ...voice, kind: 'speech' }
      return project ? { name: 'make', params: { projectId: project.id }, query } : { name: 'workbench', query }
    },
  }

  function projectOf() {
    const project = projects.get(open.lastId)
    return project?.trashedAt === null ? project : undefined
  }
}
