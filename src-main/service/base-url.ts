/** Base URLs: what users paste, which endpoints are called, and which URLs of results may be fetched. */
import { BlockList, isIP } from 'node:net'
import { ownPorts } from '../base/own-ports.ts'

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

/** Networks that are not the public internet: RFC 6890, RFC 6598 (carriers' NAT), RFC 6052 (NAT64), RFC 3879 (site-local). */
const privateNetworks = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  privateNetworks.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  privateNetworks.addSubnet(network, prefix, 'ipv6')
}

/** Whether a numeric address is not one of the public internet. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address)
  // IPv4 in disguise: nobody names a public host like that.
  const isMapped = version === 6 && address.toLowerCase().startsWith('::ffff:')
  return version === 0 || isMapped || privateNetworks.check(address.replace(/%.*$/, ''), version === 6 ? 'ipv6' : 'ipv4')
}

/** Whether a host is private by its name or number. Names are resolved when the connection is made: see `wire/public-lookup.ts`. */
function isPrivate(hostname: string): boolean {
  const host = bare(hostname)
  if (isIP(host) !== 0)
    return isPrivateAddress(host)
  // RFC 6762, RFC 8375, RFC 9476; a name without a dot is one of this network.
  return isLoopback(host) || !host.includes('.') || /\.(?:local|localdomain|internal|home\.arpa|lan)$/.test(host)
}

/** Whether a result of the service at `base` may be fetched from `to`: any public https URL, otherwise only the same host. */
export function mayFetch(base: URL, to: URL): boolean {
  if (to.username !== '' || to.password !== '' || isOwnAddress(to))
    return false
  if (to.hostname === base.hostname || (isLoopback(base.hostname) && isLoopback(to.hostname)))
    return to.protocol === 'https:' || (to.protocol === 'http:' && base.protocol === 'http:')
  return to.protocol === 'https:' && !isPrivate(to.hostname)
}

/** The studio itself, which serves its page on this machine. */
function isOwnAddress({ hostname, port, protocol }: URL): boolean {
  const number = port === '' ? protocol === 'https:' ? 443 : 80 : Number(port)
  return ownPorts.has(number) && (isLoopback(hostname) || isPrivate(hostname))
}

/** Whether a host is reached only because the service named it: its address must be a public one. */
export function mustBePublic(base: URL, to: URL): boolean {
  return to.hostname !== base.hostname && !(isLoopback(base.hostname) && isLoopback(to.hostname))
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').toLowerCase().replace(/\.$/, '')
}
