/**
 * Accounts that were removed. Nothing new is sent with them. What is paid for still arrives: the key of such an account stays until its
 * last job has ended, and is then removed. Where there is none any more, or the service rejects it, the keys of other accounts at the
 * same address are tried, each at its own address. A person may have the key deleted at once: it is not used any more from then on.
 */
import type { LeavingAccount } from '#contract/accounts.ts'
import type { AccountId } from '#contract/words.ts'
import type { Log } from '../base/log.ts'
import type { Ledger } from '../jobs/ledger-port.ts'
import type { Database } from '../storage/database.ts'
import type { AccountRow } from './account-rows.ts'
import type { Connection } from './connection.ts'
import type { AccountKeys } from './keys.ts'
import { Fault, isFault } from '#contract/faults.ts'
import { beforeSentStates, isEnded } from '#rules/jobs/state-groups.ts'
import { createFeed } from '../base/feed.ts'
import { sql } from '../storage/sql.ts'
import { readOne } from '../storage/unreadable-rows.ts'
import { accountsTable } from './account-rows.ts'
import { originOf, originsOf } from './origins.ts'

/** How a result that is paid for can be asked for. */
interface PaidConnections {
  /** With the key that it was sent with; null when there is none any more. */
  readonly own: Connection | null
  /** Other accounts of the same service, newest first: only one of them may know of it. Empty while the account is there. */
  readonly others: readonly Connection[]
  readonly isRemoved: boolean
}

/** Why the key of a removed account is still there: it has paid jobs under way, or the keychain did not take the removal. */
export type KeyStays = 'jobs' | 'keychain' | null

export interface Leaving {
  /** @throws Fault as `connectionOf` does, for an account that was not removed */
  readonly paidConnectionsOf: (accountId: AccountId) => Promise<PaidConnections>
  /** Removes the keys that may be removed. Those that the keychain does not give up are tried again by the next call. */
  readonly removeKeys: () => Promise<void>
  readonly keyStaysOf: (accountId: AccountId) => Promise<KeyStays>
  /** Deletes the key of a removed account, also where jobs would need it. False where the keychain did not do so yet. */
  readonly deleteKey: (accountId: AccountId) => Promise<boolean>
  /** Removed accounts whose key is still there, now and after each change. */
  readonly leavingChanges: (signal?: AbortSignal) => AsyncIterable<LeavingAccount[]>
  /** Removed accounts with the address of this one: their jobs may continue with its key. */
  readonly atOriginOf: (baseUrl: string) => Promise<AccountId[]>
}

export function createLeaving({ db, keys, connectionOf }: {
  db: Database
  keys: Pick<AccountKeys, 'read' | 'removeUnwanted'>
  connectionOf: (accountId: AccountId) => Promise<Connection>
}): Leaving {
  /** Jobs of an account whose request may have been taken, and that have not ended. */
  const paidUnderWay = sql`FROM jobs WHERE jobs.account_id = accounts.id AND jobs.ended_at IS NULL
    AND jobs.state NOT IN (${sql.join(beforeSentStates.map(state => sql`${state}`))})`
  /**
   * Jobs may still ask with the key. Of a removed account, `is_confirmed` is 0 where they may not: a person had the key deleted, or never
   * confirmed its address.
   */
  const isNeeded = sql`(is_confirmed = 1 AND EXISTS (SELECT 1 ${paidUnderWay}))`
  const feed = createFeed<LeavingAccount[]>()
  let told = '[]'

  async function list(): Promise<LeavingAccount[]> {
    const rows = await db.all<{ id: AccountId, name: string, paid_jobs: number, is_needed: number }>(sql`
      SELECT id, name, (SELECT count(*) ${paidUnderWay}) AS paid_jobs, ${isNeeded} AS is_needed
      FROM accounts WHERE removed_at IS NOT NULL AND key_pending_removal = 1 ORDER BY id`)
    return rows.map(({ id, name, paid_jobs, is_needed }) =>
      ({ id, name, paidJobs: paid_jobs, keyStays: is_needed === 1 ? 'jobs' : 'keychain' }))
  }

  async function tell(): Promise<void> {
    const accounts = await list()
    const now = JSON.stringify(accounts)
    if (now !== told)
      feed.publish(accounts)
    told = now
  }

  async function removeKeys(): Promise<void> {
    const rows = await db.all<{ id: AccountId }>(sql`
      SELECT id FROM accounts WHERE key_pending_removal = 1 AND (removed_at IS NULL OR NOT ${isNeeded})`)
    for (const { id } of rows)
      await keys.removeUnwanted(id)
    await tell()
  }

  async function keyStaysOf(accountId: AccountId): Promise<KeyStays> {
    const row = await db.get<{ is_needed: number }>(sql`
      SELECT ${isNeeded} AS is_needed FROM accounts WHERE id = ${accountId} AND key_pending_removal = 1`)
    return row === undefined ? null : row.is_needed === 1 ? 'jobs' : 'keychain'
  }

  /** The key of a removed account, while it is kept for its jobs. */
  async function ownConnection(row: AccountRow): Promise<Connection | null> {
    const kept = await db.get(sql`SELECT 1 FROM accounts WHERE id = ${row.id} AND key_pending_removal = 1 AND is_confirmed = 1`)
    if (!kept)
      return null
    const place = { baseUrl: row.base_url, socketUrl: row.socket_url }
    const answer = await keys.read(row.id, originsOf(place))
    return answer.state === 'ok' ? { ...place, key: answer.secret } : null
  }

  /** Those that cannot send just now are left out. */
  async function connectionsAt(origin: string | null): Promise<Connection[]> {
    const rows = accountsTable.read(await db.all(sql`
      SELECT ${accountsTable.columns} FROM accounts WHERE removed_at IS NULL AND is_practice = 0 ORDER BY id DESC`))
    const connections: Connection[] = []
    for (const { id } of rows.filter(row => origin !== null && originOf(row.base_url) === origin)) {
      try {
        connections.push(await connectionOf(id))
      }
      catch (error) {
        if (!isFault(error))
          throw error
      }
    }
    return connections
  }

  return {
    async paidConnectionsOf(accountId) {
      const removed = readOne(await db.get(sql`
        SELECT ${accountsTable.columns} FROM accounts WHERE id = ${accountId} AND removed_at IS NOT NULL`), accountsTable.parse)
      if (!removed)
        return { own: await connectionOf(accountId), others: [], isRemoved: false }
      return { own: await ownConnection(removed), others: await connectionsAt(originOf(removed.base_url)), isRemoved: true }
    },
    removeKeys,
    keyStaysOf,
    leavingChanges: signal => feed.subscribe(list, signal),
    async deleteKey(accountId) {
      const { changes } = await db.run(sql`UPDATE accounts SET is_confirmed = 0 WHERE id = ${accountId} AND removed_at IS NOT NULL`)
      if (changes === 0)
        throw new Fault('not-found', { word: 'account', id: accountId })
      await removeKeys()
      return await keyStaysOf(accountId) === null
    },
    async atOriginOf(baseUrl) {
      const rows = await db.all<{ id: AccountId, base_url: string }>(sql`SELECT id, base_url FROM accounts WHERE removed_at IS NOT NULL`)
      return rows.filter(row => originOf(row.base_url) === originOf(baseUrl)).map(row => row.id)
    },
  }
}

/** Removes keys at the start, and when jobs have ended that needed one. Runs until the signal aborts; never throws. */
export async function followLeaving({ ledger, accounts, log }: {
  ledger: Pick<Ledger, 'changes'>
  accounts: Pick<Leaving, 'removeKeys'>
  log: Log
}, signal: AbortSignal): Promise<void> {
  const remove = (): Promise<void> => accounts.removeKeys().catch(error => log.warn('key-removal-failed', { error }))
  try {
    await remove()
    for await (const { changed } of ledger.changes(signal)) {
      if (changed.some(job => job.accountId !== null && isEnded(job.state)))
        await remove()
    }
  }
  catch (error) {
    if (!signal.aborted)
      log.error('key-removal-failed', { error })
  }
}
