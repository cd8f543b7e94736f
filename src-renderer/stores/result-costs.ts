/** What the results of jobs cost, for lists: asked for in one call for all that are in sight, again when a job or its cost has changed. */
import type { Sum } from '#contract/spend.ts'
import type { JobId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import { attempt, patientStudio } from '../studio.ts'
import { useCosts } from './costs.ts'
import { useJobs } from './jobs.ts'

interface ResultCost { readonly sums: readonly Sum[], readonly resultCount: number }

/** As many as one call answers. */
const atOnce = 100
/** Rows that are shown together ask together. */
const togetherMs = 30

export const useResultCosts = defineStore('result-costs', () => {
  const jobs = useJobs()
  const costs = useCosts()
  /** By job and what it was when it was asked for; null without a cost. */
  const known = shallowReactive(new Map<string, ResultCost | null>())
  const wanted = new Map<string, JobId>()
  let isAsking = false

  async function ask(): Promise<void> {
    isAsking = true
    await new Promise(resolve => setTimeout(resolve, togetherMs))
    while (wanted.size > 0) {
      const asked = [...wanted].slice(0, atOnce)
      const { value } = await attempt(patientStudio.spend.results({ jobIds: [...new Set(asked.map(([, jobId]) => jobId))] }))
      const found = new Map(value?.results.map(result => [result.jobId, result]))
      for (const [key, jobId] of asked) {
        known.set(key, found.get(jobId) ?? null)
        wanted.delete(key)
      }
    }
    isAsking = false
  }

  return {
    /** Null without a known cost, or until it is known. Reactive. */
    get(jobId: JobId): ResultCost | null {
      const key = `${jobId} ${jobs.get(jobId)?.state ?? ''} ${costs.get(jobId)?.micros ?? ''}`
      const there = known.get(key)
      if (there !== undefined)
        return there
      wanted.set(key, jobId)
      if (!isAsking)
        void ask()
      return null
    },
  }
})
