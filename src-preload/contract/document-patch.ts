/** A change of a sequence's document: revisions are journalled and sent as lists of them. */
import { z } from 'zod'

/** Of one part of the document. */
export interface PartPatch {
  readonly op: 'add' | 'remove' | 'replace'
  /** From the document down. */
  readonly path: readonly (string | number)[]
  /** None for `remove`. */
  readonly value?: unknown
}

/**
 * Of the starts of several clips of one track: a ripple of an hour moves thousands by the same distance. `by` is in the unit of the track,
 * and a whole number.
 */
export interface ClipsShift {
  readonly op: 'shift'
  /** `tracks`, the track, `clips`. */
  readonly path: readonly (string | number)[]
  readonly clipIds: readonly string[]
  readonly by: number
}

export type DocumentPatch = PartPatch | ClipsShift

/** One check for all of them: an import of captions has thousands, in its journal and on its way to each page. */
export const DocumentPatches = z.custom<readonly DocumentPatch[]>(value => Array.isArray(value) && value.every(isPatch))

function isPatch(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('op' in value) || !('path' in value))
    return false
  const { op, path } = value
  if (!Array.isArray(path) || !path.every(isName))
    return false
  return op === 'replace' || op === 'add' || op === 'remove' || (op === 'shift' && isShift(path, value))
}

function isShift([tracks, , clips, ...deeper]: readonly unknown[], value: object): boolean {
  return tracks === 'tracks' && clips === 'clips' && deeper.length === 0 && 'by' in value && Number.isSafeInteger(value.by)
    && 'clipIds' in value && Array.isArray(value.clipIds) && value.clipIds.every(id => typeof id === 'string')
}

function isName(name: unknown): boolean {
  return typeof name === 'string' || typeof name === 'number'
}
