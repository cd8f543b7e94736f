/**
 * The keychain entries of each account. An entry contains the key and the origins it was given for, and is read only for those:
 * whoever changes an account's address does not get its key. A studio restored from a backup has accounts with the same ids as
 * the original, and both may be on one machine, so each studio has entry names of its own. Where its own entry is absent, the
 * original's is read and copied at once; it is never written and never removed.
 */
import type { AccountId } from '#contract/words.ts'
import type { SecretAnswer, SecretDone, SecretStore } from '../secrets/secret-store.ts'
import type { Database } from '../storage/database.ts'
import { z } from 'zod'
import { createLane } from '../base/concurrency.ts'
import { newId } from '../base/ids.ts'
import { bindSecret, readBoundSecret } from '../secrets/bound-secret.ts'
import { sql } from '../storage/sql.ts'

/** elsewhere: there is a key, but it was given for another address. */
export type KeyAnswer = SecretAnswer | { readonly state: 'elsewhere' }

export interface AccountKeys {
  /** The key, if it may be sent to all of these origins. */
  read: (accountId: AccountId, origins: readonly string[]) => Promise<KeyAnswer>
  write: (accountId: AccountId, key: string, origins: readonly string[]) => Promise<SecretDone>
  /** Lets a key that may be sent to `from` be sent to `origins` from now on; changes nothing where there is no such key. */
  move: (accountId: AccountId, from: string, origins: readonly string[]) => Promise<SecretDone>
  /** Removes the own entry, if it is to be removed, and forgets where a key could be borrowed from. */
  removeUnwanted: (accountId: AccountId) => Promise<void>
}

interface KeyRow { key_name: string | null, borrowed_keys: string, key_pending_removal: number, removed_at: number | null }

/** `isUnwanted`: the keychain is to remove the own entry. Unless the account was removed, that is because another key replaced it. */
interface Places { own: string, borrowed: readonly string[], isUnwanted: boolean, isReplaced: boolean }

const Names = z.array(z.string())

export function createKeys({ db, secrets }: { db: Database, secrets: SecretStore }): AccountKeys {
  /** Whose key this run wrote to memory, in place of the keychain. A keychain that answers late is given it. */
  const inMemory = new Set<AccountId>()
  // One at a time: a key that is being borrowed must not be written after it was removed.
  const lane = createLane({ concurrency: 1 })

  async function placesOf(accountId: AccountId): Promise<Places> {
    const row = await db.get<KeyRow>(sql`
      SELECT key_name, borrowed_keys, key_pending_removal, removed_at FROM accounts WHERE id = ${accountId}`)
    return {
      own: row?.key_name ?? usualName(accountId),
      borrowed: Names.catch([]).parse(JSON.parse(row?.borrowed_keys ?? '[]')),
      isUnwanted: row?.key_pending_removal === 1,
      isReplaced: row?.key_pending_removal === 1 && row.removed_at === null,
    }
  }

  /** The own entry. One that was replaced while memory stood in for the keychain is none: the key that replaced it was in memory alone. */
  async function readOwn(accountId: AccountId, { own, isReplaced }: Places): Promise<SecretAnswer> {
    const answer = await secrets.read(own)
    return answer.state === 'ok' && isReplaced && !inMemory.has(accountId) ? { state: 'absent' } : answer
  }

  /** After a key was written: what the keychain has is then another one, or this. */
  async function noteWritten(accountId: AccountId): Promise<void> {
    if (secrets.persistent)
      inMemory.delete(accountId)
    else
      inMemory.add(accountId)
    await db.run(sql`UPDATE accounts SET key_pending_removal = ${!secrets.persistent} WHERE id = ${accountId}`)
  }

  async function forgetOthers(accountId: AccountId): Promise<void> {
    await db.run(sql`UPDATE accounts SET borrowed_keys = '[]' WHERE id = ${accountId} AND borrowed_keys <> '[]'`)
  }

  /** The own entry, or a copy of one of the others. Absent only when all entries are. */
  async function obtain(accountId: AccountId, origins: readonly string[]): Promise<KeyAnswer> {
    const places = await placesOf(accountId)
    const { own, borrowed } = places
    let isElsewhere = false
    for (const name of [own, ...borrowed]) {
      const answer = name === own ? await readOwn(accountId, places) : await secrets.read(name)
      if (answer.state === 'absent')
        continue
      if (answer.state !== 'ok')
        return answer
      const bound = readBoundSecret(answer.secret)
      if (!mayBeSent(bound.origins, origins)) {
        isElsewhere = true
        continue
      }
      if (name !== own && (await secrets.write(own, answer.secret)).state === 'ok' && secrets.persistent)
        await forgetOthers(accountId)
      return { state: 'ok', secret: bound.key }
    }
    return { state: isElsewhere ? 'elsewhere' : 'absent' }
  }

  return {
    async read(accountId, origins) {
      const places = await placesOf(accountId)
      const answer = await readOwn(accountId, places)
      if (answer.state === 'absent')
        return places.borrowed.length > 0 ? lane.run(() => obtain(accountId, origins)) : answer
      if (answer.state !== 'ok')
        return answer
      const bound = readBoundSecret(answer.secret)
      return mayBeSent(bound.origins, origins) ? { state: 'ok', secret: bound.key } : { state: 'elsewhere' }
    },
    write: (accountId, key, origins) => lane.run(async () => {
      const answer = await secrets.write((await placesOf(accountId)).own, bindSecret(key, origins))
      if (answer.state === 'ok') {
        await noteWritten(accountId)
        await forgetOthers(accountId)
      }
      return answer
    }),
    move: (accountId, from, origins) => lane.run(async () => {
      const places = await placesOf(accountId)
      const answer = await readOwn(accountId, places)
      if (answer.state !== 'ok')
        return answer.state === 'absent' ? { state: 'ok' } : answer
      const bound = readBoundSecret(answer.secret)
      if (!mayBeSent(bound.origins, [from]))
        return { state: 'ok' }
      return secrets.write(places.own, bindSecret(bound.key, origins))
    }),
    removeUnwanted: accountId => lane.run(async () => {
      const { own, isUnwanted, isReplaced } = await placesOf(accountId)
      // It may be wanted again by now.
      if (!isUnwanted)
        return
      if (isReplaced && inMemory.has(accountId)) {
        // The keychain has answered late, and has the new key.
        if (secrets.persistent)
          await noteWritten(accountId)
        return
      }
      await forgetOthers(accountId)
      const { state } = await secrets.remove(own)
      // Where memory stands in for the keychain, the entry is still there.
      if (state === 'ok' && secrets.persistent)
        await db.run(sql`UPDATE accounts SET key_pending_removal = 0 WHERE id = ${accountId}`)
    }),
  }
}

function mayBeSent(allowed: readonly string[], origins: readonly string[]): boolean {
  return origins.length > 0 && origins.every(origin => allowed.includes(origin))
}

/**
 * For a restored ledger: gives its accounts entry their own names, lets them read the original's entries, and sends nothing to
 * their addresses until the user has confirmed them: whoever had the backup may have changed them.
 */
export async function separateRestoredAccounts(db: Database): Promise<void> {
  await db.run(sql`
    UPDATE accounts SET borrowed_keys = CASE key_pending_removal
        WHEN 1 THEN borrowed_keys ELSE json_insert(borrowed_keys, '$[#]', coalesce(key_name, ${usualName('')} || id)) END,
      key_name = ${usualName('')} || id || ${`@${newId()}`}
    WHERE is_practice = 0 AND removed_at IS NULL`)
  // What is to be removed is the original's, which removes it itself.
  await db.run(sql`UPDATE accounts SET key_pending_removal = 0`)
  await db.run(sql`UPDATE accounts SET is_confirmed = 0 WHERE is_practice = 0`)
}

/** After that, read back: only the practice service, which is on this machine, may be asked before the user has confirmed anything. */
export async function assertUnconfirmed(db: Pick<Database, 'all'>): Promise<void> {
  const confirmed = await db.all(sql`SELECT id FROM accounts WHERE is_confirmed <> 0 AND is_practice = 0`)
  if (confirmed.length > 0)
    throw new Error(`${confirmed.length} accounts of a restored ledger are confirmed`)
}

/** Whether a name can be that of an entry which a studio made for an account. */
export function isKeyEntry(name: unknown): boolean {
  return typeof name === 'string' && /^account:[0-9a-f-]{36}(?:@[0-9a-f-]{8,36})?$/.test(name)
}

function usualName(accountId: string): string {
  return `account:${accountId}`
}
