/**
 * Cancelling jobs, wherever it is pressed: asks first by what is lost, stops at once, and offers to queue again what was not sent. Nothing
 * is queued again without that press.
 */
import type { Job } from '#contract/jobs.ts'
import type { AnyFault } from '../../studio.ts'
import type { Texts } from '../../texts/texts.ts'
import { isLocal, mayBeStopped } from '#rules/jobs/attention.ts'
import { useNotices } from '../../actions/notices.ts'
import { attempt, studio } from '../../studio.ts'
import { useAsk } from '../dialogs/use-ask.ts'
import { useIntents } from '../intents/use-intents.ts'
import { useEstimates } from '../spend/use-estimates.ts'
import { useJobCost } from '../spend/use-job-cost.ts'
import { cancelQuestion, costOfCancel, mustAsk } from './cost-of-cancel.ts'
import { isBeforeNoReturn } from './job-words.ts'

/** What others need first, and what needs others last: it would fail where they are still cancelled. */
const turnOf = ({ kind }: Pick<Job, 'kind'>): number => kind === 'upload' ? 0 : kind === 'join' ? 2 : 1

/** Wherever a job is retried on the page: of one job there is one retry at a time. */
export const retryPlace = 'retry'

export function useCancel() {
  const ask = useAsk()
  const notices = useNotices()
  const intents = useIntents()
  const estimates = useEstimates()
  const cost = useJobCost()

  async function isAgreed(jobs: readonly Job[]): Promise<boolean> {
    const lost = costOfCancel(jobs, Date.now())
    return !mustAsk(lost) || ask(texts => cancelQuestion(lost, texts))
  }

  /** Each is a new job, at the end of the queue: all of them, or none. */
  async function queueAgain(jobs: readonly Job[]): Promise<void> {
    const [first] = jobs
    if (!first)
      return
    const costs = await cost.ofMakingAgain(jobs)
    if (costs.fault)
      return notices.fault(costs.fault)
    if (!await estimates.confirmAmounts(costs.value.amounts, first.projectId))
      return
    const jobIds = jobs.toSorted((a, b) => turnOf(a) - turnOf(b)).map(job => job.id)
    const { value, fault } = await intents.once(['retry-all', jobIds], requestId => attempt(studio.jobs.retryAll({ requestId, jobIds })))
    if (fault)
      return notices.fault(fault)
    // Fewer than asked for where another page has retried some of them already.
    notices.say(texts => texts.queue.queuedAgain(value.jobIds.length), { tone: 'good' })
  }
  /** For the notice that tells of the cancelling. */
  function again(jobs: readonly Job[]): { act?: { label: (texts: Texts) => string, run: () => unknown } } {
    return jobs.length === 0
      ? {}
      : {
          act: {
            label: texts => texts.queue.queueAgain,
            run: () => intents.press(retryPlace, jobs.map(job => job.id), () => queueAgain(jobs)),
          },
        }
  }

  return {
    /** These, sent or not. Answers why it failed. */
    async cancel(jobs: readonly Job[]): Promise<AnyFault | null> {
      const open = jobs.filter(mayBeStopped)
      const [head] = jobs
      if (open.length === 0 || !head) {
        notices.say(texts => texts.queue.isHere)
        return null
      }
      if (!await isAgreed(open))
        return null
      // All that are not sent, in one go: one after another, the later ones would go out in the meantime.
      if (open.length > 1) {
        const { fault } = await attempt(studio.jobs.cancelUnsent({ jobIds: open.map(job => job.id) }))
        if (fault)
          return fault
      }
      const answers: { job: Job, wasSent: boolean }[] = []
      for (const job of open) {
        const answer = await attempt(studio.jobs.cancel({ jobId: job.id }))
        if (answer.fault)
          return answer.fault
        answers.push(answer.value)
      }
      const stopped = answers.filter(({ job }) => job.state === 'cancelled')
      const wasSent = stopped.some(each => each.wasSent)
      // An answer that came in spite of the stop is kept.
      if (stopped.length === 0)
        notices.say(texts => texts.queue.isHere)
      else if (wasSent)
        notices.say(texts => texts.queue.stoppedWaiting)
      else
        notices.say(texts => isLocal(head) ? texts.queue.renderCancelled : texts.queue.cancelled, again(jobs.length === 1 ? jobs : []))
      return null
    },
    /** Of these, those that are not sent yet; the others continue, and the user hears how many. */
    async cancelUnsent(jobs: readonly Job[]): Promise<void> {
      const open = jobs.filter(mayBeStopped)
      if (!await isAgreed(open.filter(isBeforeNoReturn)))
        return
      const answer = await attempt(studio.jobs.cancelUnsent({ jobIds: open.map(job => job.id) }))
      if (answer.fault)
        return notices.fault(answer.fault)
      const { cancelled, sent } = answer.value
      // Which were sent in the meantime only main knows: those are not offered.
      notices.say(texts => texts.queue.batch.cancelled(cancelled, sent), sent === 0 ? again(open) : {})
    },
  }
}
