/** Brings plain data into one order, so that equal data has equal text. */

/** Lists keep their order; keys of objects are sorted. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(sorted)
  if (typeof value !== 'object' || value === null)
    return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1).map(([key, inner]) => [key, sorted(inner)]))
}
