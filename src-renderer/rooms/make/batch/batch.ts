/** Several requests from one: the same fields with another seed, other words, or a grid of values. What is shown is exactly what is sent. */
import type { Field, Fields, FieldValue } from '#contract/models.ts'

/** As many as one call may queue. */
export const mostVariants = 200

/** What one field is to be, request by request. */
export interface Axis { readonly field: Field, readonly values: readonly FieldValue[] }

export type BatchPlan
  = | { readonly by: 'seeds', readonly field: Field, readonly from: number, readonly count: number }
    | { readonly by: 'words', readonly field: Field, readonly texts: readonly string[] }
    | { readonly by: 'grid', readonly axes: readonly Axis[] }

/** How many requests the plan makes; 0 when it is not complete. Costs nothing to ask, however many there are. */
export function countOf(plan: BatchPlan): number {
  const axes = axesOf(plan)
  return axes.length === 0 ? 0 : axes.reduce((count, axis) => count * axis.values.length, 1)
}

/**
 * The base once for each combination of the plan's values, the last axis changing fastest. Each combination comes once;
 * a value that its field would refuse is left out. Ask `countOf` first: there may be very many.
 */
export function variantsOf(base: Fields, plan: BatchPlan): Fields[] {
  if (countOf(plan) === 0)
    return []
  return axesOf(plan).reduce<Fields[]>(
    (variants, { field, values }) => variants.flatMap(variant => values.map(value => ({ ...variant, [field.name]: value }))),
    [base],
  )
}

/** The plan as values by field, in bounds and without repetition. */
export function axesOf(plan: BatchPlan): Axis[] {
  switch (plan.by) {
    case 'seeds': return [axisOf(plan.field, seedsFrom(plan.from, plan.count))]
    case 'words': return [axisOf(plan.field, plan.texts.map(text => text.trim()))]
    case 'grid': return plan.axes.map(({ field, values }) => axisOf(field, values))
    default: return plan satisfies never
  }
}

function axisOf(field: Field, values: readonly FieldValue[]): Axis {
  return { field, values: [...new Set(values)].filter(value => isWithin(field, value)) }
}

/** May the field have this value, as far as one field by itself can tell? */
export function isWithin(field: Field, value: FieldValue): boolean {
  switch (field.type) {
    case 'integer':
    case 'number': return typeof value === 'number'
      && (field.type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value))
      && value >= (field.min ?? -Infinity) && value <= (field.max ?? Infinity)
    case 'choice': return field.choices?.some(choice => choice.value === value) ?? false
    default: return value !== ''
  }
}

/** One more than may be sent is enough to see that it is too many. */
function seedsFrom(from: number, count: number): number[] {
  return Array.from({ length: Math.max(0, Math.min(Math.floor(count) || 0, mostVariants + 1)) }, (_, index) => Math.floor(from) + index)
}

const range = /^(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)(?:\/(\d+(?:\.\d+)?))?$/

/**
 * Numbers as a person writes them for a field: `1, 2, 4`, or `10..50/10` for 10, 20 … 50; without a step the field's own.
 * `refused` are the pieces that are no numbers or that the field does not take.
 */
export function numbersIn(field: Field, text: string): { values: number[], refused: string[] } {
  const pieces = text.split(/[,;、，；\s]+/).filter(piece => piece !== '')
  const read = pieces.map(piece => ({ piece, numbers: numbersOf(piece, field.step ?? 1) }))
  const fits = (numbers: readonly number[]): boolean => numbers.length > 0 && numbers.every(number => isWithin(field, number))
  return {
    values: [...new Set(read.flatMap(({ numbers }) => numbers.filter(number => isWithin(field, number))))],
    refused: read.filter(({ numbers }) => !fits(numbers)).map(({ piece }) => piece),
  }
}

function numbersOf(piece: string, usualStep: number): number[] {
  const found = range.exec(piece)
  if (!found)
    return /^-?\d+(?:\.\d+)?$/.test(piece) ? [Number(piece)] : []
  const [from, to, step] = [Number(found[1]), Number(found[2]), Number(found[3] ?? usualStep)]
  if (step <= 0 || to < from)
    return []
  const count = Math.min(Math.floor((to - from) / step + 1e-9), mostVariants) + 1
  // Steps such as 0.1 have no exact binary form; nobody wrote the sixteenth digit.
  return Array.from({ length: count }, (_, index) => Number((from + index * step).toPrecision(12)))
}
