/**
 * The allowed moves of a job, as one table: state → event → state. No other file decides where a job goes next.
 * Up to `sending` the service cannot have a whole request; `committed` is the durable point of no return.
 */
import type { JobState } from '#contract/jobs.ts'

export type JobEvent
  = | 'claim' // a lane has room
    | 'send' // everything is ready to leave
    | 'commit' // the record is durable: the last bytes may leave
    | 'accept' // the service named a task
    | 'run' // the service says it is being made
    | 'answer' // a result can be downloaded, or is arriving
    | 'fetch' // all its bytes are on disk
    | 'finish' // the take is filed
    | 'fail' // ended with a known cost
    | 'doubt' // ended, and it is unknown whether it was paid
    | 'cancel' // the user stopped it
    | 'block' // something outside must change first
    | 'unblock'
    | 'requeue' // certainly not sent, or local work that was paused: start again
    | 'resume' // a task that the studio stopped following is followed again
    | 'remake' // what was made here is not on the disk as it was made: it is made again
    | 'refile' // the files of its takes are not on the disk: the answer is read, and filed, again
    | 'reopen' // an answer that is on the disk is read again, and what it names is fetched again
    | 'attach' // the user has the result from elsewhere
    | 'lose' // the user gives it up

/** How a kind's work is paid and recovered. */
export type Nature
  = | 'synchronous' // one paid request, answered with the result
    | 'asynchronous' // one paid request, answered with a task that is polled and downloaded for free
    | 'local' // costs nothing and can be done again

export const moves: Readonly<Record<JobState, Readonly<Partial<Record<JobEvent, JobState>>>>> = {
  queued: { claim: 'preparing', cancel: 'cancelled', block: 'blocked', fail: 'failed' },
  preparing: { send: 'sending', run: 'running', cancel: 'cancelled', block: 'blocked', fail: 'failed', requeue: 'queued' },
  sending: { commit: 'committed', cancel: 'cancelled', block: 'blocked', fail: 'failed', requeue: 'queued' },
  // A refusal after the commit says that nothing was paid, so the job may wait and go again.
  committed: {
    accept: 'accepted',
    answer: 'downloading',
    fail: 'failed',
    doubt: 'unsure',
    cancel: 'cancelled',
    block: 'blocked',
    requeue: 'queued',
  },
  accepted: { run: 'running', answer: 'downloading', fail: 'failed', cancel: 'cancelled' },
  running: {
    run: 'running',
    answer: 'downloading',
    fetch: 'verifying',
    fail: 'failed',
    cancel: 'cancelled',
    requeue: 'queued',
    block: 'blocked',
  },
  downloading: { fetch: 'verifying', answer: 'downloading', fail: 'failed', doubt: 'unsure', cancel: 'cancelled' },
  // What cannot be filed for now may be given up, too: the answer stays on the disk, and can be read again.
  verifying: { finish: 'done', fail: 'failed', answer: 'downloading', remake: 'running', cancel: 'cancelled' },
  blocked: { unblock: 'queued', cancel: 'cancelled', fail: 'failed' },
  // Only when the studio opens after a crash.
  done: { refile: 'downloading', remake: 'running' },
  failed: { resume: 'accepted', reopen: 'downloading', attach: 'done' },
  cancelled: { resume: 'accepted', reopen: 'downloading', attach: 'done' },
  unsure: { resume: 'accepted', reopen: 'downloading', attach: 'done', lose: 'failed' },
}

/**
 * How jobs that another run of the studio left are recovered, by what can still be known of them. Jobs in states that are not
 * listed continue where they were: `downloading` is only entered when the answer, or the task it can be fetched by, is on
 * record. A `committed` job whose request was certainly not completed (`hold-marker.ts`) is queued again instead.
 */
export const recoveryEvents: Readonly<Record<Nature, Readonly<Partial<Record<JobState, JobEvent>>>>> = {
  synchronous: { preparing: 'requeue', sending: 'requeue', committed: 'doubt' },
  asynchronous: { preparing: 'requeue', sending: 'requeue', committed: 'doubt' },
  local: { preparing: 'requeue', running: 'requeue' },
}

/**
 * States in which a kind of this nature has nothing to do unless it has a step for them, and the event that leads on from
 * there. The answer of a kind that asks is whole on the disk when it is recorded: only files that it names are left to download.
 */
export const passes: Readonly<Record<Nature, Readonly<Partial<Record<JobState, JobEvent>>>>> = {
  synchronous: { downloading: 'fetch' },
  asynchronous: {},
  local: {},
}

/** Where the event leads, or undefined where it is not allowed. */
export function moveOf(state: JobState, event: JobEvent): JobState | undefined {
  return moves[state][event]
}
