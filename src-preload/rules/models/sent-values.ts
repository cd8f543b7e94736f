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

/** What models call the number of things that one request makes, in small letters and without other signs. */
const countNames: ReadonlySet<string> = new Set([
  ...['n', 'nimages', 'numimages', 'numimage', 'numimagesperprompt', 'numberofimages', 'imagecount', 'imagescount', 'imagenum'],
  ...['batchsize', 'batchcount', 'numbatches', 'niter', 'noutputs', 'numoutputs', 'numberofoutputs', 'outputcount', 'numgenerations'],
  ...['nsamples', 'numsamples', 'samplecount', 'samples', 'nvideos', 'numvideos', 'numvideosperprompt', 'numberofvideos', 'videocount'],
])

/** Of `parameters.sampleCount`, `samplecount`. */
function plainName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase().replaceAll(/[^a-z]/g, '')
}

/** How many things one request makes: one number says it. Of several, one may repeat another, or say how many times that many. */
export function countSent(model: ValuesOfModel, fields: Fields): { readonly least: number, readonly most: number } {
  for (const values of valuesOf(model, fields)) {
    const names = Object.keys(values).filter(name => countNames.has(plainName(name)))
    const counts = names.flatMap(name => numberOf(givenValue(values, name)) ?? []).map(Math.ceil)
    if (counts.length > 0) {
      return counts.reduce(
        ({ least, most }, count) => ({ least: Math.max(least, count), most: Math.min(mostNumber, most * count) }),
        { least: 1, most: 1 },
      )
    }
  }
  return { least: 1, most: 1 }
}

export const frameNames = ['frame_num', 'num_frames'] as const

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
