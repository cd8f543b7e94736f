/**
 * The keychain entries of each account. A studio restored from a backup has accounts with the same ids as the original, and
 * both may be on one machine, so each studio has entry names of its own. Where its own entry is absent, the original's is
 * read and copied at once; it is never written and never removed.
 */
import type { AccountId } from '#contract/words.ts'
import type { SecretAnswer, SecretDone, SecretStore } from '../secrets/secret-store.ts'
import type { Database } from '../storage/database.ts'
import { z } from 'zod'
import { newId } from '../base/ids.ts'
import { createLane } from '../base/lanes.ts'
import { sql } from '../storage/sql.ts'

export interface AccountKeys {
  read: (accountId: AccountId) => Promise<SecretAnswer>
  write: (accountId: AccountId, key: string) => Promise<SecretDone>
  /** Removes the own entry and forgets where a key could be borrowed from. */
  remove: (accountId: AccountId) => Promise<SecretDone>
}

interface KeyRow { key_name: string | null, borrowed_keys: string }

const Names = z.array(z.string())

export function createKeys({ db, secrets }: { db: Database, secrets: SecretStore }): AccountKeys {
  // One at a time: a key that is being borrowed must not be written after it was removed.
  const lane = createLane({ concurrency: 1 })

  async function placesOf(accountId: AccountId): Promise<{ own: string, borrowed: readonly string[] }> {
    const row = await db.get<KeyRow>(sql`SELECT key_name, borrowed_keys FROM accounts WHERE id = ${accountId}`)
    return { own: row?.key_name ?? usualName(accountId), borrowed: Names.catch([]).parse(JSON.parse(row?.borrowed_keys ?? '[]')) }
  }

  async function forgetOthers(accountId: AccountId): Promise<void> {
    await db.run(sql`UPDATE accounts SET borrowed_keys = '[]' WHERE id = ${accountId} AND borrowed_keys <> '[]'`)
  }

  /** Absent only when all entries are. */
  async function borrow(accountId: AccountId): Promise<SecretAnswer> {
    const { own, borrowed } = await placesOf(accountId)
    for (const name of [own, ...borrowed]) {
      const answer = await secrets.read(name)
      if (answer.state === 'absent')
        continue
      if (answer.state === 'ok' && name !== own && (await secrets.write(own, answer.secret)).state === 'ok')
        await forgetOthers(accountId)
      return answer
    }
    return { state: 'absent' }
  }

  return {
    async read(accountId) {
      const { own, borrowed } = await placesOf(accountId)
      const answer = await secrets.read(own)
      return answer.state === 'absent' && borrowed.length > 0 ? lane.run(() => borrow(accountId)) : answer
    },
    write: (accountId, key) => lane.run(async () => {
      const answer = await secrets.write((await placesOf(accountId)).own, key)
      if (answer.state === 'ok')
        await forgetOthers(accountId)
      return answer
    }),
    remove: accountId => lane.run(async () => {
      const answer = await secrets.remove((await placesOf(accountId)).own)
      if (answer.state !== 'locked')
        await forgetOthers(accountId)
      return answer
    }),
  }
}

/** For a copied ledger: gives its accounts entry names of their own, and lets them read the original's entries. */
export async function giveOwnKeys(db: Database): Promise<void> {
  await db.run(sql`
    UPDATE accounts SET borrowed_keys = json_insert(borrowed_keys, '$[#]', coalesce(key_name, ${usualName('')} || id)),
      key_name = ${usualName('')} || id || ${`@${newId()}`}
    WHERE is_practice = 0 AND removed_at IS NULL`)
}

function usualName(accountId: string): string {
  return `account:${accountId}`
}
