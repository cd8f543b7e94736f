/** Exhaustiveness check for switches over a union: a missing case does not compile. */

export function assertNever(value: never): never {
  throw new TypeError(`Unhandled case: ${JSON.stringify(value)}`)
}
