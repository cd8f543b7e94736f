/** How the page counts and splits the words of lines. */
import type { Line } from '#contract/script.ts'

/** As a person counts them, which is also how the service's limits count. */
export function charactersOf(lines: readonly Pick<Line, 'text'>[]): number {
  return lines.reduce((sum, line) => sum + [...line.text.trim()].length, 0)
}

/** The text without its tail, which is now a line of its own; unchanged where it no longer ends with the tail: better twice than lost. */
export function withoutTail(text: string, tail: string): string {
  return text.endsWith(tail) ? text.slice(0, text.length - tail.length).trimEnd() : text
}
