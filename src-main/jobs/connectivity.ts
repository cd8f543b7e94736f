/**
 * What becomes of jobs while no network leads to their account, and how it is known that one does again.
 *
 * - An account is *away* from the moment a request of it found no network (and so certainly did not leave). While it is
 *   away nothing of it starts: its jobs wait as blocked 'offline'. Other accounts go on.
 * - It is looked for by a free question, soon at first and then ever more rarely, at most a minute apart; at once when
 *   the page or the system hints that the network is back. Only a real answer of the service counts.
 * - A drop of a few seconds asks nothing: what the account answers within a minute goes on by itself, and so does work
 *   that was queued before the network went (the account had answered since). Only jobs that were queued with no
 *   network, longer ago than that minute, wait for the person's word, all of them for one: the moment when they were
 *   wanted is over, and nobody may be looking when the network returns. A setting lets them go without being asked.
 */
import type { AccountId, JobId } from '#contract/words.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { ServiceClient } from '../service/client.ts'
import type { Ledger } from './ledger.ts'
import type { JobRow } from './rows.ts'
import { isFault } from '#contract/faults.ts'
import { fullJitter } from '../base/backoff.ts'

export interface Away { readonly accountId: AccountId, readonly since: number, readonly looksAgainAt: number | null }

export interface ConnectivityMonitor {
  isAway: (accountId: AccountId | null) => boolean
  away: () => Away[]
  /** A request of this account found no network. */
  lost: (accountId: AccountId) => void
  /** Takes up what another run left waiting for the network. */
  start: () => Promise<void>
  /** Looks now for this account, or for all that are away. */
  look: (accountId?: AccountId) => void
  /** The person's word for jobs that wait for it. Answers how many go. */
  release: (jobIds: readonly JobId[]) => Promise<number>
  onChange: (listener: () => void) => void
  /** Calls back when jobs may start that could not before. */
  onBack: (listener: () => void) => void
}

/** What is answered within this time was a short drop. */
export const shortDropMs = 60_000
const askForMs = 20_000
const leastWaitMs = 500

/** Whether a job that waits for the network must be asked for when it is back. Pure. */
export function needsWord(job: { readonly createdAt: number }, { lastAnswerAt, backAt }: { readonly lastAnswerAt: number | null, readonly backAt: number }): boolean {
  const wasQueuedWithNetwork = lastAnswerAt !== null && lastAnswerAt >= job.createdAt
  return !wasQueuedWithNetwork && backAt - job.createdAt > shortDropMs
}

interface Search { readonly since: number, looksAgainAt: number | null, tries: number, hint: AbortController }

export function createConnectivityMonitor(ports: {
  ledger: Pick<Ledger, 'open' | 'move' | 'note'>
  accounts: Pick<Accounts, 'connectionOf' | 'get'>
  client: Pick<ServiceClient, 'checkConnection'>
  /** The person wants no question. */
  sendsUnasked: () => Promise<boolean>
  clock: Clock
  log: Log
  random: () => number
  signal: AbortSignal
}): ConnectivityMonitor {
  const { ledger, accounts, client, clock, log, signal } = ports
  const searches = new Map<AccountId, Search>()
  /** How often an account was looked for, when it was there last: one that is lost again at once is not asked ever faster. */
  const before = new Map<AccountId, { backAt: number, tries: number }>()
  const changeListeners = new Set<() => void>()
  const backListeners = new Set<() => void>()
  const tell = (listeners: ReadonlySet<() => void>): void => listeners.forEach(listener => listener())

  function lost(accountId: AccountId): void {
    if (searches.has(accountId) || signal.aborted)
      return
    const last = before.get(accountId)
    const isLostAgain = last !== undefined && clock.now() - last.backAt < shortDropMs
    begin(accountId, isLostAgain ? last.tries + 1 : 0)
  }

  function begin(accountId: AccountId, tries: number): Search {
    const search: Search = { since: clock.now(), looksAgainAt: null, tries, hint: new AbortController() }
    searches.set(accountId, search)
    tell(changeListeners)
    seek(accountId, search).catch(error => log.error('network-search-broke', { accountId, error }))
    return search
  }

  async function seek(accountId: AccountId, search: Search): Promise<void> {
    for (; ; search.tries += 1) {
      await pause(search)
      if (signal.aborted)
        return
      search.looksAgainAt = null
      tell(changeListeners)
      if (!await answers(accountId))
        continue
      try {
        return await comeBack(accountId, search)
      }
      catch (error) {
        // Nobody else looks for this account: what could not be read now is read at the next look.
        log.error('network-not-told', { accountId, error })
      }
    }
  }

  async function pause(search: Search): Promise<void> {
    const waitMs = Math.max(leastWaitMs, fullJitter(search.tries, { random: ports.random }))
    search.looksAgainAt = clock.now() + waitMs
    tell(changeListeners)
    // Ends early at a hint or when the studio closes; neither is a fault.
    await clock.sleep(waitMs, AbortSignal.any([signal, search.hint.signal])).catch(() => {})
    search.hint = new AbortController()
  }

  /** Does the account answer? One whose key is not there is no question of the network: its jobs find that out themselves. */
  async function answers(accountId: AccountId): Promise<boolean> {
    try {
      const { answer } = await client.checkConnection(await accounts.connectionOf(accountId), AbortSignal.any([signal, AbortSignal.timeout(askForMs)]))
      // The page of a hotel's network that wants a room number is not the service either.
      return answer === 'accepted' || answer === 'wrong-key'
    }
    catch (error) {
      return isFault(error) && error.code !== 'practice-unavailable'
    }
  }

  async function comeBack(accountId: AccountId, search: Search): Promise<void> {
    const lastAnswerAt = (await accounts.get(accountId).catch(() => null))?.key.lastSuccessAt ?? null
    const isUnasked = await ports.sendsUnasked()
    const times = { lastAnswerAt, backAt: clock.now() }
    const waiting = (await ledger.open()).filter(each => each.account_id === accountId && isWaitingForNetwork(each))
    searches.delete(accountId)
    before.set(accountId, { backAt: times.backAt, tries: search.tries })
    for (const row of waiting) {
      const needsAsking = !isUnasked && needsWord({ createdAt: row.created_at }, times)
      // One that was cancelled or tried again meanwhile is no reason to leave the others behind.
      await (needsAsking ? ledger.note(row.id, { blockedBy: 'go-ahead', wakesAt: null }) : ledger.move(row.id, 'unblock'))
        .catch(error => log.warn('not-sent-on', { jobId: row.id, error }))
    }
    log.info('network-back', { accountId, awayMs: times.backAt - search.since })
    tell(changeListeners)
    tell(backListeners)
  }

  return {
    lost,
    isAway: accountId => accountId !== null && searches.has(accountId),
    away: () => [...searches].map(([accountId, { since, looksAgainAt }]) => ({ accountId, since, looksAgainAt })),
    async start() {
      const waiting = (await ledger.open()).filter(isWaitingForNetwork)
      for (const accountId of new Set(waiting.flatMap(row => row.account_id ?? []))) {
        if (!searches.has(accountId))
          begin(accountId, 0).hint.abort()
      }
    },
    look(accountId) {
      for (const [id, { hint }] of searches) {
        if (accountId === undefined || id === accountId)
          hint.abort()
      }
    },
    async release(jobIds) {
      const wanted = new Set(jobIds)
      const waiting = (await ledger.open()).filter(row => wanted.has(row.id) && row.state === 'blocked' && row.blocked_by === 'go-ahead')
      for (const row of waiting)
        await ledger.move(row.id, 'unblock')
      tell(backListeners)
      return waiting.length
    },
    onChange: listener => void changeListeners.add(listener),
    onBack: listener => void backListeners.add(listener),
  }
}

function isWaitingForNetwork(row: Pick<JobRow, 'state' | 'blocked_by'>): boolean {
  return row.state === 'blocked' && row.blocked_by === 'offline'
}
