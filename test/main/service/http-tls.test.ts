/** Encrypted connections and proxies: the same held-back last bytes, and errors in words. */
import type { AddressInfo, Socket } from 'node:net'
import type { WireRequest } from '../../../src-main/service/client.ts'
import { Buffer } from 'node:buffer'
import { writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { makeSelfSigned } from '../../../src-main/hosts/web/self-signed.ts'
import { createServiceClient } from '../../../src-main/service/client.ts'
import { makeFolder } from '../../kit/folder.ts'
import { failureOf, openRawServer, settled, silentLog } from './raw-server.ts'

const key = 'sk-0123456789abcdef_fedcba9876543210'
const { signal } = new AbortController()
const days = 86_400_000
const certificateOf = (...names: string[]) => makeSelfSigned({ names, notBefore: Date.now() - days, notAfter: Date.now() + days })
const pair = certificateOf('localhost')
const unknown = certificateOf('localhost')
const usual = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...usual, pair.cert]))
afterAll(() => setDefaultCACertificates(usual))

interface Line { readonly socket: Socket, text: string }

/** Like the raw server, over TLS. */
async function openTlsServer(serve: (line: Line) => void, { cert, key: secret } = pair): Promise<{ url: string, lines: Line[] }> {
  const lines: Line[] = []
  const server = createTlsServer({ cert, key: secret }, (socket) => {
    const line: Line = { socket, text: '' }
    lines.push(line)
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      line.text += bytes.toString('latin1')
      serve(line)
    })
  })
  server.on('tlsClientError', () => {})
  return { url: `https://localhost:${await listening(server)}`, lines }
}

async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', socket => sockets.add(socket))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    sockets.forEach(socket => socket.destroy())
    await new Promise(resolve => server.close(resolve))
  })
  return (server.address() as AddressInfo).port // A listening TCP server has an address with a port.
}

/** A proxy that answers CONNECT with these bytes, and passes everything on when they say 2xx. */
async function openProxy(answer: string, isEncrypted = false): Promise<{ url: string, asked: string[] }> {
  const asked: string[] = []
  const serve = (near: Socket): void => {
    near.on('error', () => {})
    near.once('data', (bytes) => {
      asked.push(bytes.toString('latin1'))
      near.write(answer)
      if (!/^(?:HTTP\/1.1 1\d\d.*\r?\n\r?\n)*HTTP\/1.. 2/.test(answer))
        return
      const port = /^CONNECT [^:]+:(\d+)/.exec(asked.at(-1) ?? '')?.[1]
      const far = connect(Number(port), '127.0.0.1')
      far.on('error', () => near.destroy())
      near.pipe(far).pipe(near)
    })
  }
  const server = isEncrypted ? createTlsServer({ cert: pair.cert, key: pair.key }, serve) : createServer(serve)
  const port = await listening(server)
  return { url: `${isEncrypted ? 'https' : 'http'}://ann:50%25@localhost:${port}`, asked }
}

const drawing: WireRequest = {
  path: '/generate',
  encoding: 'json',
  parts: [['model', 'eigen-image'], ['prompt', 'a lighthouse']],
  files: {},
  kind: 'chat',
  timeoutMs: 20_000,
}
const text = '{"choices":[{"message":{"content":"hello"},"finish_reason":"stop"}]}'
const answer = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`

async function submit(url: string, { proxy = null as string | null, request = drawing, commit = async (): Promise<void> => {} } = {}) {
  const client = createServiceClient({ clock: systemClock, log: silentLog, proxyFor: async () => proxy })
  const partPath = join(await makeFolder(), 'answer.part')
  const submitted = client.submit({ baseUrl: url, key }, request, { commit, partPath, signal })
  submitted.catch(() => {})
  return submitted
}

function isWhole({ text: came }: Line): boolean {
  return came.includes('\r\n\r\n') && came.length - came.indexOf('\r\n\r\n') - 4 >= Number(/content-length: (\d+)/.exec(came)?.[1])
}
function answering(line: Line): void {
  if (isWhole(line))
    line.socket.end(`HTTP/1.1 100 Continue\r\n\r\n${answer}`)
}

const ways: [name: string, open: () => ReturnType<typeof openProxy> | Promise<null>][] = [
  ['directly', async () => null],
  ['through a proxy', async () => openProxy('HTTP/1.1 200 Connection established\r\n\r\n')],
  ['through an encrypted proxy', async () => openProxy('HTTP/1.1 200 Connection established\r\n\r\n', true)],
  ['through a proxy of few words', async () => openProxy('HTTP/1.1 100 Continue\n\nHTTP/1.0 200\nVia : me\n\n')],
]

describe.each(ways)('over TLS, %s', (_name, open) => {
  it('a request is answered, with its last bytes held back until the commit', async () => {
    const server = await openTlsServer(answering)
    const proxy = await open()
    let wasWhole: boolean | undefined
    const submitted = await submit(server.url, { proxy: proxy?.url ?? null, commit: async () => {
      await settled()
      wasWhole = server.lines.some(isWhole)
    } })
    expect([submitted.contentType, wasWhole, server.lines.length]).toEqual(['application/json', false, 1])
    expect(server.lines[0]?.text).toMatch(/^POST \/api\/v1\/generate HTTP\/1\.1\r\nhost: localhost:\d+\r\n/)
    if (proxy) {
      expect(proxy.asked).toHaveLength(1)
      expect(proxy.asked[0]).toMatch(/^CONNECT localhost:\d+ HTTP\/1\.1\r\nhost: localhost:\d+\r\nproxy-authorization: Basic YW5uOjUwJQ==\r\n\r\n$/)
    }
  })
})

it('an early refusal of a large upload is read over TLS, too', async () => {
  const server = await openTlsServer(({ socket, text: came }) => {
    if (came.length > 100_000 && !socket.isPaused()) {
      const wait = (): unknown => setTimeout(() => socket.destroy(), 50)
      socket.pause()
      socket.write('HTTP/1.1 401 No\r\ncontent-length: 28\r\n\r\n{"detail":"Invalid API key"}', wait)
    }
  })
  const path = join(await makeFolder(), 'a.wav')
  await writeFile(path, Buffer.alloc(30_000_000))
  const files = { a: { path, name: 'a.wav', mime: 'audio/wav', sizeBytes: 30_000_000 } }
  const request: WireRequest = { ...drawing, encoding: 'multipart', parts: [['file', { assetId: 'a' }]], files }
  expect(await failureOf(submit(server.url, { request }))).toMatchObject({ kind: 'auth', status: 401, charged: 'no', isBeforeCommit: true })
})

describe('a proxy that refuses', () => {
  it.each([
    ['HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\ncontent-length: 2\r\n\r\nno', 'proxy', '407'],
    ['HTTP/1.1 403 Forbidden\r\n\r\n', 'network', '403'],
    ['SSH-2.0-OpenSSH\r\n', 'network', 'no HTTP service'],
  ])('with %j is %s, and nothing was sent', async (said, kind, words) => {
    const server = await openTlsServer(answering)
    const proxy = await openProxy(said)
    expect(await failureOf(submit(server.url, { proxy: proxy.url }))).toMatchObject({
      kind,
      charged: 'no',
      isBeforeCommit: true,
      isReached: false,
      said: expect.stringContaining(words),
    })
    expect(server.lines).toHaveLength(0)
  })
})

describe('a host that is not the one', () => {
  it.each([
    ['another name in its certificate', pair, '127.0.0.1', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['a certificate that nobody has signed', unknown, 'localhost', 'SELF_SIGNED_CERT'],
  ])('with %s gets nothing, and is named', async (_name, certificate, host, code) => {
    const server = await openTlsServer(answering, certificate)
    const url = server.url.replace('localhost', host)
    const client = createServiceClient({ clock: systemClock, log: silentLog })
    expect(await client.checkConnection({ baseUrl: url, key }, signal)).toMatchObject({
      answer: 'not-this-service',
      said: expect.stringContaining(code),
    })
    const said = expect.stringContaining(code)
    expect(await failureOf(submit(url))).toMatchObject({ kind: 'network', charged: 'no', isReached: false, said })
    expect(server.lines).toHaveLength(0)
  })

  it('and speaks without encryption is a network failure', async () => {
    const plain = await openRawServer(visit => visit.answer(200, {}, text))
    expect(await failureOf(submit(plain.url.replace('http', 'https')))).toMatchObject({ kind: 'network', charged: 'no', isReached: false })
  })
})
