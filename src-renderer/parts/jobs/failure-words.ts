/** What a job that failed or is in doubt says on a card: what happened, what to do, and whose words they are. Pure. */
import type { Failure, Job } from '#contract/jobs.ts'
import type { Texts } from '../../texts/texts.ts'
import { isServiceWord } from '#rules/jobs/whose-words.ts'

/** When a job is unsure after one of these, the service did not answer at all. */
const unheard: ReadonlySet<Failure['kind']> = new Set(['network', 'interrupted', 'internal'])

type Told = Pick<Job, 'state' | 'failure' | 'takeIds'>

export function failureWords({ state, failure, takeIds }: Told, { failures }: Texts): { what: string, todo: string } {
  if (takeIds.length > 0)
    return failures.partly
  const kind = failure?.kind ?? 'internal'
  if (state !== 'unsure')
    return failures.kinds[kind]
  // An inconclusive answer is still an answer: it says what happened, and the next step is that of every unsure job.
  return { what: unheard.has(kind) ? failures.unsure.what : failures.kinds[kind].what, todo: failures.unsure.todo }
}

/** Quotes the service only where it said something; where it did not, its status tells more than nothing. */
export function failureSaid({ failure }: Told, { failures }: Texts): string {
  if (!failure)
    return ''
  const { kind, status, said } = failure
  if (said === '')
    return status !== null && status >= 300 ? `HTTP ${status}` : ''
  if (kind === 'redirected')
    return failures.leadsTo(said)
  if (kind === 'part-missing') {
    const [part, all] = said.split('/').map(Number)
    return failures.missingPart(part ?? 0, all ?? 0)
  }
  if (kind === 'signing')
    return failures.notSigned[said] ?? said
  const own = failures.found(said)
  return own !== said ? own : isServiceWord(failure) ? failures.said(said) : said
}

/** Why a result that was paid for is not here yet, while it is still asked for. Empty when nothing is in the way. */
export function obstacleWords(failure: Failure | null, { failures }: Texts): string {
  if (failure === null)
    return ''
  return failure.kind === 'not-here' || failure.kind === 'expired' ? failures.notHereYet : failures.kinds[failure.kind].what
}
