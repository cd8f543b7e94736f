/** The cost of a request at the prices that the user entered: shown on the page's buttons, and checked against the budgets in main. */
import type { Micros, Rates } from '#contract/spend.ts'
import type { Quantities, Quantity } from './quantities.ts'
import { sumOfTerms } from './money.ts'

export interface Estimate { readonly leastMicros: Micros, readonly mostMicros: Micros }

/** What each rate counts, and the quantity that the rate is for. */
const units: Readonly<Record<keyof Rates, { readonly counts: Quantity, readonly per: number }>> = {
  request: { counts: 'requests', per: 1 },
  thousandCharacters: { counts: 'characters', per: 1000 },
  resultSecond: { counts: 'resultMs', per: 1000 },
  sourceSecond: { counts: 'sourceMs', per: 1000 },
  image: { counts: 'images', per: 1 },
  millionTokensIn: { counts: 'tokensIn', per: 1_000_000 },
  millionTokensOut: { counts: 'tokensOut', per: 1_000_000 },
  registration: { counts: 'registrations', per: 1 },
}

/** `Object.entries` of `units`, with the keys' type. */
const unitEntries = Object.entries(units) as [keyof Rates, (typeof units)[keyof Rates]][]

export const noRates: Rates = {
  request: null,
  thousandCharacters: null,
  resultSecond: null,
  sourceSecond: null,
  image: null,
  millionTokensIn: null,
  millionTokensOut: null,
  registration: null,
}

export function hasRates(rates: Rates): boolean {
  return Object.values(rates).some(rate => rate !== null)
}

/** Null where no rate applies to the quantities: it has no price then, which is not the same as free. */
export function estimate(rates: Rates, quantities: Quantities): Estimate | null {
  const terms = unitEntries.flatMap(([name, { counts, per }]) => {
    const [micros, quantity] = [rates[name], quantities[counts]]
    return micros === null || quantity === undefined ? [] : [{ micros, per, quantity }]
  })
  if (terms.length === 0)
    return null
  return {
    leastMicros: sumOfTerms(terms.map(term => ({ ...term, quantity: term.quantity.least }))),
    mostMicros: sumOfTerms(terms.map(term => ({ ...term, quantity: term.quantity.most }))),
  }
}
