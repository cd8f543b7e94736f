/** Which proxy a request of the studio takes: the system's, as Chromium resolves it, or that of the environment. */

/** A request that would go round the proxy could be seen by, or refused to, whom the proxy is there for. */
const cannotUse = (kind: string): Error => new Error(`This machine reaches the network through a ${kind} proxy, which Takeroom cannot use`)

/** Reads Chromium's list, such as `PROXY proxy.example:8080; DIRECT`. Throws when it has only proxies that cannot be used. */
export function proxyFromList(list: string): string | null {
  const entries = list.split(';').map(entry => entry.trim()).filter(entry => entry !== '')
  for (const entry of entries) {
    const [kind = '', place = ''] = entry.split(/\s+/)
    if (kind === 'DIRECT')
      return null
    const scheme = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' }[kind]
    if (scheme !== undefined && place !== '')
      return `${scheme}://${place}`
  }
  const [first] = entries
  if (first === undefined)
    return null
  throw cannotUse(first.split(/\s+/)[0] ?? '')
}

/**
 * HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, as other programs read them: in small letters first. This machine itself is never
 * reached through a proxy.
 */
export function proxyFromEnvironment(env: Readonly<Record<string, string | undefined>>): (url: string) => Promise<string | null> {
  const read = (name: string): string => (env[name] || env[name.toUpperCase()] || '').trim()
  return async (url) => {
    const { protocol, hostname, port } = new URL(url)
    const isSecure = protocol === 'https:' || protocol === 'wss:'
    // A web server that runs CGI programs sets HTTP_PROXY from a header of its visitor.
    const plain = env.REQUEST_METHOD === undefined ? read('http_proxy') : env.http_proxy ?? ''
    const proxy = (isSecure ? read('https_proxy') : plain) || read('all_proxy')
    if (proxy === '' || isOwnMachine(hostname) || isExcluded(read('no_proxy'), hostname, port || (isSecure ? '443' : '80')))
      return null
    const address = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`)
    if (!address)
      throw new Error('The address of the proxy in the environment is not well formed')
    if (address.protocol !== 'http:' && address.protocol !== 'https:')
      throw cannotUse(address.protocol.slice(0, -1))
    return address.href
  }
}

function isOwnMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

/** `example.com`, `.example.com` and `*.example.com` all stand for the name and what is below it; `*` for everything. */
function isExcluded(list: string, hostname: string, port: string): boolean {
  return list.toLowerCase().split(/[\s,]+/).filter(rule => rule !== '').some((rule) => {
    const [, name = '', onlyPort] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(rule) ?? ['', rule]
    const bare = name.replace(/^\*?\./, '')
    return (onlyPort === undefined || onlyPort === port) && (bare === '*' || hostname === bare || hostname.endsWith(`.${bare}`))
  })
}
