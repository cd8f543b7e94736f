/** A change of one part of a sequence's document: revisions are journalled and sent as lists of them. */
import { z } from 'zod'

export interface DocumentPatch {
  readonly op: 'add' | 'remove' | 'replace'
  /** From the document down. */
  readonly path: readonly (string | number)[]
  /** None for `remove`. */
  readonly value?: unknown
}

/** One check for all of them: a ripple of an hour has thousands, in its journal and on its way to each page. */
export const DocumentPatches = z.custom<readonly DocumentPatch[]>(value => Array.isArray(value) && value.every(isPatch))

function isPatch(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('op' in value) || !('path' in value))
    return false
  const { op, path } = value
  return (op === 'replace' || op === 'add' || op === 'remove') && Array.isArray(path) && path.every(isName)
}

function isName(name: unknown): boolean {
  return typeof name === 'string' || typeof name === 'number'
}
