/** Origins: the scheme, host and port that a key was given for. A key is sent to these and to no other. */
import { environmentSecret } from '../secrets/environment-secret.ts'
import { normaliseBaseUrl } from '../service/base-url.ts'
import { isHeaderValue } from '../service/wire/transport.ts'

/** `wss:` counts as `https:`, and `ws:` as `http:`: they are the same server. Null for a text that is not such an address. */
export function originOf(address: string): string | null {
  if (!URL.canParse(address))
    return null
  const { protocol, host } = new URL(address)
  const scheme = { 'https:': 'https', 'wss:': 'https', 'http:': 'http', 'ws:': 'http' }[protocol]
  return scheme === undefined || host === '' ? null : new URL(`${scheme}://${host}`).origin
}

/** Every origin that an account's key is sent to. An address that cannot be read stands for itself, so that no key fits it. */
export function originsOf({ baseUrl, socketUrl }: { readonly baseUrl: string, readonly socketUrl: string | null }): string[] {
  return [...new Set([baseUrl, ...(socketUrl === null ? [] : [socketUrl])].map(address => originOf(address) ?? address))]
}

/** The key for automation, and where it may be sent. */
export interface EnvironmentKey { readonly key: string, readonly origins: readonly string[] }

/**
 * `TAKEROOM_API_KEY`, and in `TAKEROOM_API_URL` the addresses it is for, separated by commas or spaces. Null also for a key that no header
 * can carry.
 */
export function readEnvironmentKey(env: Readonly<Record<string, string | undefined>>): EnvironmentKey | null {
  const key = environmentSecret(env)
  if (!isHeaderValue(key))
    return null
  return { key, origins: (env.TAKEROOM_API_URL ?? '').split(/[\s,]+/).flatMap(address => readOrigin(address) ?? []) }
}

/** The origin of an address as a person writes it: `https://` may be left out. Null when it is not an address. */
export function readOrigin(text: string): string | null {
  const origin = originOf(text)
  const baseUrl = origin === null ? normaliseBaseUrl(text) : null
  return origin ?? (baseUrl === null ? null : originOf(baseUrl))
}
