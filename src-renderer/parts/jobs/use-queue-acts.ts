/**
 * What can be done with jobs: cancel, make again, pause, put elsewhere, attach a result, give up, clear; asks first where money may be at
 * stake. Order and list are steps of undo.
 */
import type { Job } from '#contract/jobs.ts'
import type { AskedStep } from '#contract/journal.ts'
import type { JobId } from '#contract/words.ts'
import type { JobFamily } from './job-families.ts'
import { useFileDialog } from '@vueuse/core'
import { hasEnded } from '#rules/jobs/attention.ts'
import { useAnnouncer } from '../../actions/announce.ts'
import { useNotices } from '../../actions/notices.ts'
import { useUndo } from '../../actions/undo.ts'
import { attempt, importFile, studio } from '../../studio.ts'
import { useAsk } from '../dialogs/use-ask.ts'
import { useIntents } from '../intents/use-intents.ts'
import { indexAfterDrop } from '../rows/sortable-rows.ts'
import { useEstimates } from '../spend/use-estimates.ts'
import { useJobCost } from '../spend/use-job-cost.ts'
import { beforeJobAt, isWaiting, membersOf, pausableOf, waitingOf } from './job-families.ts'
import { againOf } from './job-words.ts'
import { lookedWords } from './looked-words.ts'
import { retryPlace, useCancel } from './use-cancel.ts'

/** What a row asks for. */
export type JobAct = 'cancel' | 'look' | 'again' | 'clear' | 'pause' | 'resume' | 'next' | 'attach' | 'give-up' | 'try-now'

const accepted = 'audio/*,image/*,video/*'

export function useQueueActs() {
  const ask = useAsk()
  const cancelling = useCancel()
  const notices = useNotices()
  const announcer = useAnnouncer()
  const undo = useUndo()
  let attachingTo: Job | null = null
  const files = useFileDialog({ accept: accepted, multiple: false, reset: true })
  files.onChange((chosen) => {
    const file = chosen?.item(0)
    if (file && attachingTo)
      void attachFile(attachingTo, file)
  })
  const cost = useJobCost()
  const intents = useIntents()
  const estimates = useEstimates()

  /** True when it was done; a refusal is shown. */
  async function done(call: Promise<unknown>): Promise<boolean> {
    const { fault } = await attempt(call)
    if (fault)
      notices.fault(fault)
    return !fault
  }

  async function cancel(family: JobFamily): Promise<void> {
    const fault = await cancelling.cancel(membersOf(family))
    if (fault)
      notices.fault(fault)
  }

  /** `since` is the state of a later attempt that makes a retry risk money, as main reported it. */
  async function again(job: Job, since: string | null = null): Promise<void> {
    const costs = await cost.ofMakingAgain([job])
    if (costs.fault)
      return notices.fault(costs.fault)
    const acceptsSecondCharge = since !== null || againOf(job) === 'knowing'
    const why = since === 'done'
      ? 'retryDone'
      : job.takeIds.length > 0 ? 'retryPartly' : job.charged === 'yes' ? 'retryCharged' : 'retryUnsure'
    if (acceptsSecondCharge && !await ask(({ queue: words }) =>
      ({ title: words.retryTitle, content: [words[why], cost.againWords(costs.value)].join(' ').trim(), act: words.retryAct }))) {
      return
    }
    if (!await estimates.confirmAmounts(costs.value.amounts, job.projectId))
      return
    const answer = await intents.once(['retry', job.id], requestId =>
      attempt(studio.jobs.retry({ requestId, jobId: job.id, acceptsSecondCharge })))
    // Main knows better than this page whether money is at stake; then the user is asked after all.
    if (answer.fault?.code === 'may-be-charged-twice' && !acceptsSecondCharge)
      return again(job, answer.fault.data.state)
    if (answer.fault)
      return notices.fault(answer.fault)
    notices.say(texts => texts.queue.retried, { tone: 'good' })
  }

  async function look(job: Job): Promise<void> {
    const answer = await attempt(studio.jobs.lookAgain({ jobId: job.id }))
    if (answer.fault)
      return notices.fault(answer.fault)
    notices.say(lookedWords(job, answer.value.job), { tone: 'good' })
  }

  async function clear(cleared: readonly Job[]): Promise<void> {
    const jobIds = cleared.filter(hasEnded).slice(0, 5000).map(job => job.id)
    const step = undo.step({ name: 'clearJobs', of: String(jobIds.length) })
    const answer = await attempt(studio.jobs.clear({ jobIds, step }))
    if (answer.fault)
      return notices.fault(answer.fault)
    const { count } = answer.value
    notices.say(texts => texts.queue.cleared(count), { act: { label: texts => texts.shell.act.undo, run: undo.takeBack(step) } })
  }

  /** Answers what undoes it; null when nothing was moved. */
  async function put(
    name: 'moveJobs' | 'runNext',
    family: JobFamily,
    call: (moved: { jobIds: JobId[], step: AskedStep }) => Promise<unknown>,
    joins?: string,
  ): Promise<(() => Promise<void>) | null> {
    const jobIds = waitingOf(family).map(job => job.id)
    const step = undo.step({ name, of: family.head.title, ...joins !== undefined && { joins } })
    return jobIds.length > 0 && await done(call({ jobIds, step })) ? undo.takeBack(step) : null
  }

  async function attachFile(job: Job, file: File): Promise<void> {
    const ticket = await attempt(importFile(file))
    const answer = ticket.fault ? ticket : await attempt(studio.jobs.attach({ jobId: job.id, ticket: ticket.value }))
    if (answer.fault)
      return notices.fault(answer.fault)
    notices.say(texts => texts.queue.attached, { tone: 'good' })
  }

  async function giveUp(job: Job): Promise<void> {
    if (!await ask(({ queue: words }) => ({ title: words.giveUpTitle, content: words.giveUpBody, act: words.giveUpAct })))
      return
    if (await done(studio.jobs.markAsLost({ jobId: job.id })))
      notices.say(texts => texts.queue.gaveUp)
  }

  return {
    clear,
    attachFile,
    cancelBatch: cancelling.cancelUnsent,
    async pauseBatch(batch: readonly Job[], isPaused: boolean): Promise<void> {
      const jobIds = batch.filter(isWaiting).map(job => job.id)
      const sent = batch.filter(job => !hasEnded(job)).length - jobIds.length
      if (await done(studio.jobs.pause({ jobIds, isPaused })))
        notices.say(texts => isPaused ? texts.queue.batch.paused(jobIds.length, sent) : texts.queue.batch.resumed(jobIds.length))
    },
    pauseAll: (isPaused: boolean) => done(studio.jobs.pauseAll({ isPaused })),
    /** Into the gap before the waiting family of this index. Moves of one `series` are one step of undo. */
    async move(family: JobFamily, waiting: readonly JobFamily[], gap: number, series?: string): Promise<void> {
      const from = waiting.findIndex(({ head }) => head.id === family.head.id)
      const beforeJobId = beforeJobAt(waiting, family, gap)
      const run = await put('moveJobs', family, moved => studio.jobs.move({ ...moved, beforeJobId }), series)
      if (!run)
        return
      announcer.say(texts => texts.queue.movedTo(indexAfterDrop(from, gap) + 1, waiting.length))
      notices.say(texts => texts.queue.moved, { act: { label: texts => texts.shell.act.undo, run } })
    },
    /** `job` is the row that asked: the head of the family, or one of its parts by itself. */
    async run(act: JobAct, job: Job, family: JobFamily): Promise<void> {
      const meant = job.id === family.head.id ? family : { head: job, parts: [] }
      switch (act) {
        case 'cancel': return cancel(meant)
        case 'look': return look(job)
        case 'again': return intents.press(retryPlace, job.id, () => again(job))
        case 'clear': return clear(membersOf(meant))
        case 'pause':
        case 'resume': return void await done(studio.jobs.pause({
          jobIds: pausableOf(meant).map(each => each.id),
          isPaused: act === 'pause',
        }))
        case 'next': {
          const back = await put('runNext', meant, studio.jobs.runNext)
          if (back)
            notices.say(texts => texts.queue.ranNext, { act: { label: texts => texts.shell.act.undo, run: back } })
          return
        }
        case 'attach':
          attachingTo = job
          return files.open()
        case 'give-up': return giveUp(job)
        case 'try-now':
          if (await done(studio.jobs.tryNow({ jobId: job.id })))
            notices.say(texts => texts.failures.hold.tried)
          return
        default: return act satisfies never
      }
    },
  }
}

export type QueueActs = ReturnType<typeof useQueueActs>
