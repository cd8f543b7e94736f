/** The rows of accounts. */
import type { Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { Currency } from '#contract/spend.ts'
import { AccountId, Instant } from '#contract/words.ts'
import { sql } from '../storage/sql.ts'
import { defineTable, FlagNumber, jsonText } from '../storage/table.ts'

/** Longer than any address that a service has. */
const Address = z.string().max(4000)
const EntryName = z.string().max(200)

export const accountsTable = defineTable('accounts', z.object({
  id: AccountId,
  name: z.string().max(4000),
  /** Empty where it was lost with a damaged ledger. */
  base_url: Address,
  is_practice: FlagNumber,
  last4: z.string().max(40).nullable(),
  last_success_at: Instant.nullable(),
  credits_remaining: z.number().nullable(),
  socket_url: Address.nullable(),
  is_confirmed: FlagNumber,
  created_at: Instant,
}), {
  unread: {
    key_name: EntryName.nullable(),
    borrowed_keys: jsonText(z.array(EntryName)),
    currency: Currency.nullable(),
    removed_at: Instant.nullable(),
    /** The entry of the keychain is to be removed: the account was, or its key was replaced. `leaving.ts` does it as soon as it may and can. */
    key_pending_removal: FlagNumber,
  },
})
export type AccountRow = ReturnType<typeof accountsTable.parse>

/** Of all accounts that there have been: takes keep the one that they were bought with. */
export function accountNames(db: Pick<Transaction, 'all'>): Promise<{ id: AccountId, name: string }[]> {
  return db.all(sql`SELECT id, name FROM accounts`)
}
