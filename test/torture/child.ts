/**
 * One life of a studio: the real core on one folder, until it is killed. Loads at once, and starts when the first
 * line of input brings its orders. Its output is written synchronously, so nothing is lost when it dies right after.
 */
import type { Job, JobState } from '#contract/jobs.ts'
import type { AccountId, JobId } from '#contract/words.ts'
import type { OpenStudio } from '../../src-main/studio/open-studio.ts'
import type { Kill, Place, Press, Wish } from './plan.ts'
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { isFault } from '#contract/faults.ts'
import { isEnded } from '#rules/jobs/state-groups.ts'
import { openStudio } from '../../src-main/studio/open-studio.ts'
import { testPorts } from '../kit/ports.ts'
import { ask, prepareStudio } from './ask.ts'
import { pressAfter, wishAt } from './plan.ts'

export interface Orders {
  readonly place: Place
  readonly folder: string
  readonly cacheFolder: string
  readonly service: { readonly url: string, readonly key: string }
  /** Wishes to send first: those without an answer so far, and some that are repeated. */
  readonly again: readonly number[]
  /** The first wish not sent yet. */
  readonly next: number
  readonly ahead: number
  readonly checksAccount: boolean
  readonly presses: number
  readonly kill: Kill
  /** Sends nothing new, waits until no job is open, and closes. */
  readonly isLast: boolean
}

export type Said
  = | { readonly said: 'open' | 'drained' }
    | { readonly said: 'asking' | 'acknowledged', readonly index: number, readonly jobIds?: readonly string[] }
      /** `press` numbers the presses of this life. */
    | { readonly said: 'pressing', readonly press: number, readonly at: number, readonly jobIds: readonly string[] }
    | { readonly said: 'pressed', readonly press: number }
    | { readonly said: 'refused', readonly index: number, readonly why: string }
    | { readonly said: 'at work' }
    | { readonly said: 'struck' }

const call = { signal: new AbortController().signal, origin: 'page' } as const

async function main(): Promise<void> {
  const [line] = await once(createInterface(process.stdin), 'line') as [string]
  const orders = JSON.parse(line) as Orders
  const studio = await openStudio(testPorts(orders.folder, { cacheFolder: orders.cacheFolder }))
  say({ said: 'open' })
  const jobs = watchJobs(studio, orders.kill)
  const accountId = await accountFor(studio, orders)
  say({ said: 'at work' })
  // The service's faults may fail the check; nothing depends on it.
  const check = (): void => void studio.parts.accounts.check(accountId).catch(() => {})
  if (orders.checksAccount)
    check()
  for (const index of orders.again)
    await askFor(studio, accountId, wishAt(orders.place, index))
  if (orders.isLast)
    await drain(studio, jobs, check)
  else
    await askOn(studio, accountId, jobs, orders)
}

function say(said: Said): void {
  writeSync(1, `${JSON.stringify(said)}\n`)
}

function die(): void {
  say({ said: 'struck' })
  process.kill(process.pid, 'SIGKILL')
}

/** A service with faults on may refuse the account; tries again like a person would. */
async function accountFor(studio: OpenStudio, { service }: Orders): Promise<AccountId> {
  for (;;) {
    try {
      return await prepareStudio(studio, service)
    }
    catch (error) {
      if (!isFault(error, 'account-refused'))
        throw error
    }
  }
}

interface Jobs {
  /** Open jobs according to the studio's feed. */
  readonly open: ReadonlySet<string>
  until: (isIt: () => boolean | Promise<boolean>) => Promise<void>
}

/** Follows the jobs like a page, and kills the process at the planned job move. */
function watchJobs(studio: OpenStudio, kill: Kill): Jobs {
  const open = new Set<string>()
  const strikeAt = createStrike(kill)
  let changes = 0
  let wake = (): void => {}

  async function follow(): Promise<void> {
    for await (const { changed, isWhole } of studio.parts.ledger.changes()) {
      for (const job of changed) {
        if (isEnded(job.state))
          open.delete(job.id)
        else
          open.add(job.id)
        strikeAt(job, isWhole)
      }
      changes++
      wake()
    }
  }
  void follow()

  return {
    open,
    async until(isIt) {
      for (let known = changes; !await isIt(); known = changes) {
        // Checks again at once when a job moved during the check.
        if (known === changes) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
      }
    },
  }
}

function createStrike(kill: Kill): (job: Job, isKnown: boolean) => void {
  const seen = new Map<string, JobState>()
  let left = kill.at === 'move' ? kill.nth : Number.POSITIVE_INFINITY
  return ({ id, state }, isKnown) => {
    const isMove = seen.get(id) !== state && !isKnown
    seen.set(id, state)
    if (kill.at !== 'move' || !isMove || state !== kill.to || --left > 0)
      return
    if (kill.afterMs === 0)
      die()
    else
      setTimeout(die, kill.afterMs)
  }
}

async function askFor(studio: OpenStudio, accountId: AccountId, wish: Wish): Promise<void> {
  const { index } = wish
  say({ said: 'asking', index })
  try {
    say({ said: 'acknowledged', index, jobIds: await ask(studio, accountId, wish) })
  }
  catch (error) {
    say({ said: 'refused', index, why: error instanceof Error ? error.stack ?? error.message : String(error) })
  }
}

/** Keeps the ordered number of jobs open until the process is killed. */
async function askOn(studio: OpenStudio, accountId: AccountId, jobs: Jobs, { next, ahead, place, presses }: Orders): Promise<never> {
  for (let index = next; ; index++) {
    await jobs.until(() => jobs.open.size < ahead)
    await askFor(studio, accountId, wishAt(place, index))
    const press = pressAfter(place, index, presses)
    if (press)
      setTimeout(() => void cancel(studio, jobs, press, index), press.afterMs)
  }
}

/** Presses *cancel* on some of the open jobs. What it must not do is found out from the books. */
async function cancel({ handlers }: OpenStudio, jobs: Jobs, { how, share }: Press, press: number): Promise<void> {
  const open = [...jobs.open] as JobId[] // the ids of jobs
  const first = Math.floor(share * open.length)
  const jobIds = how === 'one' ? open.slice(first, first + 1) : open.slice(first)
  if (jobIds.length === 0)
    return
  say({ said: 'pressing', press, at: Date.now(), jobIds })
  const send = () => how === 'one' ? handlers.jobs.cancel({ jobId: jobIds[0]! }, call) : handlers.jobs.cancelUnsent({ jobIds }, call)
  await Promise.all(how === 'twice' ? [send(), send()] : [send()])
  say({ said: 'pressed', press })
}

/** Checks the account now and then, so that jobs on hold continue soon. */
async function drain(studio: OpenStudio, jobs: Jobs, check: () => void): Promise<void> {
  const looking = setInterval(check, 700)
  await jobs.until(async () => (await studio.parts.ledger.open()).length === 0)
  clearInterval(looking)
  await studio.close({ drainMs: 1000 })
  say({ said: 'drained' })
  process.exit(0)
}

void main()
