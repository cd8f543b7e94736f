/** What the open project and its lines cost so far, asked again when a job of it moves. */
import type { Sum } from '#contract/spend.ts'
import type { LineId } from '#contract/words.ts'
import { useDebounceFn } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, shallowReadonly, shallowRef, watch } from 'vue'
import { attempt, patientStudio } from '../studio.ts'
import { useJobs } from './jobs.ts'
import { useProject } from './project.ts'

export const useProjectSpend = defineStore('project-spend', () => {
  const open = useProject()
  const jobs = useJobs()
  const sums = shallowRef<readonly Sum[]>([])
  const lines = shallowRef<ReadonlyMap<LineId, readonly Sum[]>>(new Map())

  async function load(): Promise<void> {
    const { projectId } = open
    const answer = projectId === null ? null : await attempt(patientStudio.spend.project({ projectId }))
    if (projectId !== open.projectId)
      return
    // What was known stays; the next job that moves asks again.
    if (answer?.fault)
      return
    sums.value = answer?.value?.sums ?? []
    lines.value = Map.groupBy(answer?.value?.lines ?? [], line => line.lineId)
  }
  const loadSoon = useDebounceFn(load, 300)
  watch(() => open.projectId, () => {
    sums.value = []
    lines.value = new Map()
    void load()
  }, { immediate: true })
  // Only state changes count: progress is reported many times a second.
  const moved = computed(() => jobs.all.filter(job => job.projectId === open.projectId).map(job => `${job.id} ${job.state}`).join())
  watch(moved, () => void loadSoon())

  return { sums: shallowReadonly(sums), ofLine: (lineId: LineId): readonly Sum[] => lines.value.get(lineId) ?? [] }
})
