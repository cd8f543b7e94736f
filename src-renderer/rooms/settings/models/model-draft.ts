/** A model while a person writes it: its lists as texts that can be typed, and fields that keep only what their type can have. Pure. */
import type { Field, Model } from '#contract/models.ts'
import type { Kind } from '#contract/words.ts'

export const fieldTypes = [
  'line',
  'text',
  'integer',
  'number',
  'yes-no',
  'choice',
  'address',
  'file',
  'files',
] as const satisfies readonly Field['type'][]
export const fieldGroups = [
  'main',
  'voice',
  'style',
  'source',
  'size',
  'sampling',
  'output',
  'advanced',
] as const satisfies readonly Field['group'][]
export const modelKinds = ['speech', 'image', 'edit', 'video', 'transcribe', 'chat'] as const satisfies readonly Kind[]

export const isNumber = (type: Field['type']): boolean => type === 'integer' || type === 'number'
export const isText = (type: Field['type']): boolean => type === 'line' || type === 'text'
export const isFile = (type: Field['type']): boolean => type === 'file' || type === 'files'

export function newField(name: string): Field {
  return {
    name,
    type: 'line',
    isRequired: false,
    min: null,
    max: null,
    step: null,
    default: null,
    choices: null,
    maxCharacters: null,
    accepts: null,
    maxFiles: null,
    maxClipSeconds: null,
    excludes: [],
    group: 'main',
    help: '',
  }
}

/** The field with another type: bounds of a number mean nothing to a text, and a default that the type cannot have would be a flaw. */
export function withType(field: Field, type: Field['type']): Field {
  const isSameDefault = (isNumber(field.type) && isNumber(type)) || (isText(field.type) && isText(type)) || field.type === type
  const fits = (value: unknown): boolean => type !== 'integer' || Number.isInteger(value)
  const numberOf = (value: number | null): number | null => isNumber(type) && fits(value) ? value : null
  return {
    ...field,
    type,
    min: numberOf(field.min),
    max: numberOf(field.max),
    step: numberOf(field.step),
    default: isSameDefault && fits(field.default) ? field.default : null,
    choices: type === 'choice' ? field.choices ?? [] : null,
    maxCharacters: isText(type) ? field.maxCharacters : null,
    accepts: isFile(type) ? field.accepts : null,
    maxFiles: type === 'files' ? field.maxFiles : null,
    maxClipSeconds: isFile(type) ? field.maxClipSeconds : null,
  }
}

/** A new name for a field, everywhere where the model speaks of it. */
export function renamed(model: Model, from: string, to: string): Model {
  const swap = (name: string): string => name === from ? to : name
  return {
    ...model,
    fields: model.fields.map(field => ({ ...field, name: swap(field.name), excludes: field.excludes.map(swap) })),
    oneOf: model.oneOf.map(names => names.map(swap)),
  }
}

/** Without a field, and without a word about it. */
export function withoutField(model: Model, name: string): Model {
  return {
    ...model,
    fields: model.fields.filter(field => field.name !== name).map(field => ({
      ...field,
      excludes: field.excludes.filter(other => other !== name),
    })),
    oneOf: model.oneOf.map(names => names.filter(other => other !== name)).filter(names => names.length > 0),
  }
}

export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const item = list[from]
  if (item === undefined || to < 0 || to >= list.length)
    return [...list]
  return list.toSpliced(from, 1).toSpliced(to, 0, item)
}

const linesOf = (text: string): string[] => text.split('\n').map(line => line.trim()).filter(line => line !== '')

function pairOf(line: string, mark: string): [string, string | null] {
  const at = line.indexOf(mark)
  return at < 0 ? [line, null] : [line.slice(0, at).trim(), line.slice(at + mark.length).trim()]
}

/** `value = label`, one on each line; a value alone is its own label. */
export function writeChoices(choices: Field['choices']): string {
  return (choices ?? []).map(({ value, label }) => value === label ? value : `${value} = ${label}`).join('\n')
}
export function readChoices(text: string): NonNullable<Field['choices']> {
  return linesOf(text).map((line) => {
    const [value, label] = pairOf(line, '=')
    return { value, label: label === null || label === '' ? value : label }
  })
}

/** `name | language | description`, one on each line. */
export function writePresets(presets: Model['presets']): string {
  return presets.map(({ name, language, description }) => [name, language, description].join(' | ').replace(/(?: \| )+$/, '')).join('\n')
}
export function readPresets(text: string): Model['presets'] {
  return linesOf(text).map((line) => {
    const [name = '', language = '', ...description] = line.split('|').map(part => part.trim())
    return { name, language, description: description.join(' | ') }
  })
}

/** `name = value`, one on each line. */
export const writeFixed = (fixed: Model['fixed']): string => Object.entries(fixed).map(([name, value]) => `${name} = ${value}`).join('\n')
export function readFixed(text: string): Model['fixed'] {
  return Object.fromEntries(linesOf(text).map((line) => {
    const [name, value] = pairOf(line, '=')
    return [name, value ?? '']
  }))
}

/** Names with commas between them, one group on each line. */
export const writeGroups = (oneOf: Model['oneOf']): string => oneOf.map(names => names.join(', ')).join('\n')
export const readGroups = (text: string): Model['oneOf'] => linesOf(text).map(readNames)
export const writeNames = (names: readonly string[] | null): string => (names ?? []).join(', ')
export function readNames(text: string): string[] {
  return text.split(',').map(name => name.trim()).filter(name => name !== '')
}

/** Where in the form a flaw belongs, from `id › field` of the studio or the bare place of the rule. */
export function placeOfFlaw(where: string, model: Model): { field: string | null, place: string } {
  const steps = where.split(' › ')
  const [first, ...rest] = steps[0] === model.id && steps.length > 1 ? steps.slice(1) : steps
  const field = model.fields.find(one => one.name === first)
  return { field: field?.name ?? null, place: [first, ...rest].join(' › ') }
}
