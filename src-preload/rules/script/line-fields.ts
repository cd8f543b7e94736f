/** What a line of a script asks of a model: the page shows and prices it by the same rule that main sends it by. */
import type { Fields, Model } from '#contract/models.ts'
import type { Casting, Line } from '#contract/script.ts'
import { isSpoken } from './script-lines.ts'

/** The field that takes a direction in words, where a model has one (service document 2f, qwen3-tts). */
export const directionField = 'instructions'
const textField = 'text'

export function hearsDirections(model: Model): boolean {
  return model.fields.some(field => field.name === directionField)
}

/** The voice of a model that the fields of a request choose, as its takes name it; null where they choose none. */
export function voiceIn(fields: Fields): string | null {
  for (const name of ['voice', 'voice_name', 'voice_id', 'voice_url', 'preset_url']) {
    const value = fields[name]
    if (typeof value === 'string' && value !== '')
      return value
  }
  return null
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
