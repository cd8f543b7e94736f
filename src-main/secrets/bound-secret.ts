/** A key together with the origins it was given for, as one text: so it is in the keychain, and is given to no other host. */
import { z } from 'zod'

export interface BoundSecret {
  readonly key: string
  /** Scheme, host and port of each address the key may be sent to; null for an entry of a version that did not record them. */
  readonly origins: readonly string[] | null
}

const Bound = z.strictObject({ key: z.string(), origins: z.array(z.string()) })

export function bindSecret(key: string, origins: readonly string[]): string {
  return JSON.stringify({ key, origins })
}

export function readBoundSecret(text: string): BoundSecret {
  // No key begins like this: keys are one word without quotes.
  if (!text.startsWith('{'))
    return { key: text, origins: null }
  try {
    return Bound.parse(JSON.parse(text))
  }
  catch {
    return { key: text, origins: null }
  }
}
