/** Actions on one job where it is shown: cancel, retry when that certainly costs nothing, dismiss. */
import type { ComputedRef, ShallowRef } from 'vue'
import type { Job } from '#contract/jobs.ts'
import type { AnyFault } from '../../studio.ts'
import { computed, shallowReadonly, shallowRef } from 'vue'
import { hasEnded } from '#rules/jobs/attention.ts'
import { isBeforeSent } from '#rules/jobs/state-groups.ts'
import { useNotices } from '../../actions/notices.ts'
import { useUndo } from '../../actions/undo.ts'
import { attempt, studio } from '../../studio.ts'
import { useIntents } from '../intents/use-intents.ts'
import { useEstimates } from '../spend/use-estimates.ts'
import { useJobCost } from '../spend/use-job-cost.ts'
import { lookedWords } from './looked-words.ts'
import { retryPlace, useCancel } from './use-cancel.ts'

export interface JobActs {
  isBusy: Readonly<ShallowRef<boolean>>
  fault: Readonly<ShallowRef<AnyFault | null>>
  /** The request was sent: cancelling only stops the waiting, and asks first. */
  isSent: ComputedRef<boolean>
  /** Making it again can't be a second charge. Everything else is decided in the queue, where it is explained. */
  mayRetryFreely: ComputedRef<boolean>
  /** Free, and never sends the request again. */
  lookAgain: () => Promise<void>
  cancel: () => Promise<void>
  pause: (isPaused: boolean) => Promise<void>
  retry: () => Promise<void>
  dismiss: () => Promise<void>
  /** Asks the service although it asked to wait. */
  tryNow: () => Promise<void>
}

/** `ended` are those that leave the list together. */
export function useJobActs(job: () => Job, ended: () => readonly Job[] = () => [job()]): JobActs {
  const notices = useNotices()
  const undo = useUndo()
  const cost = useJobCost()
  const estimates = useEstimates()
  const intents = useIntents()
  const cancelling = useCancel()
  const isBusy = shallowRef(false)
  const fault = shallowRef<AnyFault | null>(null)

  async function doing<Value>(
    call: () => Promise<{ value: Value, fault?: undefined } | { value?: undefined, fault: AnyFault }>,
  ): Promise<Value | null> {
    isBusy.value = true
    const answer = await call()
    isBusy.value = false
    fault.value = answer.fault ?? null
    return answer.value ?? null
  }

  return {
    isBusy: shallowReadonly(isBusy),
    fault: shallowReadonly(fault),
    isSent: computed(() => job().kind !== 'render' && !isBeforeSent(job().state)),
    mayRetryFreely: computed(() => job().state === 'failed' && (job().charged === 'no' || job().kind === 'render')),
    async lookAgain() {
      const before = job()
      const answer = await doing(() => attempt(studio.jobs.lookAgain({ jobId: before.id })))
      if (answer)
        notices.say(lookedWords(before, answer.job), { tone: 'good' })
    },
    async cancel() {
      isBusy.value = true
      fault.value = await cancelling.cancel([job()])
      isBusy.value = false
    },
    async pause(isPaused) {
      await doing(() => attempt(studio.jobs.pause({ jobIds: [job().id], isPaused })))
    },
    async retry() {
      const { id: jobId, projectId } = job()
      await intents.press(retryPlace, jobId, async () => {
        const costs = await doing(() => cost.ofMakingAgain([{ id: jobId }]))
        if (!costs || !await estimates.confirmAmounts(costs.amounts, projectId))
          return
        const answer = await doing(() => intents.once(['retry', jobId], requestId =>
          attempt(studio.jobs.retry({ requestId, jobId, acceptsSecondCharge: false }))))
        // The new job replaces it.
        if (answer)
          await attempt(studio.jobs.clear({ jobIds: [jobId] }))
      })
    },
    async tryNow() {
      if (await doing(() => attempt(studio.jobs.tryNow({ jobId: job().id }))))
        notices.say(t => t.failures.hold.tried)
    },
    async dismiss() {
      const jobIds = ended().filter(hasEnded).map(each => each.id)
      await doing(() => attempt(studio.jobs.clear({ jobIds, step: undo.step({ name: 'clearJobs', of: String(jobIds.length) }) })))
    },
  }
}
