/** What a form shows of a request that was sent: as it was typed, or else so that the very same is sent again. */
import type { Fields, Model } from '#contract/models.ts'
import type { SentRequest } from '#contract/takes.ts'
import { withoutNames } from './names.ts'
import { namingFieldsOf, readsNames } from './request.ts'

/** A text that was sent as it was typed names nothing: negative prompts of older requests were not read for names. */
export function typedFields(model: Model, { typed, fields }: Pick<SentRequest, 'typed' | 'fields'>): Fields {
  return namingFieldsOf(model).reduce<Fields>((shown, { name }) => {
    const text = fields[name]
    return typeof text === 'string' && shown[name] === text ? { ...shown, [name]: withoutNames(text) } : shown
  }, typed ?? fields)
}

/** The words of a take whose request does not say what was typed. */
export function typedWords(kind: string, text: string): string {
  return readsNames(kind) ? withoutNames(text) : text
}
