/** What the queue says of a job: times, tone, and which acts are offered. Pure. */
import type { Job } from '#contract/jobs.ts'
import type { Texts } from '../../texts/texts.ts'
import { hasEnded, isLocal } from '#rules/jobs/attention.ts'
import { isAttachableKind } from '#rules/jobs/kind-groups.ts'
import { isBeforeSent, isEndedWithoutResult, isNotBegun } from '#rules/jobs/state-groups.ts'
import { showSpan } from '../text/show-ago.ts'
import { secondsLeft } from './time-left.ts'

/** Nothing of the request can have reached the service whole. */
export const isBeforeNoReturn = (job: Job): boolean => isLocal(job) || isBeforeSent(job.state)
/** The result may exist without having arrived: then a file from elsewhere can be attached. */
export function isAttachable(job: Job): boolean {
  return isAttachableKind(job.kind) && isEndedWithoutResult(job.state) && job.charged !== 'no'
}

export function toneOf(job: Job): 'good' | 'bad' | 'warn' | 'accent' | '' {
  if (job.state === 'done')
    return 'good'
  if (job.state === 'failed')
    return 'bad'
  if (job.state === 'unsure' || job.state === 'blocked')
    return 'warn'
  return job.state === 'queued' || job.state === 'cancelled' ? '' : 'accent'
}

/** A render generates nothing: it runs on this computer. */
export function stateWords({ kind, state }: Pick<Job, 'kind' | 'state'>, texts: Texts): string {
  return kind === 'render' && state === 'running' ? texts.deliver.rendering : texts.failures.states[state]
}

/** What making it again means: nothing to make again, a safe request, or one that may be paid twice. */
export function againOf(job: Job): 'never' | 'safe' | 'knowing' {
  if (!isEndedWithoutResult(job.state))
    return 'never'
  if (isLocal(job))
    return 'safe'
  return job.state === 'unsure' || job.charged === 'yes' || job.charged === 'unknown' ? 'knowing' : 'safe'
}

/** Why a job waits, and what lets it continue, in one line. */
export function sentencesOf({ what, todo }: { what: string, todo: string }): string {
  return `${what} ${todo}`
}

/** "0:42 so far · about 0:20 left · 48 frames/s", "took 8 s": as much as is known. */
export function timeWords(job: Job, now: number, texts: Texts): string {
  const words = texts.queue
  if (hasEnded(job))
    return job.startedAt !== null && job.endedAt !== null ? words.took(showSpan((job.endedAt - job.startedAt) / 1000, texts)) : ''
  // A job that is queued again after a pause or a refusal has started before, but is not running.
  if (job.startedAt === null || isNotBegun(job.state))
    return job.expectedSeconds === null ? '' : words.usually(showSpan(job.expectedSeconds, texts))
  const elapsed = Math.max(0, (now - job.startedAt) / 1000)
  const left = secondsLeft(job, now)
  const rest = left === null ? [] : [left > 0 ? words.left(showSpan(left, texts)) : words.longer]
  const pace = job.framesPerSecond === null ? [] : [words.pace(showPace(job.framesPerSecond))]
  return [words.elapsed(showSpan(elapsed, texts)), ...rest, ...pace].join(' · ')
}

function showPace(framesPerSecond: number): string {
  return framesPerSecond < 10 ? framesPerSecond.toFixed(1) : String(Math.round(framesPerSecond))
}
