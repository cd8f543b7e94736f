/** What is asked for when a line is spoken: its words with the voice that its speaker was cast with. */
import type { Fields, Model } from '#contract/models.ts'
import type { Casting, Line } from '#contract/script.ts'

/** The field that takes a direction in words, where a model has one (service document 2f, qwen3-tts). */
export const directionField = 'instructions'
const textField = 'text'

export function hearsDirections(model: Model): boolean {
  return model.fields.some(field => field.name === directionField)
}

/** A line's own direction stands in the place of the one that its speaker always has. */
export function fieldsOfLine(line: Pick<Line, 'text' | 'direction'>, casting: Pick<Casting, 'fields'>, model: Model): Fields {
  const direction = line.direction.trim()
  return {
    ...casting.fields,
    ...(direction !== '' && hearsDirections(model) ? { [directionField]: direction } : {}),
    [textField]: line.text,
  }
}

/**
 * What there is to make: lines with words of which no take fits, and that nobody is making. Of lines that ask for the very same only
 * the first, whose take serves them all.
 */
export function linesToMake(lines: readonly Line[], isBeingMade: (line: Line) => boolean): Line[] {
  const asked = new Set<string>()
  return lines.filter((line) => {
    if (line.state === 'made' || line.fittingTakeId !== null || line.text.trim() === '' || isBeingMade(line))
      return false
    const isFirst = line.requestKey === null || !asked.has(line.requestKey)
    if (line.requestKey !== null)
      asked.add(line.requestKey)
    return isFirst
  })
}

/** As a person counts them, which is also how the service's limits count. */
export function charactersOf(lines: readonly Pick<Line, 'text'>[]): number {
  return lines.reduce((sum, line) => sum + [...line.text.trim()].length, 0)
}

/** The text without its tail, which is now a line of its own; unchanged where it no longer ends with the tail: better twice than lost. */
export function withoutTail(text: string, tail: string): string {
  return text.endsWith(tail) ? text.slice(0, text.length - tail.length).trimEnd() : text
}
