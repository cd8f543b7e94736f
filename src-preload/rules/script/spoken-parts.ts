/** How many parts a text is spoken in: the page shows the count and the cost by the same rule that main splits by. */
import type { Fields, Model } from '#contract/models.ts'
import { languageIn } from './pronounce.ts'
import { splitText } from './split-text.ts'

const textField = 'text'

/** One part when the model has no limit or the text is within it. */
export function spokenParts(model: Model, fields: Fields, spokenIn: string | null = null): string[] {
  const text = fields[textField]
  const limit = model.fields.find(field => field.name === textField)?.maxCharacters?.count
  if (model.kind !== 'speech' || typeof text !== 'string')
    return []
  if (limit === undefined || text.length <= limit || [...text].length <= limit)
    return [text]
  const language = languageIn(fields) ?? spokenIn
  return splitText(text, limit, typeof language === 'string' ? language : undefined)
}
