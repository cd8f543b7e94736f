/** Whether a service refused the key of an account since it last accepted it, by what the jobs show. Pure. */
import type { Account } from '#contract/accounts.ts'
import type { Job } from '#contract/jobs.ts'

/** A 403 may be about one model; only a 401 is about the key. */
const refusesKey = 401

type Asked = Pick<Job, 'accountId' | 'blockedBy' | 'failure' | 'endedAt'>

export function isKeyRefused(account: Pick<Account, 'id' | 'isPractice' | 'key'>, jobs: readonly Asked[]): boolean {
  const { state, lastSuccessAt } = account.key
  if (account.isPractice || state !== 'ok')
    return false
  return jobs.some(job => job.accountId === account.id && (job.blockedBy === 'auth'
    || (job.failure?.kind === 'auth'
      && job.failure.status === refusesKey
      && (job.endedAt === null || job.endedAt > (lastSuccessAt ?? 0)))))
}
