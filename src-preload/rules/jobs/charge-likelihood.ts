/**
 * How likely a job whose fate nobody knows was charged, and why one thinks so: from what went wrong and when. It is an
 * opinion and is shown as one; only the service's own page knows. Pure.
 */
import type { Job } from '#contract/jobs.ts'

export interface ChargeLikelihood {
  readonly likely: 'surely' | 'probably' | 'perhaps'
  /** What the opinion rests on. */
  readonly because:
    /** An answer of success arrived, only not in a form that could be used. */
    | 'answer-arrived'
    /** The service said that it broke while it worked on this. */
    | 'service-broke'
    /** The connection stayed as long as such work usually takes: it was likely done. */
    | 'took-long-enough'
    /** The whole request had left, and nothing came back. */
    | 'whole-request-left'
    /** The studio stopped after that was on record: the last bytes were about to leave, or had left. */
    | 'studio-stopped'
}

export function chargeLikelihood(job: Pick<Job, 'failure' | 'sentAt' | 'endedAt' | 'expectedSeconds'>): ChargeLikelihood {
  const { failure, sentAt, endedAt, expectedSeconds } = job
  const waitedMs = sentAt === null || endedAt === null ? 0 : endedAt - sentAt
  const isSuccess = failure?.status != null && failure.status >= 200 && failure.status < 300
  if (failure?.kind === 'undecodable' || failure?.kind === 'unreadable' || isSuccess)
    return { likely: 'surely', because: 'answer-arrived' }
  if (failure?.kind === 'server' || failure?.kind === 'model-unavailable')
    return { likely: 'perhaps', because: 'service-broke' }
  if (failure?.kind === 'interrupted')
    // Its end is written when the studio opens again, so how long it was waited for says nothing here.
    return { likely: 'probably', because: 'studio-stopped' }
  if (expectedSeconds !== null && waitedMs >= expectedSeconds * 1000)
    return { likely: 'surely', because: 'took-long-enough' }
  return { likely: 'probably', because: 'whole-request-left' }
}
