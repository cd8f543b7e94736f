/** The end of a switch over a union: a case that was forgotten does not compile. */

export function assertNever(value: never): never {
  throw new TypeError(`Nothing is written for ${JSON.stringify(value)}`)
}
