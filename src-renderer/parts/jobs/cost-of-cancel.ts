/** What is lost when jobs are cancelled, and whether that is much enough to ask. Pure. */
import type { Job } from '#contract/jobs.ts'
import type { Texts } from '../../texts/texts.ts'
import { isLocal, mayBeStopped } from '#rules/jobs/attention.ts'
import { isNotBegun } from '#rules/jobs/state-groups.ts'
import { showSpan } from '../text/show-ago.ts'
import { isBeforeNoReturn } from './job-words.ts'

export interface CancelCost {
  /** Renders and other work of this machine that has begun, and the time that it took so far, in ms. */
  readonly begun: number
  readonly workedMs: number
  /** May be charged all the same. */
  readonly sent: number
  /** Free to cancel, and can be queued again. */
  readonly unsent: number
}

/** More work than this is worth a question. */
const littleWorkMs = 60_000
/** This many jobs are minutes of work for the user. */
const manyJobs = 10

export function costOfCancel(jobs: readonly Job[], now: number): CancelCost {
  const open = jobs.filter(mayBeStopped)
  const begun = open.filter(job => isLocal(job) && job.startedAt !== null && !isNotBegun(job.state))
  const sent = open.filter(job => !isBeforeNoReturn(job)).length
  return {
    begun: begun.length,
    workedMs: begun.reduce((sum, job) => sum + Math.max(0, now - (job.startedAt ?? now)), 0),
    sent,
    unsent: open.length - begun.length - sent,
  }
}

export function mustAsk({ workedMs, sent, unsent }: CancelCost): boolean {
  return workedMs > littleWorkMs || sent > 0 || unsent >= manyJobs
}

/** The question, by what is lost. */
export function cancelQuestion(cost: CancelCost, t: Texts): { title: string, content: string, act: string, keep: string } {
  const { begun, workedMs, sent, unsent } = cost
  const words = t.queue.cancelAsk
  const content = [
    ...begun > 0 ? [words.work(showSpan(workedMs / 1000, t))] : [],
    ...sent > 0 ? [sent === 1 ? t.queue.cancelAfter : words.sent(sent)] : [],
    ...unsent > 0 ? [words.unsent(unsent)] : [],
  ].join('\n')
  if (unsent === 0 && begun === 0) {
    const title = sent === 1 ? t.queue.cancelTitle : words.stopWaiting(sent)
    return { title, content, act: t.queue.stopWaiting, keep: t.queue.cancelKeep }
  }
  return unsent === 0 && sent === 0
    ? { title: words.render(begun), content, act: words.renderAct(begun), keep: words.keepRendering }
    : { title: words.jobs(begun + sent + unsent), content, act: words.jobsAct(begun + sent + unsent), keep: words.keep }
}
