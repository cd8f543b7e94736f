/** Which places of a sequence wait for what is being generated for them, and on which track each is shown. Pure. */
import type { IntoPlace } from '#contract/into.ts'
import type { Job } from '#contract/jobs.ts'
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceId, TrackId } from '#contract/words.ts'
import { findClip } from '#rules/sequence/document.ts'
import { orderedTracks } from '../view/rows.ts'

export interface AwaitedPlace { readonly job: Job, readonly place: IntoPlace, readonly trackId: TrackId }

/** Of several tries the last. Those that were cancelled, or whose take was placed, wait no more. */
export function awaitedPlaces(jobs: readonly Job[], sequenceId: SequenceId, document: SequenceDocument): AwaitedPlace[] {
  const repeated = new Set(jobs.map(job => job.retryOf))
  const speech = orderedTracks(document).filter(track => track.kind === 'speech' || track.kind === 'sound')
  const shown = speech.find(track => track.kind === 'speech') ?? speech[0]
  return jobs.flatMap((job) => {
    const place = job.awaitedAt
    const trackId = speech.find(track => track.id === place?.trackId)?.id ?? shown?.id
    const isOver = job.state === 'done' || job.state === 'cancelled' || repeated.has(job.id)
    return !place || trackId === undefined || isOver || place.sequenceId !== sequenceId || findClip(document, place.clipId)
      ? []
      : [{ job, place, trackId }]
  })
}
