/** The request guard: one row per allowed and per refused request. */
import type { RequestHead } from '../../../src-main/hosts/web/gate.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judge } from '../../../src-main/hosts/web/gate.ts'

const hosts = new Set(['127.0.0.1:4711', 'localhost:4711'])
const own = ['Host', '127.0.0.1:4711']
const origin = ['Origin', 'http://127.0.0.1:4711']
const json = ['Content-Type', 'application/json']
const bytes = ['Content-Type', 'application/octet-stream']

function head(target: string, change: Partial<RequestHead> = {}): RequestHead {
  return { method: 'GET', target, headers: own, isUpgrade: false, ...change }
}

describe('opens', () => {
  it.each<[string, RequestHead, object]>([
    ['the page', head('/'), { route: 'page', path: '/' }],
    ['the page by its other name', head('/', { headers: ['host', 'localhost:4711'] }), { route: 'page', path: '/' }],
    [
      'the page to a person who follows a link',
      head('/', { headers: [...own, 'Sec-Fetch-Site', 'cross-site', 'Sec-Fetch-Mode', 'navigate', 'Sec-Fetch-Dest', 'document'] }),
      { route: 'page', path: '/' },
    ],
    [
      'a file of the page',
      head('/assets/index-Dk3.js', { headers: [...own, 'Sec-Fetch-Site', 'same-origin'] }),
      { route: 'page', path: '/assets/index-Dk3.js' },
    ],
    ['media', head('/media/eyJvZiI6?e=1&s=ab-_', { method: 'HEAD' }), { route: 'media', reference: 'eyJvZiI6' }],
    ['the exchange of a code', head('/session', { method: 'POST', headers: [...own, ...origin, ...json] }), { route: 'session' }],
    ['import', head('/import', { method: 'POST', headers: [...own, ...origin, ...bytes] }), { route: 'import' }],
    ['the wire', head('/wire', { headers: [...own, ...origin], isUpgrade: true }), { route: 'wire' }],
  ])('%s', (_, request, expected) => {
    expect(judge(request, hosts)).toMatchObject(expected)
  })
})

describe('refuses a Host header', () => {
  it.each([
    ['that is missing', []],
    ['that is there twice', [...own, ...own]],
    ['of another name', ['Host', 'rebind.test:4711']],
    ['without port', ['Host', '127.0.0.1']],
    ['with another port', ['Host', '127.0.0.1:4712']],
    ['with a trailing dot', ['Host', 'localhost.:4711']],
    ['in upper case', ['Host', 'LOCALHOST:4711']],
    ['by IPv6', ['Host', '[::1]:4711']],
    ['by mapped IPv6', ['Host', '[::ffff:127.0.0.1]:4711']],
    ['as one decimal number', ['Host', '2130706433:4711']],
    ['with a short address', ['Host', '127.1:4711']],
    ['with zeros in front', ['Host', '127.0.0.01:4711']],
    ['with a user', ['Host', 'x@127.0.0.1:4711']],
    ['that is empty', ['Host', '']],
  ])('%s', (_, headers) => {
    for (const target of ['/', '/assets/x.js', '/media/abc', '/wire', '/%2e', 'http://127.0.0.1:4711/'])
      expect(judge(head(target, { headers }), hosts)).toMatchObject({ route: 'none', status: 421 })
  })
})

describe('refuses a target', () => {
  it.each([
    'http://127.0.0.1:4711/',
    '//evil.test/',
    '*',
    '',
    '/#/x',
    '/index.html#x',
    '/..%2f..%2fetc/passwd',
    '/%2e%2e/x',
    '/../x',
    '/./x',
    '/assets/..',
    '/assets/%00',
    '/a%5cb',
    '/a\\b',
    '/a b',
    '/a\tb',
    '/assets//x',
    '/?a?b',
    '/é',
    `/${'x'.repeat(20_000)}`,
  ])('%j', (target) => {
    expect(judge(head(target), hosts)).toMatchObject({ route: 'none', status: 400 })
  })
})

describe('refuses a request', () => {
  const post = (target: string, ...headers: string[]): RequestHead => head(target, { method: 'POST', headers: [...own, ...headers] })
  it.each<[string, RequestHead, number]>([
    ['that names another origin', head('/', { headers: [...own, 'Origin', 'http://evil.test'] }), 403],
    ['that names no origin at the exchange', post('/session', ...json), 403],
    ['that names no origin at the import', post('/import', ...bytes), 403],
    ['with the origin null', post('/import', 'Origin', 'null', ...bytes), 403],
    ['with the right origin in another scheme', post('/session', 'Origin', 'https://127.0.0.1:4711', ...json), 403],
    ['with the origin of our other name', post('/session', 'Origin', 'http://localhost:4711', ...json), 403],
    ['with two origins', post('/session', ...origin, ...origin, ...json), 403],
    ['at the wire without origin', head('/wire', { isUpgrade: true }), 403],
    ['that is cross-site', post('/session', ...origin, ...json, 'Sec-Fetch-Site', 'cross-site'), 403],
    ['that is only same-site', head('/media/abc', { headers: [...own, 'Sec-Fetch-Site', 'same-site'] }), 403],
    [
      'that frames the page',
      head('/', { headers: [...own, 'Sec-Fetch-Site', 'cross-site', 'Sec-Fetch-Mode', 'navigate', 'Sec-Fetch-Dest', 'iframe'] }),
      403,
    ],
    ['that loads a script of ours', head('/assets/x.js', {
      headers: [...own, 'Sec-Fetch-Site', 'cross-site', 'Sec-Fetch-Mode', 'no-cors', 'Sec-Fetch-Dest', 'script'],
    }), 403],
    ['that posts a form', post('/session', ...origin, 'Content-Type', 'text/plain'), 415],
    ['that posts a form labelled as JSON', post('/session', ...origin, 'Content-Type', 'text/plain; application/json'), 415],
  ])('%s', (_, request, status) => {
    expect(judge(request, hosts)).toMatchObject({ route: 'none', status })
  })
})

describe('refuses a wrong method or path', () => {
  it.each<[string, RequestHead, number]>([
    ['writing to the page', head('/', { method: 'POST', headers: [...own, ...origin] }), 405],
    ['OPTIONS', head('/import', { method: 'OPTIONS', headers: [...own, ...origin] }), 405],
    ['reading the exchange', head('/session', { headers: [...own, ...origin] }), 405],
    ['an upgrade elsewhere', head('/', { isUpgrade: true, headers: [...own, ...origin] }), 400],
    ['the wire without upgrade', head('/wire', { headers: [...own, ...origin] }), 426],
    ['a folder under media', head('/media/a/b'), 404],
  ])('%s', (_, request, status) => {
    expect(judge(request, hosts)).toMatchObject({ route: 'none', status })
  })
})

it('never passes a request whose only Host is not one of ours, whatever else it says', () => {
  fc.assert(fc.property(fc.string(), fc.string(), fc.webPath(), fc.boolean(), (host, method, target, isUpgrade) => {
    fc.pre(!hosts.has(host))
    expect(judge(
      { method, target, isUpgrade, headers: ['Host', host, ...origin, ...json] },
      hosts,
    )).toMatchObject({ route: 'none', status: 421 })
  }))
})

it('never lets a page path through that could be read as another', () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom('/', '.', '%', '2', 'e', 'f', '\\', '#', '?', 'a', '\0') }), (rest) => {
    const verdict = judge(head(`/${rest}`), hosts)
    if (verdict.route === 'page')
      expect(verdict.path).toBe(new URL(verdict.path, 'http://x').pathname)
  }))
})
