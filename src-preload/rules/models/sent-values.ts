/** What a request sends, whatever its model calls it: what was filled in, what is fixed, or else what the service uses. */
import type { Field, Fields, FieldValue, Model } from '#contract/models.ts'
import { givenValue } from './presence.ts'

/** What a model says of the values in its requests. */
export type ValuesOfModel = Pick<Model, 'fields' | 'fixed'>

/** Of a model that is not in the catalogue any more. */
export const unknownModel: ValuesOfModel = { fields: [], fixed: {} }

/** Beyond this no quantity means anything, and thousands of it must still be a number. */
const mostNumber = 1e9

/** A number, also as a choice writes it: its values are always text, and some services name a unit, as in `8s`. */
function numberOf(value: unknown): number | null {
  const isShort = typeof value === 'string' && value.length <= 40
  const number = isShort ? Number(/^(\d+(?:\.\d+)?) ?(?:s|sec|seconds)?$/i.exec(value.trim())?.[1] ?? Number.NaN) : value
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? Math.min(number, mostNumber) : null
}

/** The first of these names that has a number above 0. */
export function numberIn(values: Fields, names: readonly string[]): number | null {
  return names.map(name => numberOf(givenValue(values, name))).find(number => number !== null) ?? null
}

/** First the values that are sent, then those that the service uses where nothing is. */
export function valuesOf({ fields: known, fixed }: ValuesOfModel, fields: Fields): readonly [sent: Fields, usual: Fields] {
  return [
    { ...fields, ...fixed },
    Object.fromEntries(known.flatMap((field): [string, FieldValue][] => field.default === null ? [] : [[field.name, field.default]])),
  ]
}

/** The number that the request has under one of these names. */
export function numberSent(model: ValuesOfModel, fields: Fields, names: readonly string[]): number | null {
  return valuesOf(model, fields).map(values => numberIn(values, names)).find(number => number !== null) ?? null
}

/** The field of a speech model for what is spoken; undefined where no field can be told from the others. */
export function spokenFieldOf({ fields }: Pick<Model, 'fields'>): Field | undefined {
  const lines = fields.filter(field => field.group === 'main' && field.type === 'line')
  return fields.find(field => field.name === 'text')
    ?? fields.find(field => field.group === 'main' && field.type === 'text')
    ?? fields.find(field => field.type === 'text')
    ?? (lines.length === 1 ? lines[0] : undefined)
}

/** What is spoken; null where it cannot be found. */
export function spokenText(model: ValuesOfModel, fields: Fields): string | null {
  const name = spokenFieldOf(model)?.name ?? 'text'
  const text = valuesOf(model, fields).map(values => givenValue(values, name)).find(value => typeof value === 'string')
  return typeof text === 'string' ? text : null
}
