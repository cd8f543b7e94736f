/** Validates a request against its model before anything is sent; used by the form and by main. */
import type { FieldIssue } from '#contract/faults.ts'
import type { Field, Fields, FieldValue, Model } from '#contract/models.ts'
import { filesOf, givenValue, isFileValue } from './presence.ts'

/** What is known about a file in a request. */
export interface FileFacts { readonly mime: string, readonly sizeBytes: number, readonly durationSeconds: number | null }

type Problem = FieldIssue['problem']
type Known = Readonly<Record<string, FileFacts>> | undefined

/**
 * Fields without effect when another one is given; the service accepts both, so this is a warning.
 * qwen3-tts follows style instructions for its named speakers only, not for cloned voices.
 */
const idleWith: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'qwen3-tts': { instructions: ['voice_id', 'voice_url'] },
}

/**
 * All issues of a request, in the order of the model's fields; empty when there are none. Issues with `isWarning` do not
 * prevent sending. Types and lengths of files are checked only when `files` (by asset id) is given.
 */
export function checkRequest(model: Model, fields: Fields, files?: Known): FieldIssue[] {
  const known = new Set(model.fields.map(field => field.name))
  return [
    ...model.fields.flatMap(field => checkField(model, field, fields, files)),
    ...model.oneOf
      .filter(names => names.every(name => givenValue(fields, name) === undefined))
      .map(names => issue(names[0] ?? '', 'missing', names.join(', '))),
    ...Object.keys(fields).filter(name => !known.has(name)).map(name => issue(name, 'not-supported')),
  ]
}

function checkField(model: Model, field: Field, fields: Fields, files: Known): FieldIssue[] {
  const value = givenValue(fields, field.name)
  if (value === undefined)
    return field.isRequired ? [issue(field.name, 'missing')] : []
  const isThere = (name: string): boolean => givenValue(fields, name) !== undefined
  const idle = idleWith[model.id]?.[field.name] ?? []
  return [
    ...checkValue(field, value, files),
    ...field.excludes.filter(isThere).map(name => issue(field.name, 'excluded-by', name)),
    ...idle.filter(isThere).map(name => warning(field.name, 'excluded-by', name)),
  ]
}

function checkValue(field: Field, value: FieldValue, files: Known): FieldIssue[] {
  switch (field.type) {
    case 'line':
    case 'text': return typeof value === 'string' ? checkLength(field, value) : [issue(field.name, 'not-text')]
    case 'integer':
    case 'number': return checkNumber(field, value)
    case 'yes-no': return typeof value === 'boolean' ? [] : [issue(field.name, 'not-yes-or-no')]
    case 'choice': return field.choices?.some(choice => choice.value === value) ? [] : [issue(field.name, 'not-a-choice')]
    case 'address': return checkAddress(field, value)
    case 'file': return isFileValue(value) ? checkFile(field, value.assetId, files) : [issue(field.name, 'not-a-file')]
    case 'files': return checkFiles(field, value, files)
    default: return field.type satisfies never
  }
}

function checkLength(field: Field, text: string): FieldIssue[] {
  const limit = field.maxCharacters
  // Counts code points: a character outside the basic plane is one, not two.
  if (!limit || text.length <= limit.count || [...text].length <= limit.count)
    return []
  return [limit.isAdvice ? warning(field.name, 'too-long', limit.count) : issue(field.name, 'too-long', limit.count)]
}

function checkNumber(field: Field, value: FieldValue): FieldIssue[] {
  if (typeof value !== 'number' || !Number.isFinite(value))
    return [issue(field.name, 'not-a-number')]
  if (field.type === 'integer' && !Number.isSafeInteger(value))
    return [issue(field.name, 'not-whole')]
  if (field.min !== null && value < field.min)
    return [issue(field.name, 'too-small', field.min)]
  return field.max !== null && value > field.max ? [issue(field.name, 'too-large', field.max)] : []
}

// The service fetches the URL itself, so it cannot reach one of this machine (unless it runs here, too).
const ownMachine = /^https?:\/\/(?:[^\s/@]*@)?(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/?#]|$)/i

function checkAddress(field: Field, value: FieldValue): FieldIssue[] {
  if (typeof value !== 'string' || !/^https?:\/\/[^\s/?#]+(?:[/?#]\S*)?$/i.test(value))
    return [issue(field.name, 'not-an-address')]
  return ownMachine.test(value) ? [warning(field.name, 'not-an-address', 'localhost')] : []
}

function checkFiles(field: Field, value: FieldValue, files: Known): FieldIssue[] {
  const given = filesOf(value)
  if (given.length === 0 || (Array.isArray(value) && given.length !== value.length))
    return [issue(field.name, 'not-a-file')]
  const tooMany = field.maxFiles !== null && given.length > field.maxFiles ? [issue(field.name, 'too-many-files', field.maxFiles)] : []
  return [...tooMany, ...given.flatMap(file => checkFile(field, file.assetId, files))]
}

function checkFile(field: Field, assetId: string, files: Known): FieldIssue[] {
  if (!files)
    return []
  const facts = Object.hasOwn(files, assetId) ? files[assetId] : undefined
  if (!facts || facts.sizeBytes === 0)
    return [issue(field.name, 'not-a-file')]
  const isTooLong = field.maxClipSeconds !== null && facts.durationSeconds !== null && facts.durationSeconds > field.maxClipSeconds
  return [
    ...(field.accepts && !field.accepts.includes(facts.mime) ? [issue(field.name, 'wrong-file-type', field.accepts.join(', '))] : []),
    ...(isTooLong ? [issue(field.name, 'clip-too-long', field.maxClipSeconds)] : []),
  ]
}

function issue(field: string, problem: Problem, limit: number | string | null = null): FieldIssue {
  return { field, problem, limit, isWarning: false }
}

function warning(field: string, problem: Problem, limit: number | string | null): FieldIssue {
  return { field, problem, limit, isWarning: true }
}
