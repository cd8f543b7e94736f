/** What is kept of how a take was made, and what its file is: the job's request and times from the ledger, the codecs from the file. */
import type { Ref } from 'vue'
import type { FileFacts, Take } from '#contract/takes.ts'
import { shallowRef, watch } from 'vue'
import { attempt, patientStudio } from '../../studio.ts'

type Sent = Awaited<ReturnType<typeof patientStudio.jobs.request>>
export type SentTimes = Sent['times']

/** Null until they are there, and for what is not known: an import has no job, and a restored studio may have lost its ledger. */
export function useTakeRecord(take: () => Take): { sent: Readonly<Ref<Sent | null>>, file: Readonly<Ref<FileFacts | null>> } {
  const sent = shallowRef<Sent | null>(null)
  const file = shallowRef<FileFacts | null>(null)
  watch(() => take().jobId, async (jobId) => {
    sent.value = null
    const answer = jobId === null ? null : await attempt(patientStudio.jobs.request({ jobId }))
    if (take().jobId === jobId)
      sent.value = answer?.value ?? null
  }, { immediate: true })
  // Of a picture, the library has all that its file says.
  watch(() => take().asset.isMissing || take().medium === 'picture' || take().medium === 'text' ? null : take().id, async (takeId) => {
    file.value = null
    const answer = takeId === null ? null : await attempt(patientStudio.takes.probe({ takeId }))
    if (take().id === takeId)
      file.value = answer?.value?.facts ?? null
  }, { immediate: true })
  return { sent, file }
}
