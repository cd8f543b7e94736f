/**
 * Estimates how likely an unsure job was charged, and why: from what failed and when. It is shown as an estimate; only the
 * service's own records are certain. Pure.
 */
import type { Job } from '#contract/jobs.ts'

export interface ChargeLikelihood {
  readonly likely: 'surely' | 'probably' | 'perhaps'
  /** The reason for the estimate. */
  readonly because:
    /** A successful answer arrived, but could not be used. */
    | 'answer-arrived'
    /** A part of the result arrived. */
    | 'part-arrived'
    /** The service reported an internal error. */
    | 'service-broke'
    /** The connection lasted as long as such work usually takes, so it was probably done. */
    | 'took-long-enough'
    /** The whole request had left, and nothing came back. */
    | 'whole-request-left'
    /** The studio stopped after the commit: the last bytes were about to leave, or had left. */
    | 'studio-stopped'
}

export function chargeLikelihood(job: Pick<Job, 'failure' | 'sentAt' | 'endedAt' | 'expectedSeconds' | 'takeIds'>): ChargeLikelihood {
  const { failure, sentAt, endedAt, expectedSeconds } = job
  const waitedMs = sentAt === null || endedAt === null ? 0 : endedAt - sentAt
  const isSuccess = failure?.status != null && failure.status >= 200 && failure.status < 300
  if (job.takeIds.length > 0)
    return { likely: 'surely', because: 'part-arrived' }
  if (failure?.kind === 'undecodable' || failure?.kind === 'unreadable' || isSuccess)
    return { likely: 'surely', because: 'answer-arrived' }
  if (failure?.kind === 'server' || failure?.kind === 'model-unavailable')
    return { likely: 'perhaps', because: 'service-broke' }
  if (failure?.kind === 'interrupted')
    // Its end is written when the studio opens again, so its duration means nothing here.
    return { likely: 'probably', because: 'studio-stopped' }
  if (expectedSeconds !== null && waitedMs >= expectedSeconds * 1000)
    return { likely: 'surely', because: 'took-long-enough' }
  return { likely: 'probably', because: 'whole-request-left' }
}
