/** Base URLs: what users paste, which endpoints are called, and which URLs of results may be fetched. */
import { isIP } from 'node:net'

/**
 * The base URL for a pasted text: `https://` by default, without a trailing slash, query or `/api/v1…`. Null for a text that is
 * not a URL, contains a password, or would send the key unencrypted: plain http is allowed for this machine only.
 */
export function normaliseBaseUrl(text: string): string | null {
  const pasted = text.trim()
  const isOwn = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/]|$)/i.test(pasted)
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(pasted) ? pasted : `${isOwn ? 'http' : 'https'}://${pasted}`
  const url = URL.canParse(whole) ? new URL(whole) : null
  if (!url || /\s/.test(pasted) || !['http:', 'https:'].includes(url.protocol) || url.hostname === '')
    return null
  if (url.username !== '' || url.password !== '' || (url.protocol === 'http:' && !isLoopback(url.hostname)))
    return null
  const path = url.pathname.replace(/\/api\/v1(?:\/.*)?$/i, '').replace(/\/+$/, '')
  return `${url.origin}${path}`
}

/** Why `normaliseBaseUrl` has none for a text. */
export function troubleWithBaseUrl(text: string): 'unencrypted' | 'not-an-address' {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null
  return url !== null && ['http:', 'ws:'].includes(url.protocol) && url.hostname !== '' && !isLoopback(url.hostname)
    ? 'unencrypted'
    : 'not-an-address'
}

/** The URL of an endpoint; `path` begins with a slash and follows `/api/v1`. */
export function endpointUrl(baseUrl: string, path: string, query: Readonly<Record<string, string>> = {}): URL {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}/api/v1${path}`)
  for (const [name, value] of Object.entries(query))
    url.searchParams.set(name, value)
  return url
}

/** Whether a host name is this machine. */
export function isLoopback(hostname: string): boolean {
  const host = bare(hostname)
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** Whether an address is private: RFC 1918, RFC 4193, link-local. Names are not resolved. */
function isPrivate(hostname: string): boolean {
  const host = bare(hostname)
  if (isIP(host) === 6)
    return isLoopback(host) || /^(?:f[cd]|fe[89ab])/.test(host) || host.startsWith('::ffff:') || host === '::'
  return isLoopback(host) || (isIP(host) === 4 && /^(?:0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(host))
}

/** Whether a result of the service at `base` may be fetched from `to`: any public https URL, otherwise only the same host. */
export function mayFetch(base: URL, to: URL): boolean {
  if (to.username !== '' || to.password !== '')
    return false
  if (to.hostname === base.hostname || (isLoopback(base.hostname) && isLoopback(to.hostname)))
    return to.protocol === 'https:' || (to.protocol === 'http:' && base.protocol === 'http:')
  return to.protocol === 'https:' && !isPrivate(to.hostname)
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').toLowerCase().replace(/\.$/, '')
}
