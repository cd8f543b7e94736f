/** The currencies of ISO 4217 as the browser knows them, by code and name. */

/** The usual ones first, since most people are paid for in one of them. */
const usual = ['USD', 'EUR', 'GBP', 'CNY', 'JPY']

export function currencyOptions(language: string): { value: string, label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  const all = new Set([...usual, ...Intl.supportedValuesOf('currency')])
  return [...all].map(code => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }))
}
