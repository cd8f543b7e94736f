/** The default title of a take in lists. */
import { withoutDirections } from '#contract/words.ts'

/** The first words of a text, on one line and at most 80 characters; empty for a text without words. */
export function titleOf(text: string): string {
  const line = withoutDirections(text).trim().replace(/\s+/g, ' ')
  const characters = [...line]
  return characters.length <= 80 ? line : `${characters.slice(0, 79).join('').trimEnd()}…`
}
