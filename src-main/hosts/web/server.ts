/** The web host's HTTP server: every request passes the gate first, then one of five doors. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Studio } from '../../studio/ports.ts'
import type { PageFiles } from '../page.ts'
import type { Verdict } from './gate.ts'
import type { MediaAddresses } from './media.ts'
import type { SocketLimits } from './socket.ts'
import { createServer } from 'node:http'
import { hostname, networkInterfaces } from 'node:os'
import { z } from 'zod'
import { contentSecurityPolicy, doorHeaders, inertPolicy } from '../page.ts'
import { receiveFile } from '../receive-file.ts'
import { createRouter, newReference, storyOf } from '../wire.ts'
import { judge, only } from './gate.ts'
import { sendMedia } from './media.ts'
import { createSessions } from './session.ts'
import { openSocketDoor, socketLimits } from './socket.ts'

export interface WebHost {
  readonly port: number
  /** The address to open, with a fresh code that is good once, for 60 seconds. */
  newAddress: () => string
  close: () => Promise<void>
}

export interface WebHostOptions {
  readonly studio: Studio
  readonly media: MediaAddresses
  readonly page: PageFiles
  readonly clock: Clock
  readonly log: Log
  /** 0 takes any free port. */
  readonly port: number
  /** Default 127.0.0.1. */
  readonly address?: string
  readonly limits?: SocketLimits
}

const longestSessionBody = 1024
const idleMs = 120_000

/** Rejects with Node's own error (EADDRINUSE, EACCES …) when the port can't be had. */
export async function openWebHost(options: WebHostOptions): Promise<WebHost> {
  const { address = '127.0.0.1', clock, log } = options
  const sessions = createSessions(clock)
  const sockets = openSocketDoor(createRouter(options.studio.handlers, log), sessions, options.limits ?? socketLimits)
  const server = createServer({ maxHeaderSize: 16_384, headersTimeout: 10_000, requestTimeout: 3_600_000, keepAliveTimeout: 5_000, connectionsCheckingInterval: 5_000 })
  server.maxConnections = 512
  server.timeout = idleMs
  const port = await listen(server, options.port, address)
  const hosts = hostsFor(address, port)
  const doors = { ...options, sessions, hosts }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response, doors).catch((thrown: unknown) => {
      const reference = newReference()
      log.error('request-broke', { reference, error: storyOf(thrown) })
      if (response.headersSent)
        response.destroy()
      else
        say(response, 500, `Something broke in the studio (ref ${reference}).`)
    })
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Until ws takes over, an error of the connection would end the program.
    socket.on('error', () => socket.destroy())
    const verdict = judgeRequest(request, true, hosts)
    if (verdict.door === 'wire')
      sockets.open(request, socket, head)
    else
      refuseUpgrade(socket, verdict)
  })

  return {
    port,
    newAddress: () => `http://${hostToOpen(address)}:${port}/#code=${sessions.newCode()}`,
    async close() {
      const ended = new Promise<void>(resolve => server.close(() => resolve()))
      await sockets.close()
      server.closeIdleConnections()
      const patience = setTimeout(() => server.closeAllConnections(), 500)
      await ended
      clearTimeout(patience)
    },
  }
}

type Doors = WebHostOptions & { readonly sessions: ReturnType<typeof createSessions>, readonly hosts: ReadonlySet<string> }

function judgeRequest(request: IncomingMessage, isUpgrade: boolean, hosts: ReadonlySet<string>): Verdict {
  return judge({ method: request.method ?? '', target: request.url ?? '', headers: request.rawHeaders, isUpgrade }, hosts)
}

async function answer(request: IncomingMessage, response: ServerResponse, doors: Doors): Promise<void> {
  const verdict = judgeRequest(request, false, doors.hosts)
  setHeaders(response, doorHeaders)
  switch (verdict.door) {
    case 'none':
      return say(response, verdict.status, verdict.reason)
    case 'page':
      return answerPage(request, response, verdict.path, doors)
    case 'media':
      return answerMedia(request, response, verdict, doors)
    case 'session':
      return answerSession(request, response, doors)
    case 'import':
      return answerImport(request, response, doors)
    case 'wire':
      // The gate lets only upgrades through to the wire, and those come by another event.
      throw new Error('An upgrade arrived as a request')
    default:
      return verdict satisfies never
  }
}

function answerPage(request: IncomingMessage, response: ServerResponse, path: string, { page }: Doors): void {
  const file = page.get(path)
  if (!file)
    return say(response, 404, 'There is nothing under this address.')
  const host = only(request.rawHeaders, 'host') ?? ''
  setHeaders(response, { ...file.headers, 'Content-Security-Policy': contentSecurityPolicy({ own: `'self'`, wire: `ws://${host}` }) })
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : file.bytes)
}

async function answerMedia(request: IncomingMessage, response: ServerResponse, { reference, query }: Extract<Verdict, { door: 'media' }>, { media, studio }: Doors): Promise<void> {
  const ref = media.verify(reference, query)
  if (!ref)
    return say(response, 403, 'This address is no longer good. The page asks for a new one.')
  // Speech that is still being made pauses as long as its maker thinks.
  if (ref.of === 'live')
    request.socket.setTimeout(0)
  const { headers } = request
  const found = await studio.openMedia(ref, {
    method: request.method ?? 'GET',
    range: headers.range ?? null,
    ifRange: headers['if-range'] === undefined ? null : String(headers['if-range']),
    ifNoneMatch: headers['if-none-match'] ?? null,
  })
  response.setHeader('Content-Security-Policy', inertPolicy)
  await sendMedia(found, response)
}

const SessionBody = z.strictObject({ code: z.string().min(1).max(100) })

async function answerSession(request: IncomingMessage, response: ServerResponse, { sessions }: Doors): Promise<void> {
  const text = await readShort(request, longestSessionBody)
  if (text === null)
    return say(response, 413, 'That is too long for a code.')
  if (sessions.isBraked())
    return brake(response)
  const body = SessionBody.safeParse(parseOrNull(text))
  const token = body.success ? sessions.exchange(body.data.code) : null
  if (token === null)
    return say(response, 403, 'This code is not good, or no longer.')
  sendJson(response, 200, { token })
}

async function answerImport(request: IncomingMessage, response: ServerResponse, { sessions, studio, log }: Doors): Promise<void> {
  if (sessions.isBraked())
    return brake(response)
  const token = /^Bearer ([\w-]{1,100})$/.exec(only(request.rawHeaders, 'authorization') ?? '')?.[1]
  if (token === undefined || !sessions.isToken(token))
    return say(response, 401, 'This page is not known to the studio. Open it again from the terminal.')
  const size = request.headers['content-length']
  const { status, body } = await receiveFile(studio, log, {
    encodedName: only(request.rawHeaders, 'x-file-name'),
    // Giving up on the bytes must not take the connection along: the refusal still has to go out on it.
    bytes: request.iterator({ destroyOnReturn: false }),
    sizeBytes: size === undefined ? null : Number(size),
    isGone: () => request.destroyed && !request.complete,
  })
  // A page hears an early no only when the rest of its body is taken off the line.
  request.resume()
  sendJson(response, status, body)
}

/** The body as text; null when it is longer than that. */
async function readShort(request: IncomingMessage, mostBytes: number): Promise<string | null> {
  const pieces: Buffer[] = []
  let sizeBytes = 0
  for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) { // No encoding is set, so pieces are buffers.
    sizeBytes += piece.length
    if (sizeBytes > mostBytes)
      return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    // The schema says no to null with the same words.
    return null
  }
}

function setHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers))
    response.setHeader(name, value)
}

function say(response: ServerResponse, status: number, sentence: string): void {
  setHeaders(response, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', 'Content-Security-Policy': inertPolicy })
  // Whatever else the refused request has to say is not listened to.
  response.writeHead(status, { Connection: 'close' }).end(`${sentence}\n`)
}

function brake(response: ServerResponse): void {
  response.setHeader('Retry-After', '60')
  say(response, 429, 'Too many wrong codes. Wait a minute.')
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  setHeaders(response, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', 'Content-Security-Policy': inertPolicy })
  response.writeHead(status).end(JSON.stringify(body))
}

function refuseUpgrade(socket: Duplex, verdict: Verdict): void {
  const { status, reason } = verdict.door === 'none' ? verdict : { status: 400, reason: 'This address is for another kind of connection.' }
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(reason)}\r\n\r\n${reason}`)
}

function listen(server: Server, port: number, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port) // A TCP server that listens has an address with a port.
    })
  })
}

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost'])

export function isLoopback(address: string): boolean {
  return loopback.has(address)
}

function hostToOpen(address: string): string {
  return address === '0.0.0.0' || address === '::' ? '127.0.0.1' : bracketed(address)
}

/** The exact values of the Host header that name this program, as a browser writes them. */
function hostsFor(address: string, port: number): ReadonlySet<string> {
  const own = Object.values(networkInterfaces()).flatMap(list => list ?? []).map(one => one.address)
  const names = isLoopback(address)
    ? ['127.0.0.1', 'localhost', ...(address === '::1' ? ['::1'] : [])]
    : ['127.0.0.1', 'localhost', address, hostname().toLowerCase(), ...own]
  // A browser leaves the port out where it is the usual one.
  return new Set(names.flatMap(name => port === 80 ? [bracketed(name), `${bracketed(name)}:80`] : [`${bracketed(name)}:${port}`]))
}

function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}
