/** The project that is open: its lines and deliveries, as main has them. */
import type { ProjectId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { computed, readonly, shallowRef } from 'vue'
import { mapEvents } from '#contract/define.ts'
import { linesChanged } from '#contract/script.ts'
import { studio } from '../studio.ts'
import { newestFirst } from './by-age.ts'
import { mirror } from './mirror.ts'
import { useProjects } from './projects.ts'

export const useProject = defineStore('project', () => {
  const projects = useProjects()
  const projectId = shallowRef<ProjectId | null>(null)
  const lastId = shallowRef<ProjectId | null>(null)
  const ofProject = { key: () => projectId.value }
  const lineMirror = mirror(async (id: ProjectId, options) =>
    mapEvents(await studio.script.changes({ projectId: id }, options), linesChanged), ofProject)
  const sequenceMirror = mirror((id: ProjectId, options) => studio.sequences.changes({ projectId: id }, options), ofProject)
  const deliveryMirror = mirror((id: ProjectId, options) => studio.deliveries.changes({ projectId: id }, options), ofProject)

  return {
    projectId: readonly(projectId),
    /** The one that is open, or was before; null before the first. */
    lastId: readonly(lastId),
    /** Nobody works in a template. */
    project: computed(() => projects.get(projectId.value)?.templateAt === null ? projects.get(projectId.value) : undefined),
    /** In the order of the script. */
    lines: computed(() => lineMirror.all.value.toSorted((a, b) => a.position - b.position)),
    hasLines: lineMirror.isReady,
    /** Those that are not in the trash, oldest first, as main lists them. */
    sequences: computed(() => sequenceMirror.all.value.filter(sequence => sequence.trashedAt === null)),
    hasSequences: sequenceMirror.isReady,
    /** Also one in the trash. */
    anySequence: sequenceMirror.get,
    /** Newest first. */
    deliveries: computed(() => deliveryMirror.all.value.toSorted((a, b) => newestFirst({ id: a.jobId }, { id: b.jobId }))),
    hasDeliveries: deliveryMirror.isReady,
    /** Follows another project; null follows none. The shell calls this when the address changes. */
    open(id: ProjectId | null) {
      projectId.value = id
      lastId.value = id ?? lastId.value
    },
  }
})
