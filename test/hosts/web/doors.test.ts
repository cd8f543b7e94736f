/** The web host from outside: raw sockets, forged headers, foreign origins, and a valid page. */
import type { MediaRef } from '#contract/studio.ts'
import type { WebHost } from '../../../src-main/hosts/web/server.ts'
import type { TestClock } from '../../kit/clock.ts'
import type { FakeStudio } from '../../kit/fake-studio.ts'
import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDefinedError, safe } from '@orpc/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { Fault } from '#contract/faults.ts'
import { CourseKey, longestCourseKey } from '#contract/ramp.ts'
import { AssetId } from '#contract/words.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { readPage } from '../../../src-main/hosts/page.ts'
import { createMediaAddresses } from '../../../src-main/hosts/web/media.ts'
import { openWebHost } from '../../../src-main/hosts/web/server.ts'
import { createTestClock } from '../../kit/clock.ts'
import { createFakeStudio, status } from '../../kit/fake-studio.ts'
import { clientOverSocket, exchangeCode, openSocket, tokenFor } from '../../kit/wire-client.ts'

let folder: string
let studio: FakeStudio
let clock: TestClock
let media: ReturnType<typeof createMediaAddresses>
let host: WebHost
let origin: string
let lines: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'takeroom-page-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Takeroom</title>')
  await writeFile(join(folder, 'assets', 'index-abc.js'), 'export {}')
})
beforeEach(async () => {
  studio = createFakeStudio()
  clock = createTestClock()
  media = createMediaAddresses(clock)
  lines = []
  const log = createLog({ write: line => lines.push(line), clock })
  host = await openWebHost({
    studio,
    media,
    clock,
    log,
    page: await readPage(folder),
    port: 0,
    limits: {
      tokenWithinMs: 200,
      pingEveryMs: 10_000,
      mostSockets: 4,
      closeWithinMs: 30,
      bodyWithinMs: 100,
      mostSilent: 6,
      mostUnproven: 6,
    },
  })
  origin = `http://127.0.0.1:${host.port}`
})
afterEach(() => host.close())
afterAll(() => rm(folder, { recursive: true }))

/** Sends raw bytes and returns the status line. */
async function say(text: string): Promise<string> {
  const socket = connect(host.port, '127.0.0.1')
  socket.end(text)
  const pieces: Buffer[] = []
  for await (const piece of socket as AsyncIterable<Buffer>) // No encoding is set, so pieces are buffers.
    pieces.push(piece)
  return Buffer.concat(pieces).toString('latin1').split('\r\n')[0] ?? ''
}

const asset = { of: 'asset', assetId: 'a'.repeat(64), variant: 'original' } as never // A reference of the contract's form.

describe('a request head', () => {
  it.each([
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['no Host in HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n', 421],
    ['two Hosts', 'GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nHost: evil.test\r\n\r\n', 421],
    ['the same Host twice', 'GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nHost: 127.0.0.1:PORT\r\n\r\n', 421],
    ['a rebound name', 'GET / HTTP/1.1\r\nHost: rebind.test:PORT\r\n\r\n', 421],
    ['the absolute form', 'GET http://127.0.0.1:PORT/ HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n', 400],
    ['the absolute form with another Host', 'GET http://127.0.0.1:PORT/ HTTP/1.1\r\nHost: evil.test\r\n\r\n', 421],
    ['a trailing dot', 'GET / HTTP/1.1\r\nHost: localhost.:PORT\r\n\r\n', 421],
    ['upper case', 'GET / HTTP/1.1\r\nHost: LOCALHOST:PORT\r\n\r\n', 421],
    ['IPv6', 'GET / HTTP/1.1\r\nHost: [::1]:PORT\r\n\r\n', 421],
    ['a decimal address', 'GET / HTTP/1.1\r\nHost: 2130706433:PORT\r\n\r\n', 421],
    ['a # in the target', 'GET /#x HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n', 400],
    ['an encoded parent path', 'GET /..%2f..%2fpackage.json HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n', 400],
    ['a plain parent path', 'GET /../package.json HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n', 400],
    ['an unknown method', 'CONNECT 127.0.0.1:PORT HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n', 0],
    [
      'an upgrade from nowhere',
      'GET /wire HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      403,
    ],
    [
      'an upgrade with a rebound name',
      'GET /wire HTTP/1.1\r\nHost: rebind.test:PORT\r\nOrigin: http://rebind.test:PORT\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      421,
    ],
    ['a head without end', `GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['two lengths', 'POST /session HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
  ])('is refused with %s', async (_, head, expected) => {
    const line = await say(head.replaceAll('PORT', String(host.port)))
    expect(Number(line.split(' ')[1] ?? 0)).toBe(expected)
    expect(studio.reached).toEqual([])
  })
})

describe('the page', () => {
  it('has a policy that allows nothing from elsewhere, and is never cached', async () => {
    const answer = await fetch(`${origin}/`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toBe([
      `default-src 'none'`,
      `script-src 'self' 'wasm-unsafe-eval'`,
      `style-src 'self' 'unsafe-inline'`,
      `img-src 'self' blob: data:`,
      `media-src 'self' blob:`,
      `font-src 'self'`,
      `manifest-src 'self'`,
      `connect-src 'self' ws://127.0.0.1:${host.port}`,
      `worker-src 'self'`,
      `base-uri 'none'`,
      `form-action 'none'`,
      `frame-ancestors 'none'`,
    ].join('; '))
    expect(Object.fromEntries([
      'x-content-type-options',
      'referrer-policy',
      'cross-origin-opener-policy',
      'cross-origin-resource-policy',
      'permissions-policy',
      'cache-control',
      'access-control-allow-origin',
      'set-cookie',
    ].map(name => [name, answer.headers.get(name)]))).toEqual({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('microphone=(self), camera=()') as string,
      'cache-control': 'no-store',
      'access-control-allow-origin': null,
      'set-cookie': null,
    })
  })

  it('has its hashed files cached permanently, and serves nothing outside its folder', async () => {
    const script = await fetch(`${origin}/assets/index-abc.js`)
    expect([script.headers.get('content-type'), script.headers.get('cache-control')]).toEqual([
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ])
    for (const path of ['/index.html', '/assets', '/assets/', '/assets/other.js', '/package.json', '/constructor'])
      expect((await fetch(`${origin}${path}`)).status, path).toBe(404)
  })
})

describe('a code', () => {
  it('is valid once', async () => {
    const address = host.newAddress()
    expect((await exchangeCode(address)).status).toBe(200)
    expect((await exchangeCode(address)).status).toBe(403)
  })

  it('is valid for sixty seconds', async () => {
    const [early, late] = [host.newAddress(), host.newAddress()]
    await clock.advance(59_999)
    expect((await exchangeCode(early)).status).toBe(200)
    await clock.advance(1)
    expect((await exchangeCode(late)).status).toBe(403)
  })

  it('is protected by a limit on guesses', async () => {
    const good = host.newAddress()
    for (let guess = 0; guess < 20; guess += 1)
      expect((await exchangeCode(`${origin}/#code=guess${guess}`)).status).toBe(403)
    const braked = await exchangeCode(`${origin}/#code=another`)
    expect([braked.status, braked.headers.get('retry-after')]).toEqual([429, '60'])
    await clock.advance(60_000)
    expect((await exchangeCode(`${origin}/#code=another`)).status).toBe(403)
    expect((await exchangeCode(good)).status).toBe(403)
  })

  it('lets the owner in while somebody guesses: a code, a token on the wire, a token of an import', async () => {
    const token = await tokenFor(host.newAddress())
    for (let guess = 0; guess < 25; guess += 1)
      await exchangeCode(`${origin}/#code=guess${guess}`)
    expect((await exchangeCode(host.newAddress())).status).toBe(200)
    const socket = await openSocket(origin, token)
    socket.close()
    const imported = (bearer: string) => fetch(`${origin}/import`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream', 'Origin': origin, 'Authorization': `Bearer ${bearer}` },
      body: 'x',
    })
    expect((await imported('wrong')).status).toBe(429)
    expect([401, 429]).not.toContain((await imported(token)).status)
  })

  it('is refused in a body that is too long or of another shape', async () => {
    const post = (body: string): Promise<Response> => fetch(`${origin}/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Origin': origin },
      body,
    })
    expect((await post(JSON.stringify({ code: 'x'.repeat(5000) }))).status).toBe(413)
    expect((await post('{"code":')).status).toBe(403)
    expect((await post('{"code":{"a":1}}')).status).toBe(403)
  })
})

describe('the wire', () => {
  const open = async () => openSocket(origin, await tokenFor(host.newAddress()))

  it('opens again with the same token after a reload', async () => {
    const token = await tokenFor(host.newAddress())
    for (let reload = 0; reload < 2; reload += 1) {
      const socket = await openSocket(origin, token)
      expect((await (await clientOverSocket(socket).studio.changes({})).next()).value).toEqual(status)
      socket.close()
    }
  })

  it('closes on a wrong token, on no token in time, and on binary data', async () => {
    await expect(openSocket(origin, 'wrong')).rejects.toThrow('closed with 4401')
    const silent = new WebSocket(`${origin.replace('http', 'ws')}/wire`, { origin })
    expect((await once(silent, 'close'))[0]).toBe(4408)
    const binary = new WebSocket(`${origin.replace('http', 'ws')}/wire`, { origin })
    await once(binary, 'open')
    binary.send(Buffer.from('{"token":"x"}'))
    expect((await once(binary, 'close'))[0]).toBe(4401)
  })

  it('answers nothing before the token', async () => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/wire`, { origin })
    await once(socket, 'open')
    socket.send(JSON.stringify({ i: '1', p: { u: '/studio/media', b: { json: { refs: [] } } } }))
    expect((await once(socket, 'close'))[0]).toBe(4401)
    expect(studio.reached).toEqual([])
  })

  it('closes on a message that is too long or unreadable', async () => {
    const long = await open()
    long.send('x'.repeat(9 * 1024 * 1024))
    expect((await once(long, 'close'))[0]).toBe(1009)
    const odd = await open()
    odd.send('not a call')
    expect((await once(odd, 'close'))[0]).toBe(4400)
  })

  it('limits the number of connections', async () => {
    const sockets = await Promise.all([open(), open(), open(), open()])
    const fifth = new WebSocket(`${origin.replace('http', 'ws')}/wire`, { origin })
    expect((await once(fifth, 'unexpected-response'))[1]).toMatchObject({ statusCode: 503 })
    sockets.forEach(socket => socket.close())
  })

  it('carries a fault as a typed value, and feed events as they happen', async () => {
    const client = clientOverSocket(await open())
    const takeId = newId() as Parameters<typeof client.takes.get>[0]['takeId'] // newId returns the format of every id.
    studio.answers.set('takes.get', () => Promise.reject(new Fault('not-found', { word: 'take', id: takeId })))
    const { error } = await safe(client.takes.get({ takeId }))
    expect(isDefinedError(error) && error.code === 'not-found' && error.data.id).toBe(takeId)
    const feed = await client.studio.changes({})
    await feed.next()
    studio.publish({ ...status, freeBytes: 9 })
    expect((await feed.next()).value).toMatchObject({ freeBytes: 9 })
  })

  it('ends every call and feed of a closed page', async () => {
    const aborted: string[] = []
    for (const name of ['takes.get', 'studio.media']) {
      studio.answers.set(name, (_, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => {
        aborted.push(name)
        reject(signal.reason)
      })))
    }
    const socket = await open()
    const client = clientOverSocket(socket)
    void safe(client.takes.get({ takeId: newId() as never })) // newId returns the format of every id.
    void safe(client.studio.media({ refs: [] }))
    const feed = await client.studio.changes({})
    await feed.next()
    const end = safe(feed.next())
    await until(() => studio.reached.length === 3)
    socket.terminate()
    await until(() => aborted.length === 2)
    await end
    expect(lines).toEqual([])
  })

  it('closes with code 1012 when the host ends, and feeds end with it', async () => {
    const socket = await open()
    const feed = await clientOverSocket(socket).studio.changes({})
    await feed.next()
    const closed = once(socket, 'close')
    await host.close()
    expect((await closed)[0]).toBe(1012)
    await expect(fetch(origin)).rejects.toThrow()
  })
})

describe('media', () => {
  it('is served by range under a signed URL, and signing again gives the same URL', async () => {
    const { url, goodForMs } = media.sign(asset)
    expect(media.sign(asset)).toEqual({ url, goodForMs })
    expect(goodForMs).toBeGreaterThanOrEqual(5 * 60_000)
    const part = await fetch(`${origin}${url}`, { headers: { Range: 'bytes=2-5' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-5/16', '2345'])
    expect([
      part.headers.get('x-content-type-options'),
      part.headers.get('cross-origin-resource-policy'),
      part.headers.get('content-security-policy'),
    ]).toEqual(['nosniff', 'same-origin', `default-src 'none'; frame-ancestors 'none'; sandbox`])
    const head = await fetch(`${origin}${url}`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '16', ''])
    expect(studio.mediaAsked).toEqual([{ ref: asset, range: 'bytes=2-5', method: 'GET' }, { ref: asset, range: null, method: 'HEAD' }])
  })

  it('is served along the longest course of speeds that a sound can have', async () => {
    const along = CourseKey.parse(`k0${'_1:100l'.repeat(1714)}`)
    expect(along).toHaveLength(longestCourseKey)
    const ref: MediaRef = { of: 'rendition', assetId: AssetId.parse('a'.repeat(64)), speed: 100, along, part: 'sound', madeAt: 1 }
    expect((await fetch(`${origin}${media.sign(ref).url}`)).status).toBe(200)
    expect(studio.mediaAsked).toMatchObject([{ ref }])
  })

  it('is refused under a URL that is forged, changed, unsigned or expired', async () => {
    const { url, goodForMs } = media.sign(asset)
    const other = media.sign({ ...asset as object, variant: 'poster' } as never).url // Another reference of the contract's form.
    const forged = [
      url.replace(/s=(.)/, (_, first: string) => `s=${first === 'A' ? 'B' : 'A'}`),
      url.replace(/e=(\d+)/, (_, until: string) => `e=${Number(until) + 60_000}`),
      url.replace(/s=.*/, `s=${/s=(.*)/.exec(other)?.[1]}`),
      url.replace(/\?.*/, ''),
      `${url}x`,
      createMediaAddresses(clock).sign(asset).url,
    ]
    for (const address of forged)
      expect((await fetch(`${origin}${address}`)).status, address).toBe(403)
    await clock.advance(goodForMs)
    expect((await fetch(`${origin}${url}`)).status).toBe(403)
    expect(studio.mediaAsked).toEqual([])
  })

  it('closes its source when the reader leaves', async () => {
    const cancelled = Promise.withResolvers<void>()
    studio.openMedia = async () => ({
      status: 200,
      headers: {},
      body: new ReadableStream({
        pull: stream => stream.enqueue(new Uint8Array(65_536)),
        cancel: () => cancelled.resolve(),
      }),
    })
    const reader = new AbortController()
    const answer = await fetch(`${origin}${media.sign(asset).url}`, { signal: reader.signal })
    await answer.body?.getReader().read()
    reader.abort()
    await cancelled.promise
  })

  it('breaks the connection when its source fails, instead of ending it as if complete', async () => {
    studio.openMedia = async () => ({
      status: 200,
      headers: {},
      body: new ReadableStream({
        pull(stream) {
          stream.enqueue(new Uint8Array(8))
          stream.error(new Error('the disk went away'))
        },
      }),
    })
    await expect(fetch(`${origin}${media.sign(asset).url}`).then(answer => answer.arrayBuffer())).rejects.toThrow()
  })
})

describe('the import route', () => {
  const post = (token: string, name: string, body: BodyInit): Promise<Response> =>
    fetch(`${origin}/import`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream', 'Origin': origin, 'Authorization': `Bearer ${token}`, 'X-File-Name': name },
      body,
      duplex: 'half',
    } as RequestInit) // Node's fetch needs `duplex` for streams; the DOM types lack it.

  it('passes bytes on as they arrive, with the decoded file name', async () => {
    const token = await tokenFor(host.newAddress())
    let sent = 0
    const body = new ReadableStream({
      pull(stream) {
        sent += 1
        if (sent > 40)
          return stream.close()
        stream.enqueue(new Uint8Array(100_000).fill(sent))
      },
    })
    const answer = await post(token, encodeURIComponent('雨 — take 1.wav'), body)
    expect(await answer.json()).toEqual({ ticket: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(studio.received).toMatchObject([{ name: '雨 — take 1.wav', sizeBytes: null }])
    expect(studio.received[0]?.bytes.length).toBe(4_000_000)
    await post(token, 'b.wav', 'abc')
    expect(studio.received[1]).toMatchObject({ name: 'b.wav', sizeBytes: 3 })
  })

  it('accepts nothing from an unknown page', async () => {
    await tokenFor(host.newAddress())
    for (const token of ['wrong', ''])
      expect((await post(token, 'a.wav', 'abc')).status).toBe(401)
    expect(studio.received).toEqual([])
  })

  it.each(['', '%E0%A4%A'])('refuses the name %j', async (name) => {
    const answer = await post(await tokenFor(host.newAddress()), name, 'abc')
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'unsupported-file' }])
    expect(studio.received).toEqual([])
  })

  it.each([
    [new Fault('unsupported-file', { name: 'a', found: 'text/plain' }), 415],
    [new Fault('file-too-large', { name: 'a', limitBytes: 5 }), 413],
    [new Fault('disk-full', { neededBytes: 2, freeBytes: 1 }), 507],
  ])('answers $0.code as a fault, even in the middle of a long body', async (fault, expected) => {
    studio.refuseFilesWith(fault)
    const answer = await post(await tokenFor(host.newAddress()), 'a.wav', new Uint8Array(30_000_000))
    expect([answer.status, await answer.json()]).toEqual([expected, { code: fault.code, data: fault.data }])
  })

  it('hides a bug behind a reference, with the details in the log', async () => {
    studio.refuseFilesWith(new TypeError('secret') as never)
    const answer = await post(await tokenFor(host.newAddress()), 'a.wav', 'abc')
    expect([answer.status, await answer.json()]).toEqual([
      500,
      { code: 'internal', data: { reference: expect.stringMatching(/^[0-9a-f]{8}$/) } },
    ])
    expect(lines.join()).toContain('import-failed')
  })
})

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo())
    await new Promise(resolve => setImmediate(resolve))
}
