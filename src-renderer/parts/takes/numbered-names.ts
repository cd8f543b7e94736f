/** Names for several takes that are named at once. */

/** One gets the name as it is; several get it with a number, of as many digits as the last one needs. */
export function numberedNames(name: string, count: number): string[] {
  const digits = String(count).length
  return Array.from({ length: count }, (_, at) => count === 1 ? name : `${name} ${String(at + 1).padStart(digits, '0')}`)
}
