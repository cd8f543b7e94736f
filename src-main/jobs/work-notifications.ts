/**
 * Derives notifications, overall progress and the keep-awake request from the ledger, the same for every host.
 *
 * A notification is sent when the last runnable job has ended (covering everything since the previous one) and when jobs
 * start to need the user. Events are collected for a moment, so a batch of a hundred jobs is one notification.
 */
import type { Job, WorkNotification } from '#contract/jobs.ts'
import type { Settings } from '#contract/settings.ts'
import type { JobId } from '#contract/words.ts'
import type { Log } from '../base/log.ts'
import type { Ledger } from './ledger-port.ts'
import type { Order } from './order.ts'
import { continuesByItself, hasEnded, mustStayAwake, needsPerson } from '#rules/jobs/attention.ts'
import { createFeed } from '../base/feed.ts'

export interface WorkNotifications { changes: (signal?: AbortSignal) => AsyncIterable<{ notifications: WorkNotification | null }> }

/** Overall progress from 0 to 1, and the state that the taskbar icon should show. */
export interface WorkProgress { readonly share: number, readonly state: 'working' | 'paused' | 'needs-you' }

/** Where a host shows what works; see `HostPorts`. */
export interface WorkScreen {
  /** Shows a system notification that work has finished or needs the user. The web host leaves this to its page. */
  tell: (notifications: WorkNotification, language: Settings['language']) => void
  /** Shows progress on the taskbar or dock icon; null when no work is running. */
  showProgress: (progress: WorkProgress | null) => void
  /** Keeps the machine (not the screen) awake until called again with false. */
  stayAwake: (isNeeded: boolean) => void
}

const gatherMs = 700

interface Ports {
  readonly ledger: Pick<Ledger, 'changes'>
  readonly order: Pick<Order, 'isPaused' | 'onChange'>
  readonly settings: { get: () => Promise<Settings> }
  readonly ports: WorkScreen
  readonly signal: AbortSignal
  readonly log: Log
}

export function createWorkNotifications({ ledger, order, settings, ports, signal, log }: Ports): WorkNotifications {
  const feed = createFeed<{ notifications: WorkNotification | null }>()
  const jobs = new Map<JobId, Job>()
  /** Jobs that ended since the current batch of work began; progress counts them. */
  const endedOfBatch = new Set<JobId>()
  const untold = { ended: new Map<JobId, Job>(), needy: new Map<JobId, Job>() }
  let timer: NodeJS.Timeout | undefined
  let isAwake = false
  let shown = ''

  async function follow(): Promise<void> {
    for await (const { isWhole, changed, removed } of ledger.changes(signal)) {
      for (const job of changed) {
        if (!isWhole)
          note(jobs.get(job.id), job)
        jobs.set(job.id, job)
      }
      for (const id of removed)
        jobs.delete(id)
      await show()
      if (untold.ended.size + untold.needy.size > 0)
        timer ??= setTimeout(tell, gatherMs)
    }
  }

  function note(before: Job | undefined, job: Job): void {
    if (needsPerson(job) && !(before && needsPerson(before)))
      untold.needy.set(job.id, job)
    if (!needsPerson(job))
      untold.needy.delete(job.id)
    if ((job.state === 'done' || job.state === 'failed') && before && !hasEnded(before)) {
      untold.ended.set(job.id, job)
      endedOfBatch.add(job.id)
    }
  }

  async function show(): Promise<void> {
    const isPaused = await order.isPaused()
    const all = [...jobs.values()]
    const going = all.filter(job => continuesByItself(job, isPaused))
    if (going.length === 0)
      endedOfBatch.clear()
    const progress = progressOf(going, endedOfBatch.size, { isPaused, needsPerson: all.some(needsPerson) })
    const text = JSON.stringify(progress)
    if (text !== shown)
      ports.showProgress(progress)
    shown = text
    const mustBeAwake = all.some(mustStayAwake)
    if (mustBeAwake !== isAwake)
      ports.stayAwake(mustBeAwake)
    isAwake = mustBeAwake
  }

  function tell(): void {
    timer = undefined
    publish().catch(error => log.error('notifications-failed', { error }))
  }

  async function publish(): Promise<void> {
    const { notifies, language } = await settings.get()
    const isPaused = await order.isPaused()
    const isOver = ![...jobs.values()].some(job => continuesByItself(job, isPaused))
    const news = [
      notificationOf('needs-you', untold.needy),
      isOver ? notificationOf('ended', untold.ended) : null,
    ].filter(each => each !== null)
    untold.needy.clear()
    if (isOver)
      untold.ended.clear()
    for (const notifications of notifies ? news : []) {
      ports.tell(notifications, language)
      feed.publish({ notifications })
    }
  }

  order.onChange(() => void show().catch(error => log.error('notifications-failed', { error })))
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    if (isAwake)
      ports.stayAwake(false)
  }, { once: true })
  follow().catch((error) => {
    if (!signal.aborted)
      log.error('notifications-failed', { error })
  })
  return { changes: listener => feed.subscribe(() => ({ notifications: null }), listener) }
}

function notificationOf(about: WorkNotification['about'], jobs: ReadonlyMap<JobId, Job>): WorkNotification | null {
  const all = [...jobs.values()]
  const last = all.at(-1)
  return last ? { about, count: all.length, failed: all.filter(job => job.state === 'failed').length, title: last.title } : null
}

/** Null when no job is running. A running job counts by its own progress where that is known. */
function progressOf(going: readonly Job[], ended: number, state: { isPaused: boolean, needsPerson: boolean }): WorkProgress | null {
  if (going.length === 0)
    return null
  const done = going.reduce((sum, job) => sum + (job.progress ?? 0), ended)
  // Rounded to percent: finer steps are invisible and would wake the window needlessly.
  return {
    share: Math.round(100 * done / (going.length + ended)) / 100,
    state: state.needsPerson ? 'needs-you' : state.isPaused ? 'paused' : 'working',
  }
}
