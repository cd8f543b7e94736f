/** Validates a model that a user wrote; used by the form and by main. */
import type { Field, Model } from '#contract/models.ts'

/** `where`: the name of a field, or of a property of the model. */
export interface ModelFlaw { readonly where: string, readonly said: string }

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
    ...(isClean ? [] : [{ where: 'id', said: 'has spaces around it, or characters that cannot be seen' }]),
    ...(label.trim() === '' ? [{ where: 'label', said: 'is empty' }] : []),
    ...repeated(presets.map(preset => preset.name)).map(name => ({ where: 'presets', said: `has “${name}” twice` })),
  ]
}

function flawsOfNames({ fields, fixed }: Model): ModelFlaw[] {
  const names = fields.map(field => field.name)
  const outer = new Set(names.filter(name => name.includes('.')).map(name => name.split('.')[0]))
  return [
    ...names.filter(name => !isFieldName(name)).map(name => ({ where: name.slice(0, 100), said: 'is no name of a parameter' })),
    ...repeated(names).map(name => ({ where: name, said: 'stands there twice' })),
    ...names.filter(name => outer.has(name)).map(name => ({ where: name, said: 'is a value and an object at once' })),
    ...[...names, ...outer]
      .filter(name => name === 'model' || Object.hasOwn(fixed, name ?? ''))
      .map(name => ({ where: name ?? '', said: 'is set by the studio itself' })),
    ...('model' in fixed ? [{ where: 'fixed', said: 'names the model' }] : []),
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
    ...(maxCharacters && maxCharacters.count < 1 ? ['leaves no room for a character'] : []),
    ...(accepts?.length === 0 ? ['accepts no file at all'] : []),
    ...(maxFiles !== null && maxFiles < 1 ? ['takes less than one file'] : []),
    ...(maxClipSeconds !== null && maxClipSeconds <= 0 ? ['takes no second of sound'] : []),
  ]
}

function flawsOfValues(field: Field): string[] {
  switch (field.type) {
    case 'line':
    case 'text':
    case 'address': return field.default === null || typeof field.default === 'string' ? [] : ['has a default that is no text']
    case 'integer':
    case 'number': return flawsOfNumber(field)
    case 'yes-no': return field.default === null || typeof field.default === 'boolean' ? [] : ['has a default that is neither yes nor no']
    case 'choice': return flawsOfChoice(field)
    case 'file':
    case 'files': return field.default === null ? [] : ['is a file and has a default']
    default: return field.type satisfies never
  }
}

function flawsOfNumber({ type, min, max, step, default: usual }: Field): string[] {
  if (usual !== null && (typeof usual !== 'number' || (type === 'integer' && !Number.isInteger(usual))))
    return [`has a default that is no ${type === 'integer' ? 'whole ' : ''}number`]
  const isOutside = usual !== null && ((min !== null && usual < min) || (max !== null && usual > max))
  return [
    ...(min !== null && max !== null && min > max ? ['has a least value above its greatest'] : []),
    ...(isOutside ? ['has a default outside its bounds'] : []),
    ...(step !== null && step <= 0 ? ['has a step that leads nowhere'] : []),
  ]
}

function flawsOfChoice({ choices, default: usual }: Field): string[] {
  const values = (choices ?? []).map(choice => choice.value)
  return [
    ...(values.length === 0 ? ['has nothing to choose from'] : []),
    ...(values.some(value => value.trim() === '') ? ['has an empty choice'] : []),
    ...repeated(values).map(value => `has the choice “${value}” twice`),
    ...(usual !== null && !values.includes(String(usual)) ? ['has a default that is none of its choices'] : []),
  ]
}

function flawsOfReferences({ fields, oneOf }: Model): ModelFlaw[] {
  const known = new Map(fields.map(field => [field.name, field]))
  return [
    ...fields.flatMap(field => field.excludes.flatMap((name): ModelFlaw[] => {
      if (name === field.name || !known.has(name))
        return [{ where: field.name, said: `excludes “${name}”, which is ${name === field.name ? 'itself' : 'no field of this model'}` }]
      return field.isRequired && known.get(name)?.isRequired
        ? [{ where: field.name, said: `excludes “${name}”, and both are required` }]
        : []
    })),
    ...oneOf.flatMap(names => names.length === 0
      ? [{ where: 'oneOf', said: 'has a group without a field' }]
      : names.filter(name => !known.has(name)).map(name => ({ where: 'oneOf', said: `names “${name}”, which is no field of this model` }))),
  ]
}
