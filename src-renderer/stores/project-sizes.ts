/** How much of the disk each project needs: asked for where it is shown, and again some time after projects have changed. */
import type { ProjectSize } from '#contract/projects.ts'
import type { ProjectId } from '#contract/words.ts'
import { watchThrottled } from '@vueuse/core'
import { shallowReadonly, shallowRef } from 'vue'
import { attempt, patientStudio } from '../studio.ts'
import { useProjects } from './projects.ts'

/** Main counts no more often. */
const everyMs = 6000

/** For as long as the caller is on screen. */
export function useProjectSizes() {
  const projects = useProjects()
  const sizes = shallowRef<ReadonlyMap<ProjectId, ProjectSize>>(new Map())

  async function ask(): Promise<void> {
    const { value } = await attempt(patientStudio.projects.sizes({}))
    if (value)
      sizes.value = new Map(value.sizes.map(size => [size.projectId, size]))
  }
  watchThrottled(() => projects.all, () => void ask(), { throttle: everyMs, immediate: true })
  return shallowReadonly(sizes)
}
