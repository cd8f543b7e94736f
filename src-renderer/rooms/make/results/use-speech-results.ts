/** What speech shows: jobs as one thing each, and takes with the parts that they were joined from folded under them. */
import type { Job } from '#contract/jobs.ts'
import type { Take } from '#contract/takes.ts'
import type { ProjectId, TakeId } from '#contract/words.ts'
import type { JobFamily } from '../../../parts/jobs/job-families.ts'
import { computed } from 'vue'
import { isInTrouble } from '../../../parts/jobs/job-families.ts'
import { createKnownFamilies } from '../../../parts/jobs/known-families.ts'
import { useDoneSince } from '../../../parts/jobs/use-done-since.ts'
import { isUnderWay, useJobs } from '../../../stores/jobs.ts'
import { useTakes } from '../../../stores/takes.ts'
import { foldParts } from './fold-parts.ts'

const day = 24 * 60 * 60 * 1000

export function useSpeechResults(projectId: () => ProjectId | null, all: () => readonly Take[]) {
  const jobs = useJobs()
  const familiesNow = createKnownFamilies()
  const takes = useTakes()
  const openedAt = Date.now()
  const isDoneSince = useDoneSince()

  const isOfSpeech = (job: Job): boolean => job.kind === 'speech' || job.kind === 'join' || job.kind === 'upload'
  const families = computed(() =>
    familiesNow(jobs.all.filter(job => isOfSpeech(job) && (projectId() === null || job.projectId === projectId()))))

  /** Shown from the moment it is queued until its take is there; trouble of the last day stays until it is taken off. */
  function belongsHere({ head, parts }: JobFamily): boolean {
    // A clip that is registered by itself belongs to Voices.
    if (head.kind === 'upload')
      return false
    if (isUnderWay(head) || parts.some(isUnderWay))
      return true
    if (head.state === 'done')
      return isDoneSince(head) && head.takeIds.some(takeId => !takes.get(takeId))
    return [head, ...parts].some(job => isInTrouble(job) && job.createdAt > openedAt - day)
  }

  /** Takes of parts whose whole is still to come are shown with it, when it is there. */
  const waiting = computed(() =>
    new Set<TakeId>(families.value.filter(({ head }) => head.kind === 'join' && isUnderWay(head)).flatMap(({ parts }) =>
      parts.flatMap(part => part.takeIds))))

  return {
    families: computed(() => families.value.filter(belongsHere)),
    rows: computed(() => foldParts(all(), waiting.value)),
  }
}
