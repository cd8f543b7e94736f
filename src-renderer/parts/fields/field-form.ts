/** How a model's fields become a form: sections, which fields are touched, and which exclude each other. */
import type { FieldIssue } from '#contract/faults.ts'
import type { Field, Fields, FieldValue, Model } from '#contract/models.ts'

export type FieldGroup = Field['group']

export interface ShownField {
  field: Field
  /** Undefined while untouched: then the service's default applies and nothing is sent. */
  value: FieldValue | undefined
  issues: FieldIssue[]
  /** The touched field that this one cannot be sent together with. */
  excludedBy: string | null
}

export interface FieldSection {
  group: FieldGroup
  fields: ShownField[]
  touchedCount: number
  hasIssue: boolean
  /** Seldom needed: folded until it is opened. */
  isFoldable: boolean
}

const order: readonly FieldGroup[] = ['source', 'main', 'voice', 'style', 'size', 'sampling', 'output', 'advanced']
/** A text-to-image model can take a source, but seldom does. */
const orderForDrawing: readonly FieldGroup[] = ['main', 'size', 'source', 'style', 'sampling', 'output', 'advanced', 'voice']
const alwaysOpen: ReadonlySet<FieldGroup> = new Set(['source', 'main', 'voice', 'style', 'size'])

/** The touched field that excludes this one, whichever of the two declares it; null when there is none or this one is touched itself. */
export function excludedBy(model: Model, fields: Fields, field: Field): string | null {
  if (fields[field.name] !== undefined)
    return null
  const barring = model.fields.find(other => other.name !== field.name
    && fields[other.name] !== undefined
    && (other.excludes.includes(field.name) || field.excludes.includes(other.name)))
  return barring?.name ?? null
}

/** Sections in the order of the form, without empty ones. Fields in `omitted` are drawn elsewhere. */
export function sectionsOf(model: Model, fields: Fields, issues: readonly FieldIssue[], omitted: readonly string[] = []): FieldSection[] {
  const shown = model.fields.filter(field => !omitted.includes(field.name))
  const isDrawing = model.kind === 'image'
  return (isDrawing ? orderForDrawing : order).flatMap((group) => {
    const ofGroup = shown.filter(field => field.group === group).map(field => ({
      field,
      value: fields[field.name],
      issues: issues.filter(issue => issue.field === field.name),
      excludedBy: excludedBy(model, fields, field),
    }))
    if (ofGroup.length === 0)
      return []
    return [{
      group,
      fields: ofGroup,
      touchedCount: ofGroup.filter(one => one.value !== undefined).length,
      hasIssue: ofGroup.some(one => one.issues.some(issue => !issue.isWarning)),
      isFoldable: !alwaysOpen.has(group) || (isDrawing && group === 'source' && ofGroup.every(one => one.value === undefined)),
    }]
  })
}

/** The fields with one of them set; undefined or an empty value makes it untouched again. */
export function withField(fields: Fields, name: string, value: FieldValue | undefined): Fields {
  const { [name]: _before, ...others } = fields
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return isEmpty ? others : { ...others, [name]: value }
}

/** Only what the model knows: fields of another model's request, so that choosing a model keeps what still fits. */
export function fieldsThatFit(model: Model, fields: Fields): Fields {
  const known = new Set(model.fields.map(field => field.name))
  return Object.fromEntries(Object.entries(fields).filter(([name]) => known.has(name)))
}

/** A name of the wire as words: `voice_settings.speed` → Speed, `top_p` → Top p. */
export function wordsOfName(name: string): string {
  const last = name.split('.').at(-1) ?? name
  const words = last.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** How a bound is said: "0.1 or more". */
export interface BoundWords { readonly least: (bound: string) => string, readonly most: (bound: string) => string }

/** "512 – 2048", one bound in words, or nothing when the service sets none. */
export function rangeOf(field: Field, words: BoundWords): string {
  if (field.min !== null && field.max !== null)
    return `${field.min} – ${field.max}`
  if (field.min !== null)
    return words.least(String(field.min))
  return field.max !== null ? words.most(String(field.max)) : ''
}

/** A random seed within the field's bounds, other than the present one. */
export function anotherSeed(field: Field, before: FieldValue | undefined, random: () => number = Math.random): number {
  const least = Math.max(0, Math.ceil(field.min ?? 0))
  const most = Math.min(2_147_483_647, Math.floor(field.max ?? 2_147_483_647))
  const seed = least + Math.floor(random() * (most - least + 1))
  return seed === before && most > least ? (seed === most ? least : seed + 1) : seed
}
