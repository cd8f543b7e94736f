/** The language of a request, which models name in different ways, as a code. */

/** ISO 639-1: those that the speech models speak, and some more that people write names in. */
export const languageCodes = [
  ...['ar', 'bg', 'cs', 'da', 'de', 'el', 'en', 'es', 'fi', 'fr', 'he', 'hi', 'hu', 'id', 'it', 'ja', 'ko', 'ms', 'nl', 'no', 'pl'],
  ...['pt', 'ro', 'ru', 'sv', 'sw', 'th', 'tr', 'uk', 'vi', 'zh'],
] as const

const names = new Intl.DisplayNames(['en'], { type: 'language' })
const byName = new Map<string, string>(languageCodes.map(code => [(names.of(code) ?? code).toLowerCase(), code]))

/** `de` of `de`, `de-AT` and `German`; null of `Auto`, of nothing, and of what is no language. */
export function languageCode(value: unknown): string | null {
  if (typeof value !== 'string')
    return null
  const named = byName.get(value.trim().toLowerCase())
  if (named !== undefined)
    return named
  const [, code] = /^([a-z]{2,3})(?:[-_][A-Z0-9]+)*$/i.exec(value.trim()) ?? []
  return code?.toLowerCase() ?? null
}
