/** Prices as the person entered them, for each account and model, and the currency in which an account is paid. */
import type { Currency, Price, Rates } from '#contract/spend.ts'
import type { AccountId, ModelId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import { Fault } from '#contract/faults.ts'
import { Rates as RatesShape } from '#contract/spend.ts'
import { hasRates } from '#rules/spend/estimate.ts'
import { sql } from '../storage/sql.ts'

/** The currency of an account until the person chooses one. */
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

interface PriceRow { account_id: AccountId, model_id: ModelId, rates: string, currency: Currency }

export function createPrices({ db, clock }: { db: Database, clock: Clock }): Prices {
  const rows = (tx: Transaction, more = sql.empty): Promise<PriceRow[]> => tx.all<PriceRow>(sql`
    SELECT prices.account_id, prices.model_id, prices.rates, coalesce(accounts.currency, ${usualCurrency}) AS currency
    FROM prices JOIN accounts ON accounts.id = prices.account_id
    WHERE accounts.removed_at IS NULL AND accounts.is_practice = 0 ${more} ORDER BY prices.account_id, prices.model_id`)

  async function need(accountId: AccountId): Promise<void> {
    if (!await db.get(sql`SELECT id FROM accounts WHERE id = ${accountId} AND removed_at IS NULL AND is_practice = 0`))
      throw new Fault('not-found', { word: 'account', id: accountId })
  }

  return {
    async all() {
      return (await rows(db)).map(row => ({
        accountId: row.account_id,
        modelId: row.model_id,
        rates: RatesShape.parse(JSON.parse(row.rates)),
      }))
    },
    async currencies() {
      return db.all<{ accountId: AccountId, currency: Currency }>(sql`
        SELECT id AS accountId, coalesce(currency, ${usualCurrency}) AS currency FROM accounts WHERE removed_at IS NULL
          AND is_practice = 0 ORDER BY created_at, id`)
    },
    async of(tx, accountId, modelId) {
      const [row] = await rows(tx, sql`AND prices.account_id = ${accountId} AND prices.model_id = ${modelId}`)
      return row ? { rates: RatesShape.parse(JSON.parse(row.rates)), currency: row.currency } : null
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
