/** What a form shows of a request that was sent: as it was typed, or else so that the very same is sent again. */
import type { Fields, Model } from '#contract/models.ts'
import type { SentRequest } from '#contract/takes.ts'
import { withoutNames } from './names.ts'
import { promptFieldOf, readsNames } from './request.ts'

export function typedFields(model: Model, { typed, fields }: Pick<SentRequest, 'typed' | 'fields'>): Fields {
  const prompt = promptFieldOf(model)
  const text = prompt && fields[prompt.name]
  return typed ?? (prompt && typeof text === 'string' ? { ...fields, [prompt.name]: withoutNames(text) } : fields)
}

/** The words of a take whose request does not say what was typed. */
export function typedWords(kind: string, text: string): string {
  return readsNames(kind) ? withoutNames(text) : text
}
