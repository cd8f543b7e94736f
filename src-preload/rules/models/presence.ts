/** Which values of a form count as given: an emptied field is the same as an untouched one, in the form and in the request. */
import type { Fields, FieldValue, FileValue } from '#contract/models.ts'

/** The value of a field; undefined when it is absent, blank or an empty list. */
export function givenValue(fields: Fields, name: string): FieldValue | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (typeof value === 'string')
    return value.trim() === '' ? undefined : value
  return Array.isArray(value) && value.length === 0 ? undefined : value
}

export function isFileValue(value: unknown): value is FileValue {
  return typeof value === 'object' && value !== null && 'assetId' in value && typeof value.assetId === 'string'
}

/** The files of a value, in order; empty for a value without files. */
export function filesOf(value: unknown): readonly FileValue[] {
  return (Array.isArray(value) ? value : [value]).filter(isFileValue)
}
