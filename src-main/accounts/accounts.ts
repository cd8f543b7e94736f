/**
 * Accounts: connections to a service. Their public part is a row of the ledger; the key lives in the OS keychain,
 * is read when a request leaves, and is given to nobody but the service.
 */
import type { Account, KeyState } from '#contract/accounts.ts'
import type { AccountId, JobId } from '#contract/words.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Clock } from '../base/clock.ts'
import type { SecretDone, SecretStore } from '../secrets/secret-store.ts'
import type { CheckAnswer, ServiceClient } from '../service/client.ts'
import type { Database } from '../storage/database.ts'
import type { AccountRow } from './account-rows.ts'
import type { Connection } from './connection.ts'
import type { KeyAnswer } from './keys.ts'
import type { KeyStays, Leaving } from './leaving.ts'
import type { EnvironmentKey } from './origins.ts'
import { Fault } from '#contract/faults.ts'
import { createChanges } from '../base/changes.ts'
import { createLane } from '../base/concurrency.ts'
import { newId } from '../base/ids.ts'
import { isLoopback, normaliseBaseUrl, troubleWithBaseUrl } from '../service/base-url.ts'
import { isHeaderValue } from '../service/wire/transport.ts'
import { sql } from '../storage/sql.ts'
import { readOne } from '../storage/unreadable-rows.ts'
import { accountsTable } from './account-rows.ts'
import { createBalances } from './balances.ts'
import { createKeys } from './keys.ts'
import { createLeaving } from './leaving.ts'
import { originOf, originsOf } from './origins.ts'

/** The practice service's account always exists and always has this id. */
export const practiceAccountId = '00000000-0000-7000-8000-000000000001' as AccountId // has the form of an id

export interface Accounts extends Pick<Leaving, 'paidConnectionsOf' | 'removeKeys' | 'deleteKey' | 'leavingChanges'> {
  changes: (signal?: AbortSignal) => AsyncIterable<ChangesEvent<Account, AccountId>>
  list: () => Promise<Account[]>
  /** @throws Fault not-found */
  get: (accountId: AccountId) => Promise<Account>
  /** `isUnchecked` here and below: the key is stored without asking the service, and counts as not used yet. */
  connect: (input: { name: string, baseUrl: string, key: string, isUnchecked?: boolean | undefined }) => Promise<Account>
  check: (accountId: AccountId) => Promise<Account>
  /** `baseUrl` is used only where the account's own is lost. */
  replaceKey: (accountId: AccountId, key: string, baseUrl?: string | null, isUnchecked?: boolean) => Promise<Account>
  rename: (accountId: AccountId, name: string) => Promise<Account>
  /** Lets the key be sent to the new address, too. @throws Fault account-refused for an invalid address */
  setSocketUrl: (accountId: AccountId, socketUrl: string | null) => Promise<Account>
  /**
   * The user confirms the addresses of a restored account, as they were shown.
   * @throws Fault not-found when they are others by now
   */
  confirmHost: (accountId: AccountId, shown: Pick<Connection, 'baseUrl' | 'socketUrl'>) => Promise<Account>
  /** Nothing new is sent with it from now on. Its key is removed once nothing needs it: answers why it is still there, or null. */
  remove: (accountId: AccountId) => Promise<KeyStays>
  /** Tells the state of all keys again, and lets jobs that waited for one continue: the keychain has answered late. */
  rereadKeys: () => Promise<void>
  /**
   * The address and key to send with. Read for every request, never kept.
   * @throws Fault no-account, no-key, key-locked, keychain-unavailable, host-unconfirmed, practice-unavailable
   */
  connectionOf: (accountId: AccountId) => Promise<Connection>
  /** A moment for `sentAt` below: taken before a request is sent. */
  moment: () => number
  /** The service accepted a request: records when, the credits that it reports and, with `of`, those that the job used. */
  recordSuccess: (
    accountId: AccountId,
    facts: { creditsRemaining: number | null },
    of?: { readonly jobId?: JobId, readonly sentAt: number },
  ) => Promise<void>
  /** Calls back when a change may unblock jobs of the account. */
  onUnblocked: (listener: (accountId: AccountId) => void) => void
}

export function createAccounts(options: {
  db: Database
  secrets: SecretStore
  client: Pick<ServiceClient, 'checkConnection'>
  /** Starts the practice service if it is not running. */
  practice: () => Promise<Connection>
  clock: Clock
  /** A key for automation, used where the keychain has none, for the addresses it was given for. */
  environmentKey: EnvironmentKey | null
}): Accounts {
  const { db, secrets, client, clock } = options
  const keys = createKeys({ db, secrets })
  const balances = createBalances({ db, clock })
  const news = createChanges<Account, AccountId>()
  // Each write looks at the account that the one before has left.
  const writes = createLane({ concurrency: 1 })
  const listeners = new Set<(accountId: AccountId) => void>()

  async function keyStateOf(row: AccountRow): Promise<KeyState> {
    const shared = { last4: row.last4, backend: secrets.backend, isPersistent: secrets.persistent, lastSuccessAt: row.last_success_at }
    if (row.is_practice === 1)
      return { ...shared, state: 'ok', last4: null, backend: 'none needed', isPersistent: true }
    if (isLost(row))
      return { ...shared, state: 'absent' }
    if (row.is_confirmed === 0)
      return { ...shared, state: 'unconfirmed' }
    const answer = await keyOf(row)
    if (answer.state === 'ok' && answer.isFromEnvironment)
      return { ...shared, state: 'ok', last4: answer.secret.slice(-4), backend: 'TAKEROOM_API_KEY', isPersistent: false }
    // The ledger's ending is that of the key which was entered last: this one is sent.
    return { ...shared, state: answer.state, ...answer.state === 'ok' && { last4: answer.secret.slice(-4) } }
  }

  /** The keychain's key, or else the environment's, if one of them may be sent to this account's addresses. */
  async function keyOf(row: AccountRow): Promise<{ isFromEnvironment: boolean } & KeyAnswer> {
    const origins = originsOf(placeOf(row))
    const answer = await keys.read(row.id, origins)
    const { environmentKey } = options
    if (answer.state === 'ok' || environmentKey === null)
      return { ...answer, isFromEnvironment: false }
    if (origins.every(origin => environmentKey.origins.includes(origin)))
      return { state: 'ok', secret: environmentKey.key, isFromEnvironment: true }
    return { ...(answer.state === 'absent' ? { state: 'elsewhere' } : answer), isFromEnvironment: false }
  }

  async function confirmedRowOf(accountId: AccountId): Promise<AccountRow> {
    const row = await rowOf(accountId)
    assertConfirmed(row)
    return row
  }

  async function accountOf(row: AccountRow): Promise<Account> {
    return {
      id: row.id,
      name: row.name,
      baseUrl: row.base_url,
      isPractice: row.is_practice === 1,
      key: await keyStateOf(row),
      socketUrl: row.socket_url,
      creditsRemaining: balances.shown(row),
      createdAt: row.created_at,
    }
  }

  /** An account whose row cannot be read is none: nothing is sent with it. */
  async function findRow(accountId: AccountId): Promise<AccountRow | undefined> {
    return readOne(await db.get(sql`
      SELECT ${accountsTable.columns} FROM accounts WHERE id = ${accountId} AND removed_at IS NULL`), accountsTable.parse)
  }

  async function rowOf(accountId: AccountId): Promise<AccountRow> {
    const row = await findRow(accountId)
    if (!row)
      throw new Fault('not-found', { word: 'account', id: accountId })
    return row
  }

  async function announce(accountId: AccountId): Promise<Account> {
    const account = await accountOf(await rowOf(accountId))
    news.changed(account)
    return account
  }

  async function list(): Promise<Account[]> {
    const rows = await db.all(sql`SELECT ${accountsTable.columns} FROM accounts WHERE removed_at IS NULL ORDER BY is_practice, id`)
    return Promise.all(accountsTable.read(rows).map(accountOf))
  }

  /** The name, or with a number where another account has it: jobs, takes and costs name their account by nothing else. */
  async function freeName(name: string, accountId: AccountId): Promise<string> {
    const wanted = name.trim()
    const rows = await db.all<{ name: string }>(sql`SELECT name FROM accounts WHERE id <> ${accountId} AND removed_at IS NULL`)
    const taken = new Set(rows.map(row => row.name.toLowerCase()))
    const numbered = (number: number): string => number === 1 ? wanted : `${wanted.slice(0, 195)} ${number}`
    let number = 1
    while (taken.has(numbered(number).toLowerCase()))
      number++
    return numbered(number)
  }

  async function keepKey(accountId: AccountId, key: string, place: Pick<Connection, 'baseUrl' | 'socketUrl'>): Promise<void> {
    assertDone(await keys.write(accountId, key, originsOf(place)))
  }

  /** @throws Fault key-locked, keychain-unavailable */
  function assertDone(done: SecretDone): void {
    if (done.state === 'locked')
      throw new Fault('key-locked', { backend: secrets.backend })
    if (done.state === 'unavailable')
      throw new Fault('keychain-unavailable', { backend: secrets.backend, said: done.reason })
  }

  async function ask(connection: Pick<Connection, 'baseUrl' | 'key'>): Promise<Extract<CheckAnswer, { answer: 'accepted' }>> {
    const timeout = AbortSignal.timeout(20_000)
    const answer: CheckAnswer = await client.checkConnection(connection, timeout).catch((error: unknown) => {
      if (timeout.aborted)
        return { answer: 'service-trouble', status: null, said: '' }
      throw error
    })
    if (answer.answer !== 'accepted')
      throw new Fault('account-refused', { reason: answer.answer, status: answer.status, said: answer.said })
    return answer
  }

  async function connectionOf(accountId: AccountId): Promise<Connection> {
    const row = await findRow(accountId)
    if (!row)
      throw new Fault('no-account', {})
    if (row.is_practice === 1)
      return options.practice()
    if (isLost(row))
      throw new Fault('no-key', { account: row.name })
    assertConfirmed(row)
    const answer = await keyOf(row)
    if (answer.state === 'ok')
      return { ...placeOf(row), key: answer.secret }
    // Only where the store has answered is it known that there is no key.
    if (answer.state === 'locked' || answer.state === 'unavailable')
      assertDone(answer)
    throw new Fault('no-key', { account: row.name })
  }

  function unblock(accountId: AccountId): void {
    for (const listener of listeners)
      listener(accountId)
  }

  const leaving = createLeaving({ db, keys, connectionOf })

  async function rowsWithKeys(): Promise<readonly AccountRow[]> {
    return accountsTable.read(await db.all(sql`
      SELECT ${accountsTable.columns} FROM accounts
      WHERE removed_at IS NULL AND is_practice = 0 AND is_confirmed = 1 AND base_url <> ''`))
  }

  return {
    list,
    connectionOf,
    moment: balances.moment,
    paidConnectionsOf: leaving.paidConnectionsOf,
    removeKeys: leaving.removeKeys,
    leavingChanges: leaving.leavingChanges,
    deleteKey: accountId => writes.run(async () => {
      const isDeleted = await leaving.deleteKey(accountId)
      // Its jobs ask now, and say what they lack.
      unblock(accountId)
      return isDeleted
    }),
    changes: signal => news.subscribe(list, signal),
    get: async accountId => accountOf(await rowOf(accountId)),
    async connect({ name, baseUrl, key, isUnchecked = false }) {
      const address = addressIn(baseUrl)
      assertKey(key.trim())
      const answer = isUnchecked ? null : await ask({ baseUrl: address, key: key.trim() })
      const id = newId<AccountId>(clock.now())
      const connected = await writes.run(async () => {
        await keepKey(id, key.trim(), { baseUrl: address, socketUrl: null })
        await db.run(sql`
          INSERT INTO accounts (id, name, base_url, last4, last_success_at, credits_remaining, created_at)
          VALUES (${id}, ${await freeName(name, id)}, ${address}, ${key.trim().slice(-4)}, ${answer && clock.now()},
            ${answer?.creditsRemaining ?? null}, ${clock.now()})`)
        return announce(id)
      })
      for (const removed of await leaving.atOriginOf(address))
        unblock(removed)
      return connected
    },
    async check(accountId) {
      await confirmedRowOf(accountId)
      const connection = await connectionOf(accountId)
      const sentAt = balances.moment()
      const answer = await ask(connection)
      unblock(accountId)
      await balances.record(accountId, answer.creditsRemaining, { sentAt })
      return announce(accountId)
    },
    async replaceKey(accountId, key, baseUrl = null, isUnchecked = false) {
      const row = await confirmedRowOf(accountId)
      const address = isLost(row) ? addressIn(baseUrl ?? '') : row.base_url
      assertKey(key.trim())
      const answer = isUnchecked ? null : await ask({ baseUrl: address, key: key.trim() })
      await writes.run(async () => {
        // The service may take its time: the account may be removed by now, or have another WebSocket address.
        const { socket_url: socketUrl } = await confirmedRowOf(accountId)
        await keepKey(accountId, key.trim(), { baseUrl: address, socketUrl })
        await db.run(sql`
          UPDATE accounts SET base_url = ${address}, is_confirmed = 1, last4 = ${key.trim().slice(-4)}, last_success_at = NULL,
            credits_remaining = NULL
          WHERE id = ${accountId}`)
        balances.beginAnew(accountId)
      })
      unblock(accountId)
      // It was asked with the key that the account has only now.
      if (answer !== null)
        await balances.record(accountId, answer.creditsRemaining, { sentAt: balances.moment() })
      return announce(accountId)
    },
    rename: (accountId, name) => writes.run(async () => {
      await db.run(sql`UPDATE accounts SET name = ${await freeName(name, accountId)} WHERE id = ${accountId}`)
      return announce(accountId)
    }),
    setSocketUrl: (accountId, socketUrl) => writes.run(async () => {
      const row = await confirmedRowOf(accountId)
      const meant = socketUrl?.trim() || null
      if (meant !== null && !isSocketUrl(meant))
        throw new Fault('account-refused', { reason: troubleWithBaseUrl(meant), status: null, said: '' })
      // Otherwise the key would not be there for the new address, and every job would wait for it.
      assertDone(await keys.move(accountId, originOf(row.base_url) ?? '', originsOf({ baseUrl: row.base_url, socketUrl: meant })))
      await db.run(sql`UPDATE accounts SET socket_url = ${meant} WHERE id = ${accountId}`)
      return announce(accountId)
    }),
    async confirmHost(accountId, { baseUrl, socketUrl }) {
      const row = await rowOf(accountId)
      if (row.base_url !== baseUrl || row.socket_url !== socketUrl)
        throw new Fault('not-found', { word: 'account', id: accountId })
      await db.run(sql`UPDATE accounts SET is_confirmed = 1 WHERE id = ${accountId}`)
      unblock(accountId)
      return announce(accountId)
    },
    async rereadKeys() {
      await leaving.removeKeys()
      for (const { id } of await rowsWithKeys()) {
        await announce(id)
        unblock(id)
      }
    },
    remove: accountId => writes.run(async () => {
      const row = await rowOf(accountId)
      if (row.is_practice === 1)
        throw new Fault('not-found', { word: 'account', id: accountId })
      // The row stays for the takes that name it.
      await db.run(sql`
        UPDATE accounts SET removed_at = ${clock.now()}, last4 = NULL, key_pending_removal = 1 WHERE id = ${accountId}`)
      news.removed(accountId)
      await leaving.removeKeys()
      return leaving.keyStaysOf(accountId)
    }),
    async recordSuccess(accountId, { creditsRemaining }, of = { sentAt: balances.moment() }) {
      await balances.record(accountId, creditsRemaining, of)
      await announce(accountId)
    },
    onUnblocked(listener) {
      listeners.add(listener)
    },
  }
}

/** Writes the practice account's row on the first start. */
export async function ensurePracticeAccount(db: Database, clock: Clock): Promise<void> {
  await db.run(sql`
    INSERT INTO accounts (id, name, base_url, is_practice, created_at)
    VALUES (${practiceAccountId}, 'Practice service', 'http://127.0.0.1', 1, ${clock.now()}) ON CONFLICT (id) DO NOTHING`)
}

function placeOf(row: AccountRow): Pick<Connection, 'baseUrl' | 'socketUrl'> {
  return { baseUrl: row.base_url, socketUrl: row.socket_url }
}

/** A restored account is sent nothing, not even a free question, before the user has confirmed its address. */
function assertConfirmed(row: AccountRow): void {
  if (row.is_confirmed === 0 && !isLost(row))
    throw new Fault('host-unconfirmed', { account: row.name, hosts: originsOf(placeOf(row)).join(', ') })
}

/** The base URL in what the user typed. @throws Fault account-refused */
function addressIn(text: string): string {
  const address = normaliseBaseUrl(text)
  if (address === null)
    throw new Fault('account-refused', { reason: troubleWithBaseUrl(text), status: null, said: '' })
  return address
}

/** What no header can carry is refused here, so that it is not blamed on the service. */
function assertKey(key: string): void {
  if (!isHeaderValue(key))
    throw new Fault('account-refused', { reason: 'not-a-key', status: null, said: '' })
}

/** A placeholder for an account that was lost with a damaged ledger: it has no address to send its key to. */
function isLost(row: Pick<AccountRow, 'base_url'>): boolean {
  return row.base_url === ''
}

/** The key is sent in the first message, so plain `ws:` is accepted only for this machine. */
function isSocketUrl(address: string): boolean {
  if (!URL.canParse(address))
    return false
  const { protocol, hostname, username, password, search, hash } = new URL(address)
  // Nothing in an address is secret: it is shown, logged and backed up.
  if (username + password + search + hash !== '')
    return false
  return protocol === 'wss:' || (protocol === 'ws:' && isLoopback(hostname))
}
