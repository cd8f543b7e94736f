/** A key together with the origins it was given for, as one text: so it is in the keychain, and is given to no other host. */
import { z } from 'zod'

export interface BoundSecret {
  readonly key: string
  /** Scheme, host and port of each address the key may be sent to; none for an entry that this program did not write. */
  readonly origins: readonly string[]
}

const Bound = z.strictObject({ key: z.string(), origins: z.array(z.string()) })

export function bindSecret(key: string, origins: readonly string[]): string {
  return JSON.stringify({ key, origins })
}

export function readBoundSecret(text: string): BoundSecret {
  try {
    return Bound.parse(JSON.parse(text))
  }
  catch {
    return { key: text, origins: [] }
  }
}
