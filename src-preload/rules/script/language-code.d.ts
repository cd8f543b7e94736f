/** The language of a request, which models name in different ways, as a code. */
/** ISO 639-1: those that the speech models speak, and some more that people write names in. */
export declare const languageCodes: readonly ['ar', 'bg', 'cs', 'da', 'de', 'el', 'en', 'es', 'fi', 'fr', 'he', 'hi', 'hu', 'id', 'it', 'ja', 'ko', 'ms', 'nl', 'no', 'pl', 'pt', 'ro', 'ru', 'sv', 'sw', 'th', 'tr', 'uk', 'vi', 'zh']
/** `de` of `de`, `de-AT` and `German`; null of `Auto`, of nothing, and of what is no language. */
export declare function languageCode(value: unknown): string | null
