/** Builds the parts of a request; used both for sending it and for showing "the exact request". */
import type { Fields, FieldValue, Model } from '#contract/models.ts'
import { filesOf, givenValue } from '#rules/models/presence.ts'

export type PartValue = FieldValue | Readonly<Record<string, FieldValue>>

export interface ShapedRequest {
  readonly encoding: 'json' | 'multipart'
  /** In the order of sending: model, fixed values, plain values, files. Names are unique. */
  readonly parts: readonly (readonly [name: string, value: PartValue])[]
}

/**
 * Contains only given values; values without a field of the model are left out and reported by `checkRequest`.
 * A dotted name becomes a member of an object (`voice_settings.speed` → `voice_settings: { speed }`).
 */
export function shapeRequest(model: Model, fields: Fields): ShapedRequest {
  const given = model.fields.flatMap((field): [string, FieldValue][] => {
    const value = givenValue(fields, field.name)
    return value === undefined ? [] : [[field.name, value]]
  })
  const carriesFile = given.some(([, value]) => filesOf(value).length > 0)
  const isEdit = editsPicture(model, fields)
  const plain = given.filter(([, value]) => filesOf(value).length === 0)
  const files = given.filter(([, value]) => filesOf(value).length > 0)
  return {
    encoding: carriesFile || isEdit ? 'multipart' : model.encoding,
    parts: [
      ['model', model.id],
      ...Object.entries(model.fixed),
      ...(isEdit && !('mode' in model.fixed) ? [['mode', 'image-editing'] as const] : []),
      ...nest(plain),
      ...files,
    ],
  }
}

/** Whether an image model edits: it does so when it is given a source (service document 2a). */
export function editsPicture(model: Model, fields: Fields): boolean {
  return model.kind === 'image' && model.fields.some(field => field.group === 'source' && givenValue(fields, field.name) !== undefined)
}

function nest(values: readonly (readonly [string, FieldValue])[]): (readonly [string, PartValue])[] {
  const parts = new Map<string, PartValue>()
  const objects = new Map<string, Record<string, FieldValue>>()
  for (const [name, value] of values) {
    const dot = name.indexOf('.')
    if (dot < 0) {
      parts.set(name, value)
      continue
    }
    const outer = name.slice(0, dot)
    const object = objects.get(outer) ?? {}
    object[name.slice(dot + 1)] = value
    objects.set(outer, object)
    parts.set(outer, object)
  }
  return [...parts]
}
