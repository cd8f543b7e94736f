/** Whether a job was charged, as the screen tells it. What the practice service made is free, whatever it counted. */
import type { Job } from '#contract/jobs.ts'
import type { Texts } from '../../texts/texts.ts'
import { isLocal } from '#rules/jobs/attention.ts'

export interface ChargeWords { readonly label: string, readonly detail: string, readonly tone: 'good' | 'bad' | 'warn' | '' }

/** Null where nothing is known yet, and for work of this machine. An unsure job may have been charged. */
export function chargeWords(job: Pick<Job, 'charged' | 'state' | 'kind'>, isPractice: boolean, texts: Texts): ChargeWords | null {
  const charged = job.charged ?? (job.state === 'unsure' ? 'unknown' : null)
  if (charged === null || isLocal(job))
    return null
  if (isPractice)
    return { ...texts.failures.free, tone: 'good' }
  return { ...texts.failures.charged[charged], tone: ({ no: 'good', yes: 'bad', unknown: 'warn' } as const)[charged] }
}
