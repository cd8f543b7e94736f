/** The fields in which the requests of several takes differ, for comparing them. */
import type { FieldValue } from '#contract/models.ts'
import type { Take } from '#contract/takes.ts'

const written = (value: FieldValue | undefined): string => typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')

/** Names of the fields whose values are not the same in all takes, files left out; in the order in which they are met. */
export function fieldsThatDiffer(takes: readonly Take[]): string[] {
  const names = new Set(takes.flatMap(take => Object.keys(take.request?.fields ?? {})))
  return [...names].filter((name) => {
    const values = takes.map(take => take.request?.fields[name])
    return !values.some(value => typeof value === 'object') && new Set(values.map(written)).size > 1
  })
}
