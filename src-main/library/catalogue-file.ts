/** Catalogue files: models as text to export and import. A file is read completely or refused. */
import type { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { found } from '#contract/found.ts'
import { Model } from '#contract/models.ts'
import { withoutDirections } from '#contract/words.ts'
import { checkModel } from '#rules/models/check-model.ts'

const format = 'takeroom-catalogue'
const version = 1
const mostModels = 1000
/** Defaults for fields that the first version of these files did not have. */
export const notSaidBefore: Pick<Model, 'seesPictures'> = { seesPictures: false }

/** The same models give the same text, in whatever order they were made. */
export function writeCatalogue(models: readonly Model[]): string {
  const sorted = [...models].sort((a, b) => a.id < b.id ? -1 : 1)
  // Parsing orders the members as in the schema.
  const entries = sorted.map(model => Model.parse(model)).map(({ isBuiltIn: _isBuiltIn, ...entry }) => entry)
  return `${JSON.stringify({ format, version, models: entries }, null, 2)}\n`
}

/** @throws Fault bad-model, naming the entry and the field; no other error for any text */
export function readCatalogue(text: string): Model[] {
  const file = parse(text)
  if (typeof file !== 'object' || file === null || !('format' in file) || file.format !== format)
    throw badFile('is no catalogue file of Takeroom')
  const written = 'version' in file ? file.version : undefined
  if (typeof written !== 'number' || !Number.isInteger(written) || written < 1)
    throw badFile('does not say which version of the format it is')
  if (written > version)
    throw badFile(`was written by a newer Takeroom: it has format ${written}, this one reads ${version}`)
  const entries: unknown = 'models' in file ? file.models : undefined
  if (!Array.isArray(entries) || entries.length > mostModels)
    throw badFile(Array.isArray(entries) ? `holds more than ${mostModels} models` : 'holds no list of models')
  const models = entries.map((entry: unknown, index) => readModel(entry, `entry ${index + 1}`))
  const twice = models.find((model, index) => models.findIndex(other => other.id === model.id) < index)
  if (twice)
    throw new Fault('bad-model', { where: twice.id, said: found('listed-twice') })
  return models
}

/**
 * Checks a model that the user wants to keep: it must be valid, and must not claim to be built in.
 * @throws Fault bad-model; `name` replaces the id of an entry that has none
 */
export function readModel(value: unknown, name: string): Model {
  const entry = typeof value === 'object' && value !== null ? { ...notSaidBefore, ...value, isBuiltIn: false } : value
  const parsed = Model.safeParse(entry)
  if (!parsed.success) {
    throw new Fault('bad-model', {
      where: placeOf(parsed.error.issues[0], entry, name),
      said: (parsed.error.issues[0]?.message ?? '').slice(0, 300),
    })
  }
  const flaw = checkModel(parsed.data)
  if (flaw)
    throw new Fault('bad-model', { where: `${parsed.data.id} › ${flaw.where}`, said: flaw.said })
  const { label, summary } = parsed.data
  return { ...parsed.data, label: withoutDirections(label), summary: withoutDirections(summary) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  }
  catch (cause) {
    throw new Fault('bad-model', { where: 'file', said: found('not-json') }, { cause })
  }
}

function badFile(said: string): Fault<'bad-model'> {
  return new Fault('bad-model', { where: 'file', said })
}

/** The path of a field as the user sees it: `my-model › width › min` rather than `models.3.fields.7.min`. */
function placeOf(issue: z.core.$ZodIssue | undefined, entry: unknown, name: string): string {
  const steps = (issue?.path ?? []).map(String)
  const fields = textOrListIn(entry, 'fields')
  const [first, index, ...rest] = steps
  const field: unknown = first === 'fields' && Array.isArray(fields) ? fields[Number(index)] : undefined
  const fieldName = textOrListIn(field, 'name')
  const id = textOrListIn(entry, 'id')
  const place = typeof fieldName === 'string' && fieldName !== '' ? [fieldName, ...rest] : steps
  return [typeof id === 'string' && id.trim() !== '' ? id : name, ...place].map(step => step.slice(0, 100)).join(' › ')
}

function textOrListIn(value: unknown, member: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, member) ? Reflect.get(value, member) : undefined
}
