/** Names in edit lists: single rows. */

/** Names are single rows in every list; titles are words of many. */
export function oneRow(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
}
