/** What a line of a script asks of a model: the page shows and prices it by the same rule that main sends it by. */
import type { Fields, Model } from '#contract/models.ts'
import type { Casting, Line } from '#contract/script.ts'
import { fieldsInLanguage } from './line-language.ts'
import { isSpoken } from './script-lines.ts'

/** The field that takes a direction in words, where a model has one (service document 2f, qwen3-tts). */
export const directionField = 'instructions'
const textField = 'text'

export function hearsDirections(model: Model): boolean {
  return model.fields.some(field => field.name === directionField)
}

/** A line's own direction stands in the place of the one that its speaker always has. */
export function fieldsOfLine(
  line: Pick<Line, 'text' | 'direction'> & Partial<Pick<Line, 'spokenIn'>>,
  casting: Pick<Casting, 'fields'>,
  model: Model,
): Fields {
  const direction = line.direction.trim()
  return {
    ...fieldsInLanguage(casting.fields, model, line.spokenIn),
    ...(direction !== '' && hearsDirections(model) ? { [directionField]: direction } : {}),
    [textField]: line.text,
  }
}

/**
 * What there is to make: spoken lines with words of which no take fits, and that nobody is making. Of lines that ask for the very same
 * only the first, whose take serves them all. A locked line keeps the take that it has.
 */
export function linesToMake(lines: readonly Line[], isBeingMade: (line: Line) => boolean): Line[] {
  const asked = new Set<string>()
  return lines.filter((line) => {
    const isKept = line.state === 'made' || (line.isLocked && line.state === 'stale') || line.fittingTakeId !== null
    if (isKept || !isSpoken(line) || line.text.trim() === '' || isBeingMade(line))
      return false
    const isFirst = line.requestKey === null || !asked.has(line.requestKey)
    if (line.requestKey !== null)
      asked.add(line.requestKey)
    return isFirst
  })
}
