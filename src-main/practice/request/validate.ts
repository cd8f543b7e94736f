/** Checks a submission against a model's rules and returns typed values, or refuses it with the name of the field. */
import type { ModelRules, Rule } from '../parameters.ts'
import type { Submission, UploadedFile } from './http-body.ts'
import { Refusal } from '../answers/answer.ts'
import { fileKind } from './file-kinds.ts'
import { checkMessages } from './messages.ts'

/** A submission that meets every rule. Values have their real types, whatever the encoding. */
export interface Checked {
  readonly values: ReadonlyMap<string, unknown>
  readonly files: readonly UploadedFile[]
  /** Names that were sent and that this model does not know. */
  readonly ignored: readonly string[]
}

export function validate(rules: ModelRules, submission: Submission): Checked {
  const values = new Map<string, unknown>()
  for (const [name, rule] of Object.entries(rules.parameters)) {
    const value = rule.type === 'file'
      ? checkFiles(name, rule, submission)
      : checkValue(name, rule, submission.fields.get(name), { model: rules, isForm: submission.encoding === 'multipart' })
    if (value !== undefined)
      values.set(name, value)
  }
  checkCombinations(rules, new Set(values.keys()))
  const known = (name: string) => name === 'model' || name in rules.parameters || rules.alsoKnown?.includes(name)
  for (const name of rules.alsoKnown ?? []) {
    if (!values.has(name) && submission.fields.has(name))
      values.set(name, submission.fields.get(name))
  }
  const sent = [...submission.fields.keys(), ...submission.files.map(file => file.field)]
  return {
    values,
    files: submission.files.filter(file => file.field in rules.parameters),
    ignored: sent.filter(name => !known(name)),
  }
}

function checkCombinations(rules: ModelRules, given: ReadonlySet<string>): void {
  for (const group of rules.needsOneOf ?? []) {
    if (!group.some(name => given.has(name)))
      throw new Refusal(400, `${group.join(' or ')}: one of them is required`)
  }
  for (const [name, ...others] of rules.excludes ?? []) {
    const clash = others.find(other => given.has(other))
    if (given.has(name) && clash !== undefined)
      throw new Refusal(400, `${name} cannot be combined with ${clash}`)
  }
}

function checkFiles(name: string, rule: Rule & { type: 'file' }, submission: Submission): readonly UploadedFile[] | undefined {
  if (submission.fields.has(name))
    throw new Refusal(400, `${name}: Expected an uploaded file`)
  const files = submission.files.filter(file => file.field === name)
  const most = rule.most ?? 1
  if (files.length > most)
    throw new Refusal(400, `${name}: at most ${most} file${most === 1 ? '' : 's'} allowed`)
  for (const file of files) {
    if (file.bytes.length === 0)
      throw new Refusal(400, `${name}: File is empty`)
    const kind = fileKind(file.bytes)
    if (kind === null || !rule.kinds.includes(kind))
      throw new Refusal(400, `${name}: Unsupported file type. Supported: ${rule.kinds.join(', ')}`)
  }
  if (files.length === 0 && rule.required)
    throw new Refusal(400, `${name}: Field required`)
  return files.length > 0 ? files : undefined
}

type ValueRule = Exclude<Rule, { type: 'file' }>

interface Reading {
  readonly model: ModelRules
  /** Each value of a form is text; in JSON, also in that of a field of a form, values have types. */
  readonly isForm: boolean
}

function checkValue(name: string, rule: ValueRule, value: unknown, reading: Reading): unknown {
  if (value === undefined || (value === null && (rule.nullable || !rule.required)))
    return rule.required ? refuse(name, 'Field required') : undefined
  // A form cannot send null, so the text `null` is read as one.
  if (reading.isForm && rule.nullable && (value === 'null' || value === ''))
    return undefined
  switch (rule.type) {
    case 'text': return checkText(name, rule, value)
    case 'address': return checkAddress(name, value)
    case 'number':
    case 'integer': return checkNumber(name, rule, value, reading)
    case 'boolean': return checkBoolean(name, value, reading)
    case 'object': return checkObject(name, rule, value, reading)
    case 'messages': return checkMessages(name, value, reading.model.sees ?? [])
    default: return rule satisfies never
  }
}

function checkText(name: string, rule: ValueRule & { type: 'text' }, value: unknown): string {
  if (typeof value !== 'string')
    return refuse(name, 'Input should be a valid string')
  if (rule.required && value.trim() === '')
    return refuse(name, 'Field required')
  if (rule.oneOf && !rule.oneOf.includes(value))
    return refuse(name, `Input should be one of: ${rule.oneOf.join(', ')}`)
  return value
}

function checkAddress(name: string, value: unknown): string {
  if (typeof value !== 'string' || !/^(?:https?:\/\/\S+|data:\S+)$/.test(value))
    return refuse(name, 'Input should be a valid URL')
  return value
}

const numberAsText = /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?\s*$/i

function checkNumber(name: string, rule: ValueRule & { type: 'number' | 'integer' }, value: unknown, { isForm }: Reading): number {
  const said = isForm && typeof value === 'string' && numberAsText.test(value) ? Number(value) : value
  if (typeof said !== 'number' || !Number.isFinite(said) || (rule.type === 'integer' && !Number.isInteger(said)))
    return refuse(name, `Input should be a valid ${rule.type}`)
  if (rule.min !== undefined && said < rule.min)
    return refuse(name, `Input should be greater than or equal to ${rule.min}`)
  if (rule.max !== undefined && said > rule.max)
    return refuse(name, `Input should be less than or equal to ${rule.max}`)
  if (rule.above !== undefined && said <= rule.above)
    return refuse(name, `Input should be greater than ${rule.above}`)
  return said
}

const flagsAsText: ReadonlyMap<unknown, boolean> = new Map([['true', true], ['1', true], ['false', false], ['0', false]])

function checkBoolean(name: string, value: unknown, { isForm }: Reading): boolean {
  const said = isForm && typeof value === 'string' ? flagsAsText.get(value.toLowerCase()) : value
  return typeof said === 'boolean' ? said : refuse(name, 'Input should be a valid boolean')
}

function checkObject(name: string, rule: ValueRule & { type: 'object' }, value: unknown, { model }: Reading): ReadonlyMap<string, unknown> {
  const object = asObject(typeof value === 'string' ? parseOrNull(value) : value)
  if (!object)
    return refuse(name, 'Input should be a JSON object')
  const inside = new Map(object)
  for (const [key, inner] of Object.entries(rule.inside)) {
    if (inner.type !== 'file' && inside.has(key))
      inside.set(key, checkValue(`${name}.${key}`, inner, inside.get(key), { model, isForm: false }))
  }
  return inside
}

function asObject(value: unknown): [string, unknown][] | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : null
}

function parseOrNull(json: string): unknown {
  try {
    return JSON.parse(json)
  }
  catch {
    return null // The caller refuses it: it knows the field's name.
  }
}

function refuse(name: string, why: string): never {
  throw new Refusal(400, `${name}: ${why}`)
}

export function textOf(checked: Checked, name: string): string | undefined {
  const value = checked.values.get(name)
  return typeof value === 'string' ? value : undefined
}

export function numberOf(checked: Checked, name: string): number | undefined {
  const value = checked.values.get(name)
  return typeof value === 'number' ? value : undefined
}

export function flagOf(checked: Checked, name: string): boolean {
  return checked.values.get(name) === true
}

/** A value inside an object parameter, such as `voice_settings.speed`. */
export function insideOf(checked: Checked, name: string, key: string): unknown {
  const value = checked.values.get(name)
  return value instanceof Map ? value.get(key) : undefined
}

export function filesOf(checked: Checked, ...names: readonly string[]): readonly UploadedFile[] {
  return checked.files.filter(file => names.includes(file.field))
}
