/** Languages of captions: codes of BCP 47, by their names in the language of the page. */

const common = [
  'ar',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'fi',
  'fr',
  'he',
  'hi',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'nb',
  'nl',
  'pl',
  'pt',
  'pt-BR',
  'ro',
  'ru',
  'sv',
  'th',
  'tr',
  'uk',
  'vi',
  'zh-Hans',
  'zh-Hant',
] as const
/** As long as the document takes. */
const longest = 35

/** In its usual form; empty for none, null for anything but a code. */
export function languageCode(typed: string): string | null {
  const code = typed.trim()
  if (code === '')
    return ''
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(code.replaceAll('_', '-'))
    return canonical.length > longest ? null : canonical
  }
  catch {
    return null // It throws for anything but a code.
  }
}

/** The common ones by name, and `own`, which may be any. */
export function languageOptions(shownIn: string, own: string): { value: string, label: string }[] {
  const order = new Intl.Collator(shownIn)
  const names = new Intl.DisplayNames([shownIn], { type: 'language' })
  return [...new Set([...common, ...languageCode(own) ? [own] : []])]
    .map(value => ({ value, label: `${names.of(value) ?? value} (${value})` }))
    .sort((a, b) => order.compare(a.label, b.label))
}
