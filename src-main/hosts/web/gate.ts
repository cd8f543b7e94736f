/** Checks the head of a request to the web host: returns the route it may reach, or why it is refused. Pure. */
import type { RefusalCode } from '#rules/text/refusal-words.ts'
import { longestReference } from '../media-address.ts'

/** The head of a request; `headers` is name, value, name, value … as sent, so that repeated headers are visible. */
export interface RequestHead {
  readonly method: string
  readonly target: string
  readonly headers: readonly string[]
  readonly isUpgrade: boolean
}

export type Verdict
  = | { readonly route: 'page', readonly path: string }
    | { readonly route: 'media', readonly reference: string, readonly query: URLSearchParams }
    | { readonly route: 'session' | 'import' | 'wire' }
    | Refusal
export interface Refusal {
  readonly route: 'none'
  readonly status: number
  readonly reason: RefusalCode
  /** What belongs to the reason, such as a content type. */
  readonly data: string
}

/** That of a sound, with its signature. */
const longestTarget = longestReference + 400

/** `hosts` are the accepted values of the Host header, such as `127.0.0.1:4711`. */
export function judge(head: RequestHead, hosts: ReadonlySet<string>, scheme: 'http' | 'https' = 'http'): Verdict {
  const host = only(head.headers, 'host')
  // Checked first, against DNS rebinding: another site may point its name at this machine.
  if (host === null || !hosts.has(host))
    return refuse(421, 'other-host')
  const target = readTarget(head.target)
  if (!target)
    return refuse(400, 'malformed')
  const route = findRoute(target.path)
  if (!route)
    return refuse(404, 'not-found')
  if (!route.methods.includes(head.method))
    return refuse(405, 'method')
  if (head.isUpgrade !== (route.name === 'wire'))
    return refuse(head.isUpgrade ? 400 : 426, 'connection-kind')
  const stranger = whyForeign(head, route, `${scheme}://${host}`)
  if (stranger)
    return refuse(403, stranger)
  if (route.contentType !== null && only(head.headers, 'content-type') !== route.contentType)
    return refuse(415, 'content-type', route.contentType)
  if (route.name === 'page')
    return { route: 'page', path: target.path }
  if (route.name === 'media')
    return { route: 'media', reference: target.path.slice('/media/'.length), query: target.query }
  return { route: route.name }
}

interface Route {
  readonly name: Exclude<Verdict['route'], 'none'>
  readonly methods: readonly string[]
  readonly mustNameOrigin: boolean
  readonly contentType: string | null
}

const page: Route = { name: 'page', methods: ['GET', 'HEAD'], mustNameOrigin: false, contentType: null }
const media: Route = { name: 'media', methods: ['GET', 'HEAD'], mustNameOrigin: false, contentType: null }
/** Content types that a form cannot send: another site's page needs a CORS preflight for them, which is never granted. */
const routes: Readonly<Record<string, Route>> = {
  '/session': { name: 'session', methods: ['POST'], mustNameOrigin: true, contentType: 'application/json' },
  '/import': { name: 'import', methods: ['POST'], mustNameOrigin: true, contentType: 'application/octet-stream' },
  '/wire': { name: 'wire', methods: ['GET'], mustNameOrigin: true, contentType: null },
}

function findRoute(path: string): Route | null {
  if (Object.hasOwn(routes, path))
    return routes[path] ?? null
  if (/^\/media\/[\w-]+$/.test(path))
    return media
  // Whether the file exists is looked up later, in a map by exact address.
  return path.startsWith('/media/') ? null : page
}

/** Accepts only the origin form of RFC 9112 §3.2.1, without anything ambiguous. */
function readTarget(target: string): { path: string, query: URLSearchParams } | null {
  if (target.length > longestTarget || !/^\/(?!\/)[\w\-.~%/=&?+,@]*$/.test(target))
    return null
  const [path = '', query = '', ...more] = target.split('?')
  // None of our addresses has encoded dots, separators, percent signs or NUL.
  if (more.length > 0 || path.includes('%') || path.includes('//') || /(?:^|\/)\.{1,2}(?:\/|$)/.test(path))
    return null
  return { path, query: new URLSearchParams(query) }
}

/** Why the request cannot come from our own page; null when it may. */
function whyForeign({ headers }: RequestHead, route: Route, origin: string): RefusalCode | null {
  const origins = all(headers, 'origin')
  if (origins.length > 1 || (origins.length === 1 && origins[0] !== origin))
    return 'other-site'
  if (origins.length === 0 && route.mustNameOrigin)
    return 'no-origin'
  const sites = all(headers, 'sec-fetch-site')
  const isOurs = sites.every(site => site === 'same-origin' || site === 'none')
  return isOurs || (route.name === 'page' && isVisit(headers)) ? null : 'other-site'
}

/** A top-level navigation, including one from the file that opens the browser. The page itself contains nothing private. */
function isVisit(headers: readonly string[]): boolean {
  return only(headers, 'sec-fetch-mode') === 'navigate' && only(headers, 'sec-fetch-dest') === 'document'
}

/** All values of a header. */
export function all(headers: readonly string[], name: string): string[] {
  return headers.filter((_, index) => index % 2 === 1 && headers[index - 1]?.toLowerCase() === name)
}

/** The value when there is exactly one. */
export function only(headers: readonly string[], name: string): string | null {
  const [first, ...more] = all(headers, name)
  return first !== undefined && more.length === 0 ? first : null
}

function refuse(status: number, reason: RefusalCode, data = ''): Refusal {
  return { route: 'none', status, reason, data }
}
