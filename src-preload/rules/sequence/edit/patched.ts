/** Applies patches to plain data. Only what is on the path of a patch is copied; all else stays the very same object. */
import type { ClipsShift, DocumentPatch, PartPatch } from '#contract/document-patch.ts'

type Part = Record<string | number, unknown>

/** Names that reach what no document contains. */
const never: ReadonlySet<string | number> = new Set(['__proto__', 'constructor', 'prototype'])

/** @throws when the patches do not belong to this document */
export function patched<Document extends object>(document: Document, patches: readonly DocumentPatch[]): Document {
  return turned(document, patches).document
}

/** The same, with what takes it back. @throws when the patches do not belong to this document */
export function turned<Document extends object>(
  document: Document,
  patches: readonly DocumentPatch[],
): { document: Document, inverse: DocumentPatch[] } {
  const inverse: DocumentPatch[] = []
  if (patches.length === 0)
    return { document, inverse }
  const own = new Set<unknown>()
  const copy = ownCopy(document, own)
  for (const patch of patches) {
    let part = copy
    const depth = patch.op === 'shift' ? patch.path.length : patch.path.length - 1
    for (let at = 0; at < depth; at++)
      part = within(part, patch.path[at]!, own)
    inverse.push(patch.op === 'shift' ? shift(part, patch) : change(part, patch))
  }
  // Of the same shape, as far as the patches are of this document.
  return { document: copy as Document, inverse: inverse.reverse() }
}

/** The part of this name as a copy that may be changed. */
function within(part: Part, name: string | number, own: Set<unknown>): Part {
  const inner = never.has(name) || !Object.hasOwn(part, name) ? undefined : part[name]
  if (own.has(inner))
    return inner as Part // only objects are there
  if (typeof inner !== 'object' || inner === null)
    throw new Error('A patch changes a missing value')
  return part[name] = ownCopy(inner, own)
}

function ownCopy(value: object, own: Set<unknown>): Part {
  const copy = Array.isArray(value) ? [...value] : { ...value }
  own.add(copy)
  return copy as Part // it is changed by name, also where it is a list
}

/** Returns what moves the clips back. Each becomes a new object here: of thousands, it is not noted whose they are. */
function shift(clips: Part, { path, clipIds, by }: ClipsShift): ClipsShift {
  for (const id of clipIds) {
    const clip = never.has(id) || !Object.hasOwn(clips, id) ? undefined : clips[id]
    if (typeof clip !== 'object' || clip === null || !('start' in clip) || typeof clip.start !== 'number')
      throw new TypeError('A patch moves what has no start')
    clips[id] = { ...clip, start: clip.start + by }
  }
  return { op: 'shift', path, clipIds, by: -by }
}

/** Returns what restores the part. */
function change(part: Part, { op, path, value }: PartPatch): PartPatch {
  const name = path.at(-1)
  if (name === undefined || never.has(name))
    throw new Error('A patch has an empty path')
  if (Array.isArray(part))
    throw new TypeError('A patch changes an item of a list')
  const was = Object.hasOwn(part, name) ? part[name] : undefined
  if (op === 'remove')
    Reflect.deleteProperty(part, name)
  else
    part[name] = value
  if (was === undefined)
    return { op: 'remove', path }
  return { op: op === 'remove' ? 'add' : 'replace', path, value: was }
}
