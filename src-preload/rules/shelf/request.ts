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

function isNegative(field: Field): boolean {
  return field.type === 'text' && field.name === 'negative_prompt'
}
function isPrompt(field: Field): boolean {
  return field.group === 'main' && field.type === 'text' && !isNegative(field)
}

/** Where names are read: in the prompt, and in what the result is to avoid. */
export function namingFieldsOf(model: Model): Field[] {
  if (!readsNames(model.kind))
    return []
  const prompt = model.fields.find(isPrompt)
  return model.fields.filter(field => field === prompt || isNegative(field))
}

function textsWithNames(model: Model, fields: Fields): { readonly field: Field, readonly words: string }[] {
  return namingFieldsOf(model).flatMap((field) => {
    const words = fields[field.name]
    return typeof words === 'string' && words.includes('@') ? [{ field, words }] : []
  })
}

/** Whether the request may have names: only then the shelf is needed. */
export function mayName(model: Model, fields: Fields): boolean {
  return textsWithNames(model, fields).length > 0
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
  const texts = textsWithNames(model, typed)
  if (texts.length === 0)
    return { fields: typed, typed: null, issues: [] }

  /** What is avoided draws for itself: it would often be what is asked for. */
  const drawBy = (seed: unknown, field: Field): Draw => ({ name, words }, nth) =>
    words[hashOf([String(seed), name, nth, ...isPrompt(field) ? [] : [field.name]].join(' ')) % words.length] ?? ''
  const resolvedWith = (seed: unknown) => texts.map(({ field, words }) =>
    ({ field, words, ...resolveText(words, entries, drawBy(seed, field)) }))
  const seedField = seedFieldOf(model)
  const given = seedField ? givenValue(typed, seedField.name) : undefined
  const first = resolvedWith(given ?? from)
  const isDrawn = first.some(({ used }) => used.some(entry => entry.kind === 'wildcard'))
  const needsSeed = addsSeed && seedField !== null && given === undefined && isDrawn
  const seed = needsSeed ? seedFrom(seedField, from) : given
  const resolved = needsSeed ? resolvedWith(seed) : first
  const refused = resolved.flatMap(({ field, problems }) => problems.map(each => ({ ...each, field: field.name, isWarning: false })))
  if (refused.length > 0)
    return { fields: typed, typed: null, issues: refused }

  const before: Fields = needsSeed && seed !== undefined ? { ...typed, [seedField.name]: seed } : typed
  let fields: Fields = { ...before, ...Object.fromEntries(resolved.map(({ field, text }) => [field.name, text])) }
  const sent = new Set<AssetId>(Object.values(typed).flatMap(filesOf).map(file => file.assetId))
  const warnings = new Map<string, FieldIssue>()
  const warn = (field: Field, problem: FieldIssue['problem'], limit: string): void =>
    void warnings.set(`${problem} ${limit}`, { field: field.name, problem, limit, isWarning: true })
  // A model would show the images of what it is to avoid.
  for (const { field, entry } of resolved.flatMap(({ field, used }) => isPrompt(field) ? used.map(entry => ({ field, entry })) : [])) {
    if (entry.stills.length < entry.takeIds.length)
      warn(field, 'references-missing', entry.name)
    for (const still of entry.stills.filter(each => !sent.has(each.assetId))) {
      const next = withReference(model, fields, still)
      if (!next) {
        warn(field, 'references-not-sent', entry.name)
        continue
      }
      fields = next
      sent.add(still.assetId)
    }
  }
  const isChanged = resolved.some(({ used, text, words }) => used.length > 0 || text !== words)
  return { fields, typed: isChanged ? before : null, issues: [...warnings.values()] }
}
