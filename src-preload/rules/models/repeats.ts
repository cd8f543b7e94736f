/** Which requests repeat themselves: sent again, they should only give the same result again. */
import type { Field, Fields, Model } from '#contract/models.ts'
import { givenValue } from './presence.ts'

/** The field by whose value two otherwise equal requests differ; null when the model has none. */
export function seedFieldOf(model: Model): Field | null {
  return model.fields.find(field => field.name === 'seed' && (field.type === 'integer' || field.type === 'number')) ?? null
}

/** A transcript follows from its sound; of everything else each try differs unless its seed is given. */
export function repeatsItself(model: Model, fields: Fields): boolean {
  const seed = seedFieldOf(model)
  return model.kind === 'transcribe' || (model.kind !== 'chat' && seed !== null && givenValue(fields, seed.name) !== undefined)
}
