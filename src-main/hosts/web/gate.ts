/** The door check of the web host: looks at a request's head and says which door it may pass, or why none. Pure. */

/** A request as far as the check cares; `headers` is name, value, name, value … in the order sent, so that repeats show. */
export interface Knock {
  readonly method: string
  readonly target: string
  readonly headers: readonly string[]
  readonly isUpgrade: boolean
}

export type Verdict
  = | { readonly door: 'page', readonly path: string }
    | { readonly door: 'media', readonly reference: string, readonly query: URLSearchParams }
    | { readonly door: 'session' | 'import' | 'wire' }
    | Refusal
export interface Refusal { readonly door: 'none', readonly status: number, readonly reason: string }

const longestTarget = 2048

/** `hosts` are the exact values of the Host header under which this program may be called, such as `127.0.0.1:4711`. */
export function judge(knock: Knock, hosts: ReadonlySet<string>): Verdict {
  const host = only(knock.headers, 'host')
  // First of all, before the target is even looked at: a name that another site pointed at this machine ends here.
  if (host === null || !hosts.has(host))
    return refuse(421, 'This address is not served here.')
  const target = readTarget(knock.target)
  if (!target)
    return refuse(400, 'The address of this request is not well formed.')
  const route = findRoute(target.path)
  if (!route)
    return refuse(404, 'There is nothing under this address.')
  if (!route.methods.includes(knock.method))
    return refuse(405, 'This address does not take such requests.')
  if (knock.isUpgrade !== (route.door === 'wire'))
    return refuse(knock.isUpgrade ? 400 : 426, 'This address is for another kind of connection.')
  const stranger = findStranger(knock, route, host)
  if (stranger)
    return refuse(403, stranger)
  if (route.contentType !== null && only(knock.headers, 'content-type') !== route.contentType)
    return refuse(415, `This address takes ${route.contentType}.`)
  if (route.door === 'page')
    return { door: 'page', path: target.path }
  if (route.door === 'media')
    return { door: 'media', reference: target.path.slice('/media/'.length), query: target.query }
  return { door: route.door }
}

interface Route { readonly door: Exclude<Verdict['door'], 'none'>, readonly methods: readonly string[], readonly mustNameOrigin: boolean, readonly contentType: string | null }

const page: Route = { door: 'page', methods: ['GET', 'HEAD'], mustNameOrigin: false, contentType: null }
const media: Route = { door: 'media', methods: ['GET', 'HEAD'], mustNameOrigin: false, contentType: null }
/** Content types that no form can send: a page elsewhere would have to ask first, and nobody answers it. */
const routes: Readonly<Record<string, Route>> = {
  '/session': { door: 'session', methods: ['POST'], mustNameOrigin: true, contentType: 'application/json' },
  '/import': { door: 'import', methods: ['POST'], mustNameOrigin: true, contentType: 'application/octet-stream' },
  '/wire': { door: 'wire', methods: ['GET'], mustNameOrigin: true, contentType: null },
}

function findRoute(path: string): Route | null {
  if (Object.hasOwn(routes, path))
    return routes[path] ?? null
  if (/^\/media\/[\w-]+$/.test(path))
    return media
  // Whether such a file exists is the page's affair: a map by exact address.
  return path.startsWith('/media/') ? null : page
}

/** Only the origin form of RFC 9112 §3.2.1, without anything that some layer could read in another way. */
function readTarget(target: string): { path: string, query: URLSearchParams } | null {
  if (target.length > longestTarget || !/^\/(?!\/)[\w\-.~%/=&?+,@]*$/.test(target))
    return null
  const [path = '', query = '', ...more] = target.split('?')
  // Encoded dots, separators, percent signs and NUL have no place in any address of ours.
  if (more.length > 0 || path.includes('%') || path.includes('//') || /(?:^|\/)\.{1,2}(?:\/|$)/.test(path))
    return null
  return { path, query: new URLSearchParams(query) }
}

/** Why this request does not come from our own page; null when nothing says so. */
function findStranger({ headers }: Knock, route: Route, host: string): string | null {
  const origins = all(headers, 'origin')
  if (origins.length > 1 || (origins.length === 1 && origins[0] !== `http://${host}`))
    return 'This request comes from another site.'
  if (origins.length === 0 && route.mustNameOrigin)
    return 'This request does not say where it comes from.'
  const sites = all(headers, 'sec-fetch-site')
  const isOurs = sites.every(site => site === 'same-origin' || site === 'none')
  return isOurs || (route.door === 'page' && isVisit(headers)) ? null : 'This request comes from another site.'
}

/** A person who follows a link, also out of the file that opens the browser. The page alone gives nothing away. */
function isVisit(headers: readonly string[]): boolean {
  return only(headers, 'sec-fetch-mode') === 'navigate' && only(headers, 'sec-fetch-dest') === 'document'
}

/** Every value that stands under this name. */
export function all(headers: readonly string[], name: string): string[] {
  return headers.filter((_, index) => index % 2 === 1 && headers[index - 1]?.toLowerCase() === name)
}

/** The value when there is exactly one. */
export function only(headers: readonly string[], name: string): string | null {
  const [first, ...more] = all(headers, name)
  return first !== undefined && more.length === 0 ? first : null
}

function refuse(status: number, reason: string): Refusal {
  return { door: 'none', status, reason }
}
