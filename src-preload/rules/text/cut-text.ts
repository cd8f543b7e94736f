/** Shortens a text to the length that the contract takes, which is counted in UTF-16 units. */

/** A surrogate pair stays whole. */
export function cutText(text: string, length: number): string {
  const cut = text.slice(0, length)
  return cut.length < text.length && /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}
