/** A request as it is sent: names of the shelf become words, and reference images go along where the model takes them. */
import type { FieldIssue } from '#contract/faults.ts'
import type { Field, Fields, Model } from '#contract/models.ts'
import type { ShelfEntry } from '#contract/shelf.ts'
import type { AssetId } from '#contract/words.ts'
import type { Draw } from './resolve.ts'
import { filesOf, givenValue } from '../models/presence.ts'
import { seedFieldOf } from '../models/repeats.ts'
import { resolveText } from './resolve.ts'

/** How words of wildcards are drawn where the request has no seed. With `addsSeed` it gets one, so that it can be repeated. */
export interface DrawFrom { readonly from: string, readonly addsSeed: boolean }

export interface ResolvedRequest {
  readonly fields: Fields
  /** As they were typed, and with the seed that was added; null where nothing of them is replaced. */
  readonly typed: Fields | null
  readonly issues: readonly FieldIssue[]
}

/** What is spoken, heard or said in a conversation is no prompt. */
export function readsNames(kind: string): boolean {
  return !['speech', 'transcribe', 'chat', 'import'].includes(kind)
}

export function promptFieldOf(model: Model): Field | undefined {
  return !readsNames(model.kind)
    ? undefined
    : model.fields.find(field => field.group === 'main' && field.type === 'text')
}

/** Whether the prompt may have names: only then the shelf is needed. */
export function mayName(model: Model, fields: Fields): boolean {
  const field = promptFieldOf(model)
  const text = field && fields[field.name]
  return typeof text === 'string' && text.includes('@')
}

/** FNV-1a with a last mix: equal texts draw the same on every machine. */
function hashOf(text: string): number {
  let hash = 0x811C9DC5
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85EBCA6B)
  hash = Math.imul(hash ^ (hash >>> 13), 0xC2B2AE35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Within what the model accepts, and small enough to be read out. */
function seedFrom(field: Field, text: string): number {
  const least = Math.ceil(Math.max(0, field.min ?? 0))
  const most = Math.floor(Math.min(999_999_999, field.max ?? Infinity))
  return least + hashOf(text) % Math.max(1, most - least + 1)
}

/**
 * Where a model takes images that are only looked at: in a field for references, or, if it edits, with the image that it edits. An image
 * that a shot begins with is no reference.
 */
function referenceFieldOf(model: Model, fields: Fields, mime: string): Field | undefined {
  return model.fields.find(field => field.group === 'source'
    && (field.type === 'files' || field.type === 'file')
    && (model.kind === 'edit' || /(?:^|_)ref(?:erences?|s)?(?:_|$)/.test(field.name))
    && (field.accepts === null || field.accepts.includes(mime))
    && field.excludes.every(name => givenValue(fields, name) === undefined))
}

function withReference(model: Model, fields: Fields, still: ShelfEntry['stills'][number]): Fields | null {
  const field = referenceFieldOf(model, fields, still.mime)
  const given = field ? filesOf(fields[field.name]) : []
  if (!field || given.length >= (field.type === 'file' ? 1 : field.maxFiles ?? Infinity))
    return null
  const file = { assetId: still.assetId }
  return { ...fields, [field.name]: field.type === 'file' ? file : [...given, file] }
}

/** With a blocking issue, the fields are as they were typed. `model` is the one of the catalogue. */
export function resolveRequest(model: Model, typed: Fields, entries: readonly ShelfEntry[], { from, addsSeed }: DrawFrom): ResolvedRequest {
  const prompt = promptFieldOf(model)
  const text = prompt && typed[prompt.name]
  if (!prompt || typeof text !== 'string' || !mayName(model, typed))
    return { fields: typed, typed: null, issues: [] }

  const drawBy = (seed: unknown): Draw => ({ name, words }, nth) => words[hashOf(`${String(seed)} ${name} ${nth}`) % words.length] ?? ''
  const seedField = seedFieldOf(model)
  const given = seedField ? givenValue(typed, seedField.name) : undefined
  const first = resolveText(text, entries, drawBy(given ?? from))
  const needsSeed = addsSeed && seedField !== null && given === undefined && first.used.some(entry => entry.kind === 'wildcard')
  const seed = needsSeed ? seedFrom(seedField, from) : given
  const { text: said, used, problems } = needsSeed ? resolveText(text, entries, drawBy(seed)) : first
  if (problems.length > 0)
    return { fields: typed, typed: null, issues: problems.map(each => ({ ...each, field: prompt.name, isWarning: false })) }

  const before: Fields = needsSeed && seed !== undefined ? { ...typed, [seedField.name]: seed } : typed
  let fields: Fields = { ...before, [prompt.name]: said }
  const sent = new Set<AssetId>(Object.values(typed).flatMap(filesOf).map(file => file.assetId))
  const warnings = new Map<string, FieldIssue>()
  const warn = (problem: FieldIssue['problem'], limit: string): void =>
    void warnings.set(`${problem} ${limit}`, { field: prompt.name, problem, limit, isWarning: true })
  for (const entry of used) {
    if (entry.stills.length < entry.takeIds.length)
      warn('references-missing', entry.name)
    for (const still of entry.stills.filter(each => !sent.has(each.assetId))) {
      const next = withReference(model, fields, still)
      if (!next) {
        warn('references-not-sent', entry.name)
        continue
      }
      fields = next
      sent.add(still.assetId)
    }
  }
  return { fields, typed: used.length > 0 || said !== text ? before : null, issues: [...warnings.values()] }
}
