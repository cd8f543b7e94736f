/** Sizes of the usual shapes of a picture, within what a model takes. Pure. */
import type { Field, Fields, Model } from '#contract/models.ts'

export const aspects = ['16:9', '3:2', '4:3', '1:1', '4:5', '2:3', '9:16'] as const
export type Aspect = typeof aspects[number]

type Side = Pick<Field, 'min' | 'max' | 'step' | 'default'>
export interface Size { readonly width: number, readonly height: number }

/** Pixels of a side where the model names no default. */
const usualSide = 1024

export function ratioOf(aspect: Aspect): number {
  const [across = 1, down = 1] = aspect.split(':').map(Number)
  return across / down
}

/** The two fields that make a size; null where the model has none, or what else is filled in excludes them. */
export function sizeFieldsOf(model: Pick<Model, 'fields'>, filled: Fields): { width: Field, height: Field } | null {
  const find = (name: string): Field | undefined => model.fields.find(field =>
    field.name === name && field.type === 'integer' && field.excludes.every(other => filled[other] === undefined))
  const [width, height] = [find('width'), find('height')]
  return width && height ? { width, height } : null
}

/** About as many pixels as the model draws by itself, in this shape; both sides in the steps and limits of their fields. */
export function sizeFor(aspect: Aspect, { width, height }: { width: Side, height: Side }): Size {
  const ratio = ratioOf(aspect)
  const pixels = usual(width) * usual(height)
  return { width: fitted(Math.sqrt(pixels * ratio), width), height: fitted(Math.sqrt(pixels / ratio), height) }
}

function usual({ default: value }: Side): number {
  return typeof value === 'number' && value > 0 ? value : usualSide
}

function fitted(wanted: number, { min, max, step }: Side): number {
  const by = step ?? 1
  const least = Math.ceil((min ?? 1) / by) * by
  const most = Math.max(least, Math.floor((max ?? Number.MAX_SAFE_INTEGER) / by) * by)
  return Math.min(most, Math.max(least, Math.round(wanted / by) * by))
}
