/** Accounts: connections to a service. The page never gets the key itself, only its state. */
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { AccountId, Instant, Name } from './words.ts'

/** What the page may know of a key. */
export const KeyState = z.object({
  /**
   * elsewhere: there is a key, but it was given for another address. unconfirmed: the studio was restored, and nothing is sent to
   * the account's address until the user has confirmed it.
   */
  state: z.enum(['ok', 'locked', 'absent', 'unavailable', 'elsewhere', 'unconfirmed']),
  last4: z.string().nullable(),
  /** The store that contains the key, by the name that its system uses. */
  backend: z.string(),
  /** False when the key is kept for this run only. */
  isPersistent: z.boolean(),
  lastSuccessAt: Instant.nullable(),
})
export type KeyState = z.infer<typeof KeyState>

export const Account = z.object({
  id: AccountId,
  name: z.string(),
  /** Empty when it was lost with a damaged ledger; then nothing can be sent until it is entered again. */
  baseUrl: z.string(),
  /** The built-in practice service: free, offline, and without a key from the user. */
  isPractice: z.boolean(),
  key: KeyState,
  /** Where speech is streamed over a WebSocket, when it is not under the base URL. */
  socketUrl: z.string().nullable(),
  /** Credits left as the service last reported them; null where it does not. */
  creditsRemaining: z.number().nullable(),
  createdAt: Instant,
})
export type Account = z.infer<typeof Account>

/** An account that was removed and whose key is still there: for its paid jobs, or because the keychain did not remove it yet. */
export const LeavingAccount = z.object({
  id: AccountId,
  name: z.string(),
  /** Jobs at the service, or on their way to it, that may have been charged. */
  paidJobs: z.int(),
  keyStays: z.enum(['jobs', 'keychain']),
})
export type LeavingAccount = z.infer<typeof LeavingAccount>

const BaseUrl = z.string().trim().min(1).max(500)
const Key = z.string().trim().min(1).max(1000)

export const accounts = {
  /** All accounts with the state of their keys, then changes. */
  changes: feed({ input: z.object({}), event: changesOf(Account, AccountId) }),
  /**
   * Checks with a real, free request whether the service accepts this key, and stores address and key if it does.
   * Stores nothing when it refuses. `isUnchecked` stores both without asking: for a service that does not tell before a real request.
   * The account has no last success then. A name that another account has gets a number.
   */
  connect: procedure({
    effect: 'writes',
    input: z.object({ name: Name, baseUrl: BaseUrl, key: Key, isUnchecked: z.boolean().optional() }),
    output: z.object({ account: Account }),
    faults: ['account-refused', 'key-locked', 'keychain-unavailable'],
  }),
  /** Checks the stored key again. */
  check: procedure({
    effect: 'writes',
    input: z.object({ accountId: AccountId }),
    output: z.object({ account: Account }),
    faults: ['not-found', 'no-key', 'key-locked', 'keychain-unavailable', 'host-unconfirmed', 'account-refused'],
  }),
  /** Replaces the stored key, after the same check as `connect`. `baseUrl` is used where the account's own is lost. */
  replaceKey: procedure({
    effect: 'writes',
    input: z.object({ accountId: AccountId, key: Key, baseUrl: BaseUrl.nullable(), isUnchecked: z.boolean().optional() }),
    output: z.object({ account: Account }),
    faults: ['not-found', 'account-refused', 'key-locked', 'keychain-unavailable', 'host-unconfirmed'],
  }),
  /** Renames the account. A name that another account has gets a number. */
  rename: procedure({
    effect: 'writes',
    input: z.object({ accountId: AccountId, name: Name }),
    output: z.object({ account: Account }),
    faults: ['not-found'],
  }),
  /** Sets the WebSocket address for live speech; null takes the one under the base URL. */
  setSocketUrl: procedure({
    effect: 'writes',
    input: z.object({ accountId: AccountId, socketUrl: z.string().max(500).nullable() }),
    output: z.object({ account: Account }),
    faults: ['not-found', 'account-refused', 'key-locked', 'keychain-unavailable', 'host-unconfirmed'],
  }),
  /** The user confirms where a restored account sends to: the addresses must be those that were shown. */
  confirmHost: procedure({
    effect: 'writes',
    input: z.object({ accountId: AccountId, baseUrl: z.string().max(500), socketUrl: z.string().max(500).nullable() }),
    output: z.object({ account: Account }),
    faults: ['not-found'],
  }),
  /**
   * Removes the account and its key. Takes made with it stay. Its jobs that have not been sent are cancelled: `cancelledJobs`. What was
   * sent still arrives, so the key is kept for that alone and removed afterwards: `keyStays` is 'jobs' then. It is 'keychain' where the
   * keychain did not remove it yet.
   */
  remove: procedure({
    effect: 'writes',
    input: z.object({ accountId: AccountId }),
    output: z.object({ cancelledJobs: z.int(), keyStays: z.enum(['jobs', 'keychain']).nullable() }),
    faults: ['not-found'],
  }),
  /** Removed accounts whose key is still there, now and after each change. */
  leaving: feed({ input: z.object({}), event: z.object({ accounts: z.array(LeavingAccount) }) }),
  /**
   * Deletes the key of a removed account at once, although results that are paid for have not arrived. Their jobs wait, with the failure
   * `no-account`, for another account of the same service. `isDeleted` is false where the keychain did not delete it yet: it is not used
   * any more, and deleted as soon as the keychain allows it. A repeated call changes nothing.
   */
  deleteKey: procedure({
    effect: 'writes',
    input: z.object({ accountId: AccountId }),
    output: z.object({ isDeleted: z.boolean() }),
    faults: ['not-found'],
  }),
}
