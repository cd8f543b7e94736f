/** Validates a model that a user wrote; used by the form and by main. */
import type { Field, Model } from '#contract/models.ts'
import { found } from '#contract/found.ts'

/** `where`: the name of a field, or of a property of the model. */
export interface ModelFlaw { readonly where: string, readonly said: string } // `said` is a code of `found.ts`

// Some services use brackets in names (`image[]`); one dot nests, see `shapeRequest`.
const fieldName = /^[\w[\]-]+(?:\.[\w[\]-]+)?$/

/** The first mistake, or null. Expects a value that was parsed with `Model`. */
export function checkModel(model: Model): ModelFlaw | null {
  const flaws = [
    ...flawsOfId(model),
    ...flawsOfNames(model),
    ...model.fields.flatMap(field => flawsOfField(field).map(said => ({ where: field.name, said }))),
    ...flawsOfReferences(model),
  ]
  return flaws[0] ?? null
}

function flawsOfId({ id, label, presets }: Model): ModelFlaw[] {
  // The id is sent unchanged, so an invisible space would name another model.
  const isClean = id.trim() === id && id.isWellFormed() && !/\p{Cc}/u.test(id)
  return [
    ...(isClean ? [] : [{ where: 'id', said: found('unclean') }]),
    ...(label.trim() === '' ? [{ where: 'label', said: found('is-empty') }] : []),
    ...repeated(presets.map(preset => preset.name)).map(name => ({ where: 'presets', said: found('listed-twice', name) })),
  ]
}

function flawsOfNames({ fields, fixed }: Model): ModelFlaw[] {
  const names = fields.map(field => field.name)
  const outer = new Set(names.filter(name => name.includes('.')).map(name => name.split('.')[0]))
  return [
    ...names.filter(name => !isFieldName(name)).map(name => ({ where: name.slice(0, 100), said: found('not-a-name') })),
    ...repeated(names).map(name => ({ where: name, said: found('listed-twice') })),
    ...names.filter(name => outer.has(name)).map(name => ({ where: name, said: found('value-and-group') })),
    ...[...names, ...outer]
      .filter(name => name === 'model' || Object.hasOwn(fixed, name ?? ''))
      .map(name => ({ where: name ?? '', said: found('set-by-takeroom') })),
    ...('model' in fixed ? [{ where: 'fixed', said: found('set-by-takeroom', 'model') }] : []),
  ]
}

function isFieldName(name: string): boolean {
  return fieldName.test(name) && name.length <= 100 && !name.includes('__proto__')
}

function repeated(names: readonly string[]): string[] {
  const seen = new Set<string>()
  return names.filter(name => seen.size === seen.add(name).size)
}

function flawsOfField(field: Field): string[] {
  const { maxCharacters, accepts, maxFiles, maxClipSeconds } = field
  return [
    ...flawsOfValues(field),
    ...(maxCharacters && maxCharacters.count < 1 ? [found('at-least-one')] : []),
    ...(accepts?.length === 0 ? [found('no-file-type')] : []),
    ...(maxFiles !== null && maxFiles < 1 ? [found('at-least-one')] : []),
    ...(maxClipSeconds !== null && maxClipSeconds <= 0 ? [found('at-least-one')] : []),
  ]
}

function flawsOfValues(field: Field): string[] {
  switch (field.type) {
    case 'line':
    case 'text':
    case 'address': return field.default === null || typeof field.default === 'string' ? [] : [found('bad-default')]
    case 'integer':
    case 'number': return flawsOfNumber(field)
    case 'yes-no': return field.default === null || typeof field.default === 'boolean' ? [] : [found('bad-default')]
    case 'choice': return flawsOfChoice(field)
    case 'file':
    case 'files': return field.default === null ? [] : [found('bad-default')]
    default: return field.type satisfies never
  }
}

function flawsOfNumber({ type, min, max, step, default: usual }: Field): string[] {
  if (usual !== null && (typeof usual !== 'number' || (type === 'integer' && !Number.isInteger(usual))))
    return [found('bad-default')]
  const isOutside = usual !== null && ((min !== null && usual < min) || (max !== null && usual > max))
  return [
    ...(min !== null && max !== null && min > max ? [found('min-above-max')] : []),
    ...(isOutside ? [found('bad-default')] : []),
    ...(step !== null && step <= 0 ? [found('step-above-0')] : []),
  ]
}

function flawsOfChoice({ choices, default: usual }: Field): string[] {
  const values = (choices ?? []).map(choice => choice.value)
  return [
    ...(values.length === 0 ? [found('no-choices')] : []),
    ...(values.some(value => value.trim() === '') ? [found('empty-choice')] : []),
    ...repeated(values).map(value => found('listed-twice', value)),
    ...(usual !== null && !values.includes(String(usual)) ? [found('bad-default')] : []),
  ]
}

function flawsOfReferences({ fields, oneOf }: Model): ModelFlaw[] {
  const known = new Map(fields.map(field => [field.name, field]))
  return [
    ...fields.flatMap(field => field.excludes.flatMap((name): ModelFlaw[] => {
      if (name === field.name || !known.has(name))
        return [{ where: field.name, said: name === field.name ? found('excludes-itself') : found('excludes-unknown', name) }]
      return field.isRequired && known.get(name)?.isRequired
        ? [{ where: field.name, said: found('excludes-required', name) }]
        : []
    })),
    ...oneOf.flatMap(names => names.length === 0
      ? [{ where: 'oneOf', said: found('empty-group') }]
      : names.filter(name => !known.has(name)).map(name => ({ where: 'oneOf', said: found('unknown-field', name) }))),
  ]
}
