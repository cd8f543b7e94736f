/** Strangers on this machine that hold on to connections, by raw sockets: silent, slow, deaf, or greedy. The owner's page gets in. */
import type { Socket } from 'node:net'
import type { WebHost } from '../../../src-main/hosts/web/server.ts'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLog } from '../../../src-main/base/log.ts'
import { createMediaAddresses } from '../../../src-main/hosts/web/media.ts'
import { openWebHost } from '../../../src-main/hosts/web/server.ts'
import { createTestClock } from '../../kit/clock.ts'
import { createFakeStudio } from '../../kit/fake-studio.ts'
import { openSocket, tokenFor } from '../../kit/wire-client.ts'

let host: WebHost
let origin: string
let strangers: Socket[]

/** How long a client has to answer a close: no time for those that never will. */
async function openHost(closeWithinMs: number): Promise<void> {
  const clock = createTestClock()
  strangers = []
  host = await openWebHost({
    studio: createFakeStudio(),
    media: createMediaAddresses(clock),
    clock,
    log: createLog({ write: () => {}, clock }),
    page: new Map(),
    port: 0,
    limits: { tokenWithinMs: 100, mostSockets: 4, closeWithinMs, bodyWithinMs: 100, mostSilent: 6, mostUnproven: 6 },
  })
  origin = `http://127.0.0.1:${host.port}`
}
beforeEach(() => openHost(30))
afterEach(async () => {
  strangers.forEach(socket => socket.destroy())
  await host.close()
})

async function stranger(text = ''): Promise<Socket> {
  const socket = connect(host.port, '127.0.0.1')
  socket.on('error', () => {})
  strangers.push(socket)
  await once(socket, 'connect')
  if (text !== '')
    socket.write(text)
  return socket
}

function head(line: string, ...more: readonly string[]): string {
  return [line, `Host: 127.0.0.1:${host.port}`, `Origin: ${origin}`, ...more, '', ''].join('\r\n')
}
function upgrade(): string {
  return head(
    'GET /wire HTTP/1.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  )
}
const ended = (socket: Socket): Promise<unknown> => socket.closed ? Promise.resolve() : once(socket, 'close')
/** Flows, so that the end of the stream is noticed; nothing is answered. */
const deaf = (socket: Socket): Socket => socket.resume()

/** A masked text frame of this many bytes, of which only the first `sent` are sent. */
function frame(length: number, sent: number): Uint8Array {
  const bytes = new Uint8Array(14 + sent).fill(120)
  bytes.set([0x81, 0x80 | 127, 0, 0, 0, 0, length >>> 24 & 255, length >>> 16 & 255, length >>> 8 & 255, length & 255, 0, 0, 0, 0])
  return bytes
}

it('a page is served although more connections are silent than are kept', async () => {
  const silent = []
  for (let number = 0; number < 20; number += 1)
    silent.push(deaf(await stranger(number % 2 === 0 ? '' : 'GET / HTTP/1.1\r\nX: ')))
  expect((await fetch(`${origin}/missing`)).status).toBe(404)
  await ended(silent[0]!)
  expect(silent.filter(socket => !socket.closed).length).toBeLessThanOrEqual(7)
})

it('a slow body of a code exchange ends at its limit, and many of them keep nobody out', async () => {
  const post = head('POST /session HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 50')
  const slow = []
  for (let number = 0; number < 20; number += 1)
    slow.push(deaf(await stranger(`${post}{"co`)))
  expect(await tokenFor(host.newAddress())).toMatch(/^[\w-]{20,}$/)
  await Promise.all(slow.map(ended))
})

it('a wire socket that shows no token and ignores the close is ended', async () => {
  const socket = deaf(await stranger(upgrade()))
  await ended(socket)
})

it('sockets that ignore everything make room for the page', async () => {
  for (let number = 0; number < 8; number += 1)
    deaf(await stranger(upgrade()))
  const page = await openSocket(origin, await tokenFor(host.newAddress()))
  page.close()
})

it('the first message may have 256 bytes, and what is longer is not kept', async () => {
  const long = deaf(await stranger(upgrade()))
  await once(long, 'resume')
  long.write(frame(8_000_000, 4_000))
  await ended(long)
  const token = await tokenFor(host.newAddress())
  expect(JSON.stringify({ token }).length).toBeLessThan(256)
  const page = await openSocket(origin, token)
  // After the token messages may be long.
  page.send(JSON.stringify({ i: '1', p: { u: '/studio/noteBreakage', b: { json: { where: 'x', said: 'y'.repeat(3_000) } } } }))
  const [answer] = await once(page, 'message')
  expect(String(answer)).toContain('"i":"1"')
  page.close()
})

it('a connection with more feeds than any page has is ended', async () => {
  await host.close()
  await openHost(60_000)
  const page = await openSocket(origin, await tokenFor(host.newAddress()))
  for (let number = 0; number < 2_100; number += 1)
    page.send(JSON.stringify({ i: String(number), p: { u: '/studio/changes', b: { json: {} } } }))
  expect((await once(page, 'close'))[0]).toBe(4400)
})
