/** Batches: one request repeated with other seeds, other texts, the rows of a table, or a grid of values. The preview and the sent requests use this code. */
import type { Field, Fields, FieldValue } from '#contract/models.ts'

/** How many requests one call may queue. */
export const mostVariants = 200

/** The values of one field in a batch. */
export interface Axis { readonly field: Field, readonly values: readonly FieldValue[] }

export type BatchPlan
  = | { readonly by: 'seeds', readonly field: Field, readonly from: number, readonly count: number }
    | { readonly by: 'words', readonly field: Field, readonly texts: readonly string[] }
    | { readonly by: 'table', readonly rows: readonly Fields[], readonly varied: readonly string[] }
    | { readonly by: 'grid', readonly axes: readonly Axis[] }

/** How many requests the plan makes; 0 when it is incomplete. Computed without creating them. */
export function countOf(plan: BatchPlan): number {
  if (plan.by === 'table')
    return plan.rows.length
  const axes = axesOf(plan)
  return axes.length === 0 ? 0 : axes.reduce((count, axis) => count * axis.values.length, 1)
}

/**
 * The base fields with each combination of the plan's values, the last axis changing fastest. Combinations are unique; values
 * that their field would refuse are left out. Check `countOf` first: there may be very many.
 */
export function variantsOf(base: Fields, plan: BatchPlan): Fields[] {
  if (countOf(plan) === 0)
    return []
  // Two equal rows are two tries.
  if (plan.by === 'table')
    return plan.rows.map(row => ({ ...base, ...row }))
  return axesOf(plan).reduce<Fields[]>(
    (variants, { field, values }) => variants.flatMap(variant => values.map(value => ({ ...variant, [field.name]: value }))),
    [base],
  )
}

/** Names of the fields that differ from request to request. */
export function variedIn(plan: BatchPlan): readonly string[] {
  return plan.by === 'table' ? plan.varied : axesOf(plan).map(axis => axis.field.name)
}

/** The values of the plan by field, within bounds and without duplicates. */
export function axesOf(plan: Exclude<BatchPlan, { by: 'table' }>): Axis[] {
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

/** Whether the field accepts this value, regardless of other fields. */
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

/** Limited to one more than may be sent, which is enough to see that there are too many. */
function seedsFrom(from: number, count: number): number[] {
  return Array.from({ length: Math.max(0, Math.min(Math.floor(count) || 0, mostVariants + 1)) }, (_, index) => Math.floor(from) + index)
}

const range = /^(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)(?:\/(\d+(?:\.\d+)?))?$/

/**
 * Parses the numbers that a user writes for a field: `1, 2, 4`, or `10..50/10` for 10, 20 … 50; the default step is the
 * field's. `refused` are the entries that are not numbers or that the field does not accept.
 */
export function numbersIn(field: Field, text: string): { values: number[], refused: string[] } {
  const entries = text.split(/[,;、，；\s]+/).filter(entry => entry !== '')
  const read = entries.map(entry => ({ entry, numbers: numbersOf(entry, field.step ?? 1) }))
  const fits = (numbers: readonly number[]): boolean => numbers.length > 0 && numbers.every(number => isWithin(field, number))
  return {
    values: [...new Set(read.flatMap(({ numbers }) => numbers.filter(number => isWithin(field, number))))],
    refused: read.filter(({ numbers }) => !fits(numbers)).map(({ entry }) => entry),
  }
}

function numbersOf(entry: string, usualStep: number): number[] {
  const found = range.exec(entry)
  if (!found)
    return /^-?\d+(?:\.\d+)?$/.test(entry) ? [Number(entry)] : []
  const [from, to, step] = [Number(found[1]), Number(found[2]), Number(found[3] ?? usualStep)]
  if (step <= 0 || to < from)
    return []
  const count = Math.min(Math.floor((to - from) / step + 1e-9), mostVariants) + 1
  // Steps such as 0.1 have no exact binary representation; rounding removes the error.
  return Array.from({ length: count }, (_, index) => Number((from + index * step).toPrecision(12)))
}
