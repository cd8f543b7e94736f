/**
 * One life of a studio: the real core over one folder, until something kills it. Loads at once, and begins when its first
 * line of input says how. What it says on standard output has been said even when it dies right after.
 */
import type { JobState } from '#contract/jobs.ts'
import type { Kill, Place } from './plan.ts'
import type { AccountId } from '#contract/words.ts'
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { isFault } from '#contract/faults.ts'
import { hasEnded } from '../../src-main/jobs/states.ts'
import { openStudio } from '../../src-main/studio/open-studio.ts'
import { testPorts } from '../kit/ports.ts'
import { ask, prepareStudio } from './ask.ts'
import { wishAt } from './plan.ts'

export interface Orders {
  readonly place: Place
  readonly folder: string
  readonly service: { readonly url: string, readonly key: string }
  /** Wishes to ask for first: those whose answer was never heard, and some that a person asks for once more. */
  readonly again: readonly number[]
  /** The next wish that nobody has asked for. */
  readonly next: number
  readonly ahead: number
  readonly checksAccount: boolean
  readonly kill: Kill
  /** Asks for nothing new, goes on until no job is open, and closes. */
  readonly isLast: boolean
}

export type Said
  = | { readonly said: 'open' | 'drained' }
    | { readonly said: 'asking' | 'acknowledged', readonly index: number, readonly jobIds?: readonly string[] }
    | { readonly said: 'refused', readonly index: number, readonly why: string }
    | { readonly said: 'struck' }

function say(said: Said): void {
  writeSync(1, `${JSON.stringify(said)}\n`)
}

function die(): void {
  say({ said: 'struck' })
  process.kill(process.pid, 'SIGKILL')
}

const [line] = await once(createInterface(process.stdin), 'line') as [string]
const orders = JSON.parse(line) as Orders

const studio = await openStudio(testPorts(orders.folder))
say({ said: 'open' })
const open = new Set<string>()
let changes = 0
let changed = (): void => {}
void watch()
const accountId = await prepared()
if (orders.checksAccount)
  void studio.parts.accounts.check(accountId).catch(() => {}) // Told by the service's faults, and nothing hangs on it.
for (const index of orders.again)
  await askFor(index)
if (orders.isLast)
  await drain()
else
  await askOn()

/** A service in trouble may refuse the account; a person then tries again. */
async function prepared(): Promise<AccountId> {
  for (;;) {
    try {
      return await prepareStudio(studio, orders.service)
    }
    catch (error) {
      if (!isFault(error, 'account-refused'))
        throw error
    }
  }
}

async function watch(): Promise<void> {
  let left = orders.kill.at === 'move' ? orders.kill.nth : Number.POSITIVE_INFINITY
  const seen = new Map<string, JobState>()
  let isFirst = true
  for await (const { changed: jobs } of studio.parts.ledger.changes()) {
    for (const job of jobs) {
      const isMove = seen.get(job.id) !== job.state
      seen.set(job.id, job.state)
      if (hasEnded(job.state))
        open.delete(job.id)
      else
        open.add(job.id)
      if (!isFirst && isMove && orders.kill.at === 'move' && job.state === orders.kill.to && --left === 0)
        strike(orders.kill.afterMs)
    }
    isFirst = false
    changes++
    changed()
  }
}

function strike(afterMs: number): void {
  if (afterMs === 0)
    die()
  else
    setTimeout(die, afterMs)
}

async function askFor(index: number): Promise<void> {
  say({ said: 'asking', index })
  try {
    const jobIds = await ask(studio, accountId, wishAt(orders.place, index))
    say({ said: 'acknowledged', index, jobIds })
  }
  catch (error) {
    say({ said: 'refused', index, why: error instanceof Error ? error.stack ?? error.message : String(error) })
  }
}

/** Always as many open jobs as ordered, for as long as this life lasts. */
async function askOn(): Promise<void> {
  for (let index = orders.next; ; index++) {
    await until(() => open.size < orders.ahead)
    await askFor(index)
  }
}

/** A person who looks after the account now and then keeps what waits from waiting long. */
async function drain(): Promise<void> {
  const looking = setInterval(() => void studio.parts.accounts.check(accountId).catch(() => {}), 700) // as above
  await until(async () => (await studio.parts.ledger.open()).length === 0)
  clearInterval(looking)
  await studio.close({ drainMs: 1000 })
  say({ said: 'drained' })
  process.exit(0)
}

async function until(isIt: () => boolean | Promise<boolean>): Promise<void> {
  for (let known = changes; !await isIt(); known = changes) {
    // What moved while it was asked is looked at again at once.
    if (known === changes) {
      await new Promise<void>((resolve) => {
        changed = resolve
      })
    }
  }
}

