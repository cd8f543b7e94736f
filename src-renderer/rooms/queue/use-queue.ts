/** What can be done with jobs: cancel, make again, clear; asks first where money may be at stake. */
import type { Job } from '#contract/jobs.ts'
import { useDialog } from 'naive-ui'
import { RequestId } from '#contract/words.ts'
import { useNotices } from '../../actions/notices.ts'
import { useEstimates } from '../../parts/use-estimates.ts'
import { useJobCost } from '../../parts/use-job-cost.ts'
import { attempt, studio } from '../../studio.ts'
import { useTexts } from '../../texts/texts.ts'
import { againOf, isBeforeNoReturn } from './job-words.ts'

export function useQueueActs() {
  const t = useTexts()
  const dialog = useDialog()
  const notices = useNotices()
  const cost = useJobCost()
  const estimates = useEstimates()

  /** Resolves to whether the person wants it. */
  function ask(words: { title: string, content: string, act: string, keep: string }): Promise<boolean> {
    return new Promise((resolve) => {
      dialog.warning({
        title: words.title,
        content: words.content,
        positiveText: words.act,
        negativeText: words.keep,
        onPositiveClick: () => resolve(true),
        onAfterLeave: () => resolve(false),
      })
    })
  }

  async function cancel(job: Job): Promise<void> {
    const words = t.value.queue
    if (!isBeforeNoReturn(job) && !await ask({ title: words.cancelTitle, content: words.cancelAfter, act: words.stopWaiting, keep: words.cancelKeep }))
      return
    const answer = await attempt(studio.jobs.cancel({ jobId: job.id }))
    if (answer.fault)
      return notices.fault(answer.fault)
    const { wasSent } = answer.value
    notices.say(texts => wasSent ? texts.queue.stoppedWaiting : job.kind === 'render' ? texts.queue.renderCancelled : texts.queue.cancelled)
  }

  async function again(job: Job, isAsked = false): Promise<void> {
    const words = t.value.queue
    const isKnowing = isAsked || againOf(job) === 'knowing'
    if (isKnowing && !await ask({ title: words.retryTitle, content: [job.charged === 'yes' ? words.retryCharged : words.retryUnsure, cost.againWords(job)].join(' ').trim(), act: words.retryAct, keep: t.value.shell.act.cancel }))
      return
    // Looking again for a task costs nothing.
    if (againOf(job) !== 'look' && !await estimates.mayGo(cost.amountsOf(job), job.projectId))
      return
    const answer = await attempt(studio.jobs.retry({ requestId: RequestId.parse(crypto.randomUUID()), jobId: job.id, isKnowing }))
    // Main knows better than this page whether money is at stake; then the person is asked after all.
    if (answer.fault?.code === 'may-be-charged-twice' && !isKnowing)
      return again(job, true)
    if (answer.fault)
      return notices.fault(answer.fault)
    const isSame = answer.value.job.id === job.id
    notices.say(texts => isSame ? texts.queue.polledOn : texts.queue.retried, { tone: 'good' })
  }

  return {
    cancel,
    again: (job: Job) => again(job),
    async clear(jobs: readonly Job[]): Promise<void> {
      const answer = await attempt(studio.jobs.clear({ jobIds: jobs.slice(0, 5000).map(job => job.id) }))
      if (answer.fault)
        return notices.fault(answer.fault)
      const { count } = answer.value
      notices.say(texts => texts.queue.cleared(count))
    },
  }
}
