/** Foreign words in a terminal: they must not command it, break a line, or turn the rest of it around. */

/**
 * Controls of every kind, line breaks, and what changes the direction of writing for the text that follows. Letters that are written from
 * right to left, joiners and emoji stay.
 */
const unsafe = /[\p{Cc}\p{Cs}\u2028-\u202E\u2066-\u206F]/gu

/** One line. White space becomes a space, the rest �. */
export function printable(text: string): string {
  return text.replaceAll(unsafe, letter => /[\t\n\v\f\r\u0085\u2028\u2029]/.test(letter) ? ' ' : '\uFFFD')
}

/** The same value for programs that read it: what JSON would leave as it is, is escaped. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(unsafe, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
