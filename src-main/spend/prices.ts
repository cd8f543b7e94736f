/** Prices as the user entered them, for each account and model, and the currency in which an account is paid. */
import type { Currency, Price, Rates } from '#contract/spend.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { Currency as CurrencyShape, Rates as RatesShape } from '#contract/spend.ts'
import { AccountId, Instant, ModelId } from '#contract/words.ts'
import { hasRates } from '#rules/spend/estimate.ts'
import { sql } from '../storage/sql.ts'
import { defineTable, json, rowParser } from '../storage/table.ts'
import { readEach } from '../storage/unreadable-rows.ts'

/** The currency of an account until the user chooses one. */
const usualCurrency = 'USD'

export interface Prices {
  all: () => Promise<Price[]>
  currencies: () => Promise<{ accountId: AccountId, currency: Currency }[]>
  /** Null without a price; the practice account never has one. */
  of: (tx: Transaction, accountId: AccountId, modelId: ModelId) => Promise<{ rates: Rates, currency: Currency } | null>
  /** @throws Fault not-found */
  setCurrency: (accountId: AccountId, currency: Currency) => Promise<void>
  /** @throws Fault not-found */
  set: (price: Price) => Promise<void>
}

const Columns = z.object({ account_id: AccountId, model_id: ModelId, rates: json(RatesShape) })
export const pricesTable = defineTable('prices', Columns, { unread: { changed_at: Instant } })
/** With the currency of its account. */
const parsePrice = rowParser('prices', Columns.extend({ currency: CurrencyShape }))
type PriceRow = ReturnType<typeof parsePrice>

export function createPrices({ db, clock }: { db: Database, clock: Clock }): Prices {
  const rows = async (tx: Transaction, more = sql.empty): Promise<PriceRow[]> => readEach(await tx.all(sql`
    SELECT ${pricesTable.columns}, coalesce(accounts.currency, ${usualCurrency}) AS currency
    FROM prices JOIN accounts ON accounts.id = prices.account_id
    WHERE accounts.removed_at IS NULL AND accounts.is_practice = 0 ${more} ORDER BY prices.account_id, prices.model_id`), parsePrice)

  async function need(accountId: AccountId): Promise<void> {
    if (!await db.get(sql`SELECT id FROM accounts WHERE id = ${accountId} AND removed_at IS NULL AND is_practice = 0`))
      throw new Fault('not-found', { word: 'account', id: accountId })
  }

  return {
    async all() {
      return (await rows(db)).map(row => ({
        accountId: row.account_id,
        modelId: row.model_id,
        rates: row.rates,
      }))
    },
    async currencies() {
      return db.all<{ accountId: AccountId, currency: Currency }>(sql`
        SELECT id AS accountId, coalesce(currency, ${usualCurrency}) AS currency FROM accounts WHERE removed_at IS NULL
          AND is_practice = 0 ORDER BY created_at, id`)
    },
    async of(tx, accountId, modelId) {
      const [row] = await rows(tx, sql`AND prices.account_id = ${accountId} AND prices.model_id = ${modelId}`)
      return row ? { rates: row.rates, currency: row.currency } : null
    },
    async setCurrency(accountId, currency) {
      await need(accountId)
      await db.run(sql`UPDATE accounts SET currency = ${currency} WHERE id = ${accountId}`)
    },
    async set({ accountId, modelId, rates }) {
      await need(accountId)
      await db.run(hasRates(rates)
        ? sql`
          INSERT INTO prices (account_id, model_id, rates, changed_at) VALUES (${accountId}, ${modelId}, ${JSON.stringify(rates)},
            ${clock.now()})
          ON CONFLICT (account_id, model_id) DO UPDATE SET rates = excluded.rates, changed_at = excluded.changed_at`
        : sql`DELETE FROM prices WHERE account_id = ${accountId} AND model_id = ${modelId}`)
    },
  }
}
