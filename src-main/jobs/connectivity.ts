/**
 * Keeps jobs back while their account cannot be reached, and finds out when it can be reached again.
 *
 * - An account is *away* from the moment a request of it found no network (and so certainly did not leave). While it is
 *   away none of its jobs start: they wait as blocked 'offline'. Other accounts continue.
 * - It is checked by a free request, soon at first and then less and less often, at most a minute apart; at once when
 *   the page or the system hints that the network is back. Only a real answer of the service counts.
 * - A short drop asks nothing: when the account answers within a minute its jobs continue automatically, and so
 *   do jobs that were queued before the network was lost (the account had answered since). Only jobs that were queued
 *   offline more than a minute ago wait for the user's go-ahead, given once for all of them: they may not be wanted
 *   any more, and nobody may be looking when the network returns. A setting sends them without asking.
 */
import type { Account } from '#contract/accounts.ts'
import type { AccountId, JobId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Ledger } from './ledger-port.ts'
import type { JobRow } from './rows.ts'
import { isFault } from '#contract/faults.ts'
import { fullJitter } from '../base/backoff.ts'

export interface Away { readonly accountId: AccountId, readonly since: number, readonly looksAgainAt: number | null }

export interface ConnectivityMonitor {
  isAway: (accountId: AccountId | null) => boolean
  away: () => Away[]
  /** Accounts that were away in this run and have answered a free request since. */
  back: () => AccountId[]
  /** A request of this account found no network. */
  lost: (accountId: AccountId) => void
  /** A request of this account broke off: it is checked whether that was the network, and only then counts as lost. */
  doubt: (accountId: AccountId) => void
  /** Searches for the accounts that another run left waiting for the network. */
  start: () => Promise<void>
  /** Checks this account now, or all that are away. */
  look: (accountId?: AccountId) => void
  /** The user's go-ahead for jobs that wait for it. Answers how many can be sent now: those of an account without a key cannot. */
  release: (jobIds: readonly JobId[]) => Promise<number>
  onChange: (listener: () => void) => void
  /** Calls back when jobs may start that could not before. */
  onBack: (listener: () => void) => void
}

/** An account that answers within this time had a short drop. */
export const shortDropMs = 60_000
const checkTimeoutMs = 20_000
const leastWaitMs = 500

/** Whether a job that waits for the network needs the user's go-ahead when it is back. Pure. */
export function needsGoAhead(
  job: { readonly createdAt: number },
  { lastAnswerAt, backAt }: { readonly lastAnswerAt: number | null, readonly backAt: number },
): boolean {
  const wasQueuedWithNetwork = lastAnswerAt !== null && lastAnswerAt >= job.createdAt
  return !wasQueuedWithNetwork && backAt - job.createdAt > shortDropMs
}

interface Search { readonly since: number, looksAgainAt: number | null, tries: number, hint: AbortController }

export function createConnectivityMonitor<Connection>(ports: {
  ledger: Pick<Ledger, 'open' | 'tryMove' | 'note'>
  accounts: { connectionOf: (id: AccountId) => Promise<Connection>, get: (id: AccountId) => Promise<Pick<Account, 'key'>> }
  /** Asks for free whether the service answers. Rejects only with the signal's reason. */
  client: { checkConnection: (connection: Connection, signal: AbortSignal) => Promise<{ readonly answer: string }> }
  /** The user's setting: jobs queued offline start without being asked about. */
  sendsWithoutAsking: () => Promise<boolean>
  clock: Clock
  log: Log
  random: () => number
  signal: AbortSignal
}): ConnectivityMonitor {
  const { ledger, accounts, client, clock, log, signal } = ports
  const searches = new Map<AccountId, Search>()
  /** How often an account was checked until it answered: one that is lost again at once is not checked more often. */
  const answered = new Set<AccountId>()
  const lastSearches = new Map<AccountId, { backAt: number, tries: number }>()
  const doubts = new Set<AccountId>()
  const changeListeners = new Set<() => void>()
  const backListeners = new Set<() => void>()
  const notify = (listeners: ReadonlySet<() => void>): void => listeners.forEach(listener => listener())

  function lost(accountId: AccountId): void {
    if (searches.has(accountId) || signal.aborted)
      return
    const last = lastSearches.get(accountId)
    const isLostAgain = last !== undefined && clock.now() - last.backAt < shortDropMs
    begin(accountId, isLostAgain ? last.tries + 1 : 0)
  }

  function begin(accountId: AccountId, tries: number): Search {
    answered.delete(accountId)
    const search: Search = { since: clock.now(), looksAgainAt: null, tries, hint: new AbortController() }
    searches.set(accountId, search)
    notify(changeListeners)
    searchFor(accountId, search).catch(error => log.error('connectivity-probe-failed', { accountId, error }))
    return search
  }

  async function searchFor(accountId: AccountId, search: Search): Promise<void> {
    for (; ; search.tries += 1) {
      await pause(search)
      if (signal.aborted)
        return
      search.looksAgainAt = null
      notify(changeListeners)
      const found = await askOnce(accountId)
      if (found === null)
        continue
      if (found === 'answered')
        answered.add(accountId)
      try {
        return await resume(accountId, search)
      }
      catch (error) {
        // Nothing else searches for this account, so what could not be read now is read after the next check.
        log.error('network-notify-failed', { accountId, error })
      }
    }
  }

  async function pause(search: Search): Promise<void> {
    const waitMs = Math.max(leastWaitMs, fullJitter(search.tries, { random: ports.random }))
    search.looksAgainAt = clock.now() + waitMs
    notify(changeListeners)
    // Ends early at a hint or when the studio closes; neither is an error.
    await clock.sleep(waitMs, AbortSignal.any([signal, search.hint.signal])).catch(() => {})
    search.hint = new AbortController()
  }

  /** Null while there is no answer. An account without a key is not asked: its jobs report the missing key themselves. */
  async function askOnce(accountId: AccountId): Promise<'answered' | 'cannot-ask' | null> {
    try {
      const { answer } = await client.checkConnection(
        await accounts.connectionOf(accountId),
        AbortSignal.any([signal, AbortSignal.timeout(checkTimeoutMs)]),
      )
      // A captive portal answers too, but it is not the service.
      return answer === 'accepted' || answer === 'wrong-key' || answer === 'cannot-tell' ? 'answered' : null
    }
    catch (error) {
      return isFault(error) && error.code !== 'practice-unavailable' ? 'cannot-ask' : null
    }
  }

  async function resume(accountId: AccountId, search: Search): Promise<void> {
    const lastAnswerAt = (await accounts.get(accountId).catch(() => null))?.key.lastSuccessAt ?? null
    const isUnasked = await ports.sendsWithoutAsking()
    const times = { lastAnswerAt, backAt: clock.now() }
    const waiting = (await ledger.open()).filter(each => each.account_id === accountId && isWaitingForNetwork(each))
    searches.delete(accountId)
    lastSearches.set(accountId, { backAt: times.backAt, tries: search.tries })
    for (const row of waiting) {
      const needsAsking = !isUnasked && needsGoAhead({ createdAt: row.created_at }, times)
      // A job that was cancelled or retried in the meantime must not keep the others waiting.
      await (needsAsking
        ? ledger.note(row.id, { blockedBy: 'go-ahead', wakesAt: null })
        : ledger.tryMove(row.id, 'unblock', {}, isWaitingForNetwork))
        .catch(error => log.warn('resume-failed', { jobId: row.id, error }))
    }
    log.info('network-back', { accountId, awayMs: times.backAt - search.since })
    notify(changeListeners)
    notify(backListeners)
  }

  async function verify(accountId: AccountId): Promise<void> {
    doubts.add(accountId)
    const found = await askOnce(accountId).finally(() => doubts.delete(accountId))
    if (found === null)
      lost(accountId)
  }

  return {
    lost,
    doubt(accountId) {
      if (!searches.has(accountId) && !doubts.has(accountId) && !signal.aborted)
        verify(accountId).catch(error => log.error('network-check-failed', { accountId, error }))
    },
    isAway: accountId => accountId !== null && searches.has(accountId),
    back: () => [...answered],
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
      const isWaiting = (row: JobRow): boolean => row.state === 'blocked' && row.blocked_by === 'go-ahead'
      const released: JobRow[] = []
      for (const row of (await ledger.open()).filter(each => wanted.has(each.id) && isWaiting(each))) {
        // One that was cancelled in the meantime stays so.
        if (await ledger.tryMove(row.id, 'unblock', {}, isWaiting))
          released.push(row)
      }
      notify(backListeners)
      const canSend = new Map<AccountId, boolean>()
      for (const accountId of new Set(released.flatMap(row => row.account_id ?? [])))
        canSend.set(accountId, await accounts.connectionOf(accountId).then(() => true, () => false))
      return released.filter(row => row.account_id === null || canSend.get(row.account_id)).length
    },
    onChange: listener => void changeListeners.add(listener),
    onBack: listener => void backListeners.add(listener),
  }
}

function isWaitingForNetwork(row: Pick<JobRow, 'state' | 'blocked_by'>): boolean {
  return row.state === 'blocked' && row.blocked_by === 'offline'
}
