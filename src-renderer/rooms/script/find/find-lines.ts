/** Which lines hold the words that are looked for, in speaker, text or direction. Case and accents do not matter, nor which apostrophe. */
import type { Line } from '#contract/script.ts'
import { withTypedSigns } from '#rules/script/replace-text.ts'

type Searched = Pick<Line, 'speaker' | 'text' | 'direction'>

const plainOf = new WeakMap<Searched, string>()

function plainWords(words: string): string {
  return withTypedSigns(words.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' '))
}

function plainLine(line: Searched): string {
  const known = plainOf.get(line)
  if (known !== undefined)
    return known
  // A line break cannot be looked for, so no match goes from one part into the next.
  const plain = [line.speaker, line.text, line.direction].map(plainWords).join('\n')
  plainOf.set(line, plain)
  return plain
}

export function findLines<Found extends Searched>(lines: readonly Found[], query: string): Found[] {
  const sought = plainWords(query).trim()
  return sought === '' ? [] : lines.filter(line => plainLine(line).includes(sought))
}
