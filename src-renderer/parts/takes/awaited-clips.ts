/** Clips of timelines that wait for what is made again for them: kept over rooms, and until the job has its take. */
import type { Job } from '#contract/jobs.ts'
import { useLocalStorage } from '@vueuse/core'
import { z } from 'zod'
import { ClipId, JobId, SequenceId, TakeId } from '#contract/words.ts'
import { readJson } from '#rules/plain-data.ts'
import { oldestFirst } from '../../stores/by-age.ts'
import { pageKeys } from '../../wire/page-keys.ts'

export const AwaitedClip = z.object({
  sequenceId: SequenceId,
  clipId: ClipId,
  /** What the clip has; if it has another by then, a person chose that one. */
  takeId: TakeId,
  jobIds: z.array(JobId).min(1),
})
export type AwaitedClip = z.infer<typeof AwaitedClip>

const most = 50

/** The newest last. */
export function useAwaitedClips() {
  return useLocalStorage<readonly AwaitedClip[]>(pageKeys.timelineAwaited, [], {
    shallow: true,
    serializer: { read: text => readJson(z.array(AwaitedClip), text) ?? [], write: all => JSON.stringify(all.slice(-most)) },
    // A full storage costs only that the result must be placed by hand.
    onError: cause => console.warn(cause),
  })
}

/** The first take of its jobs, or of those that tried again in their place; null while there is none. */
export function takeFor({ jobIds }: Pick<AwaitedClip, 'jobIds'>, jobs: readonly Job[]): TakeId | null {
  const ids = new Set(jobIds)
  const inTime = jobs.toSorted(oldestFirst)
  for (const { id, retryOf } of inTime) {
    if (retryOf !== null && ids.has(retryOf))
      ids.add(id)
  }
  return inTime.find(job => ids.has(job.id) && job.takeIds.length > 0)?.takeIds[0] ?? null
}
