/** Which of a person's values count as given: an emptied box is the same as one never touched. */
import type { Fields, FieldValue, FileValue } from '#contract/models.ts'

/** The value under this name, or undefined when there is none worth sending: absent, blank, or an empty list. */
export function givenValue(fields: Fields, name: string): FieldValue | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (typeof value === 'string')
    return value.trim() === '' ? undefined : value
  return Array.isArray(value) && value.length === 0 ? undefined : value
}

export function isFileValue(value: unknown): value is FileValue {
  return typeof value === 'object' && value !== null && 'assetId' in value && typeof value.assetId === 'string'
}

/** The files of a value, in order; empty for anything that is not a file. */
export function filesOf(value: unknown): readonly FileValue[] {
  return (Array.isArray(value) ? value : [value]).filter(isFileValue)
}
