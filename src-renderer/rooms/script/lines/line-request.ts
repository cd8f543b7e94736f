/** How the page counts and splits the words of lines. */
import type { Line } from '#contract/script.ts'

const lengths = new WeakMap<Pick<Line, 'text'>, number>()

function lengthOf(line: Pick<Line, 'text'>): number {
  const known = lengths.get(line)
  if (known !== undefined)
    return known
  const text = line.text.trim()
  const length = /[\uD800-\uDFFF]/.test(text) ? [...text].length : text.length
  lengths.set(line, length)
  return length
}

/** As a person counts them, which is also how the service's limits count. Each line, which never changes itself, is counted once. */
export function charactersOf(lines: readonly Pick<Line, 'text'>[]): number {
  return lines.reduce((sum, line) => sum + lengthOf(line), 0)
}

/** The text without its tail, which is now a line of its own; unchanged where it no longer ends with the tail: better twice than lost. */
export function withoutTail(text: string, tail: string): string {
  return text.endsWith(tail) ? text.slice(0, text.length - tail.length).trimEnd() : text
}
