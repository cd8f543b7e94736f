/** The proxy that a request of the studio takes, read from the system's list and from the environment. */
import { describe, expect, it } from 'vitest'
import { proxyFromEnvironment, proxyFromList } from '../../src-main/hosts/proxy.ts'

describe('the system\'s list', () => {
  it.each([
    ['DIRECT', null],
    ['', null],
    ['PROXY proxy.example:8080', 'http://proxy.example:8080'],
    ['PROXY proxy.example:8080; DIRECT', 'http://proxy.example:8080'],
    ['HTTPS proxy.example:443;PROXY other:1', 'https://proxy.example:443'],
    ['SOCKS5 proxy.example:1080; PROXY other.example:3128', 'http://other.example:3128'],
    ['SOCKS5 proxy.example:1080; DIRECT', null],
    ['PROXY [2001:db8::1]:8080', 'http://[2001:db8::1]:8080'],
  ])('%j means %j', (list, proxy) => {
    expect(proxyFromList(list)).toBe(proxy)
  })

  it('of proxies that cannot be used is never gone round', () => {
    expect(() => proxyFromList('SOCKS5 proxy.example:1080')).toThrow(/SOCKS5 proxy, which Takeroom cannot use/)
    expect(() => proxyFromList('QUIC proxy.example:1')).toThrow(/QUIC/)
  })
})

describe('the environment', () => {
  const service = 'https://api.service.example/v1/audio'
  type Row = [Record<string, string>, string, string | null]
  const excluding = [
    '*',
    'api.service.example',
    'service.example',
    '.service.example',
    '*.service.example',
    'other, API.Service.example',
    'api.service.example:443',
  ]
  const notExcluding = ['service', 'api.service.example:80', 'vice.example', 'example.com', ',']
  it.each<Row>([
    [{}, service, null],
    [{ HTTPS_PROXY: 'http://proxy:3128' }, service, 'http://proxy:3128/'],
    [{ HTTPS_PROXY: 'http://proxy:3128' }, 'wss://api.service.example/ws', 'http://proxy:3128/'],
    [{ HTTPS_PROXY: 'http://proxy:3128' }, 'http://api.service.example/', null],
    [{ https_proxy: 'http://small:1', HTTPS_PROXY: 'http://large:2' }, service, 'http://small:1/'],
    [{ HTTPS_PROXY: 'proxy:3128' }, service, 'http://proxy:3128/'],
    [{ HTTPS_PROXY: 'http://user:word@proxy:3128' }, service, 'http://user:word@proxy:3128/'],
    [{ ALL_PROXY: 'http://all:1' }, service, 'http://all:1/'],
    [{ HTTP_PROXY: 'http://from-a-visitor:1', REQUEST_METHOD: 'GET' }, 'http://api.service.example/', null],
    [{ HTTPS_PROXY: 'http://proxy:1', ALL_PROXY: 'http://all:1' }, 'https://127.0.0.1:4000/', null],
    [{ HTTP_PROXY: 'http://proxy:1' }, 'http://localhost:4000/', null],
    [{ HTTP_PROXY: 'http://proxy:1' }, 'http://[::1]:4000/', null],
    ...excluding.map((list): Row => [{ HTTPS_PROXY: 'http://proxy:1', NO_PROXY: list }, service, null]),
    ...notExcluding.map((list): Row => [{ HTTPS_PROXY: 'http://proxy:1', NO_PROXY: list }, service, 'http://proxy:1/']),
  ])('%j sends %s through %j', async (env, url, proxy) => {
    expect(await proxyFromEnvironment(env)(url)).toBe(proxy)
  })

  it('with a proxy that cannot be used is never gone round', async () => {
    await expect(proxyFromEnvironment({ ALL_PROXY: 'socks5://proxy:1080' })(service)).rejects.toThrow(/socks5 proxy, which Takeroom cannot use/)
    await expect(proxyFromEnvironment({ HTTPS_PROXY: 'http://:' })(service)).rejects.toThrow(/not well formed/)
  })
})
