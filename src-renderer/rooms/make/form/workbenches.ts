/** The workbenches: which kinds of work each does, and which of a model's fields it draws by itself. */
import type { Field, Fields, Model } from '#contract/models.ts'
import type { Take } from '#contract/takes.ts'
import type { AssetId, Kind, TakeKind } from '#contract/words.ts'
import { z } from 'zod'
import { typedFields, typedWords } from '#rules/shelf/typed.ts'

export const Workbench = z.enum(['speech', 'image', 'edit', 'video'])
export type Workbench = z.infer<typeof Workbench>

/** What each workbench makes. */
export const kindsOf: Record<Workbench, readonly Kind[]> = { speech: ['speech'], image: ['image'], edit: ['edit'], video: ['video'] }

/**
 * The models of a workbench, each as it is asked there. A model that both draws and edits is on both: drawing it has no
 * source, and editing it needs one and has none of the fields that cannot be sent with one.
 */
export function modelsOn(workbench: Workbench, all: readonly Model[]): Model[] {
  const shown = all.filter(model => !model.isHidden)
  const ofKind = shown.filter(model => kindsOf[workbench].includes(model.kind))
  if (workbench === 'image')
    return ofKind.map(model => ({ ...model, fields: model.fields.filter(field => field.group !== 'source') }))
  return workbench === 'edit'
    ? [...ofKind, ...shown.filter(model => model.kind === 'image').flatMap(model => asEditor(model) ?? [])]
    : ofKind
}

function asEditor(model: Model): Model | null {
  const sources = model.fields.filter(field => field.group === 'source').map(field => field.name)
  if (sources.length === 0)
    return null
  const idle = (field: Field): boolean => !sources.includes(field.name) && sources.every(name => field.excludes.includes(name))
  return { ...model, kind: 'edit', fields: model.fields.filter(field => !idle(field)), oneOf: [...model.oneOf, sources] }
}

/** Kinds of takes and of jobs are more than these: an import is made nowhere, and neither is a render. */
export function isMadeOn(workbench: Workbench, kind: string): boolean {
  const kinds: readonly string[] = kindsOf[workbench]
  // The parts of a long text are spoken one by one, then joined.
  return kinds.includes(kind) || (workbench === 'speech' && kind === 'join')
}

export function workbenchOf(kind: TakeKind): Workbench | null {
  return Workbench.options.find(workbench => isMadeOn(workbench, kind)) ?? null
}

/** The field that the large editor writes: what is spoken, drawn, changed or moved. */
export function promptFieldOf(model: Model): Field | null {
  return model.fields.find(field => field.group === 'main' && field.type === 'text') ?? null
}

/** The field that takes a picture to start from. */
export function sourceFieldOf(model: Model): Field | null {
  return model.fields.find(field => field.group === 'source' && (field.type === 'file' || field.type === 'files')) ?? null
}

/** The fields with this file as their source, without what cannot be sent together with one. */
export function withSource(model: Model, fields: Fields, assetId: AssetId): Fields {
  const source = sourceFieldOf(model)
  if (!source)
    return fields
  const barred = new Set([
    ...source.excludes,
    ...model.fields.filter(field => field.excludes.includes(source.name)).map(field => field.name),
  ])
  const others = Object.fromEntries(Object.entries(fields).filter(([name]) => !barred.has(name)))
  return { ...others, [source.name]: source.type === 'files' ? [{ assetId }] : { assetId } }
}

/**
 * What is filled in when another model is chosen: what was last filled in for it, with the words and the source
 * of the form that one comes from.
 */
export function carriedOver(from: { model: Model, fields: Fields } | null, to: { model: Model, fields: Fields }): Fields {
  if (!from)
    return to.fields
  const words = promptFieldOf(from.model)
  const place = promptFieldOf(to.model)
  const text = words ? from.fields[words.name] : undefined
  const sources = to.model.fields.filter(field => field.group === 'source'
    && from.fields[field.name] !== undefined
    && to.fields[field.name] === undefined)
  return {
    ...to.fields,
    ...(place && text !== undefined ? { [place.name]: text } : {}),
    ...Object.fromEntries(sources.flatMap(field => from.fields[field.name] === undefined ? [] : [[field.name, from.fields[field.name]!]])),
  }
}

/** The fields that made a take, as they were typed, with its words even where the request names them otherwise. */
export function fieldsOfTake(model: Model, take: Take): Fields {
  const known = new Set(model.fields.map(field => field.name))
  const typed = take.request ? typedFields(model, take.request) : {}
  const sent = Object.fromEntries(Object.entries(typed).filter(([name]) => known.has(name)))
  const prompt = promptFieldOf(model)
  const isWordless = prompt && sent[prompt.name] === undefined && take.text !== ''
  return isWordless ? { ...sent, [prompt.name]: typedWords(model.kind, take.text) } : sent
}
