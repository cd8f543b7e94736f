/** The web host's HTTP server: every request passes the gate, then one of five routes. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Studio } from '../../studio/ports.ts'
import type { PageFiles } from '../page.ts'
import type { FileReceiver } from '../receive-file.ts'
import type { ConnectionLimits, Connections } from './connections.ts'
import type { Refusal, Verdict } from './gate.ts'
import type { MediaAddresses } from './media.ts'
import type { CertificatePair } from './self-signed.ts'
import type { Sessions } from './session.ts'
import type { SocketLimits } from './socket.ts'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { hostname } from 'node:os'
import { z } from 'zod'
import { parsedJson } from '#rules/plain-data.ts'
import { refusalIn } from '#rules/text/refusal-words.ts'
import { ownPorts } from '../../base/own-ports.ts'
import { isLoopback, ownAddresses } from '../own-hosts.ts'
import { contentSecurityPolicy, inertPolicy, securityHeaders } from '../page.ts'
import { createFileReceiver } from '../receive-file.ts'
import { createRouter, newReference, stackOf } from '../wire.ts'
import { connectionLimits, createConnections } from './connections.ts'
import { judge, only } from './gate.ts'
import { sendMedia } from './media.ts'
import { listenAt } from './ports.ts'
import { browserLifeMs, createSessions } from './session.ts'
import { openSocketServer, socketLimits } from './socket.ts'
import { readUserAgent } from './user-agent.ts'

export interface WebHost {
  readonly port: number
  /** The address to open, with a new code that works once, for 60 seconds. */
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
  /** Tried before that one. */
  readonly wishedPort?: number
  /** Default 127.0.0.1. */
  readonly address?: string
  /** Required for every address that other machines can reach; nothing is then served without TLS. */
  readonly tls?: CertificatePair
  readonly limits?: Partial<WebLimits>
  /** By default none are known from earlier. */
  readonly sessions?: Sessions
  readonly startedBy?: StartedBy
}

/** What a person types to start the studio again: the installed command, or npm in its folder. */
export type StartedBy = 'npm' | 'takeroom'

interface WebLimits extends SocketLimits, ConnectionLimits {
  /** How long the body of a code exchange may take. */
  readonly bodyWithinMs: number
}

const usualLimits: WebLimits = { ...socketLimits, ...connectionLimits, bodyWithinMs: 5_000 }
const longestSessionBody = 1024
const startHeader = 'Takeroom-Started-By'
const idleMs = 120_000

/** Rejects with Node's own error (EADDRINUSE, EACCES …) when the port cannot be used. */
export async function openWebHost(options: WebHostOptions): Promise<WebHost> {
  const { address = '127.0.0.1', clock, log, tls } = options
  if (!tls && !isLoopback(address))
    throw new RangeError('Other machines are served over TLS only')
  const sessions = options.sessions ?? createSessions(clock)
  const limits: WebLimits = { ...usualLimits, ...options.limits }
  const sockets = openSocketServer(createRouter(options.studio.handlers, log), sessions, limits)
  const connections = createConnections(limits)
  const httpLimits = {
    // The address of a sound along several ramps of speed is up to 17 kB.
    maxHeaderSize: 32_768,
    headersTimeout: 10_000,
    requestTimeout: 3_600_000,
    keepAliveTimeout: 5_000,
    connectionsCheckingInterval: 5_000,
  }
  const server = tls
    ? createTlsServer({ ...httpLimits, cert: tls.cert, key: tls.key, minVersion: 'TLSv1.2', handshakeTimeout: 10_000 })
    : createServer(httpLimits)
  const scheme = tls ? 'https' : 'http'
  server.maxConnections = 512
  server.timeout = idleMs
  const { wishedPort } = options
  const port = await listenAt(server, [...wishedPort === undefined ? [] : [wishedPort], options.port], address)
  const hosts = hostsFor(address, port, scheme)
  const files = createFileReceiver(options)
  ownPorts.add(port)
  const parts = { ...options, limits, connections, sessions, hosts, files, scheme } as const

  countConnections(server, connections)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    connections.enter(request.socket, 'unproven')
    response.once('close', () => connections.enter(request.socket, 'silent'))
    answer(request, response, parts).catch((thrown: unknown) => {
      const reference = newReference()
      log.error('request-failed', { reference, error: stackOf(thrown) })
      if (response.headersSent)
        response.destroy()
      else
        say(request, response, { status: 500, reason: 'internal', data: reference })
    })
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Without a listener a socket error would crash the program until ws takes over.
    socket.on('error', () => socket.destroy())
    connections.leave(request.socket)
    const verdict = judgeRequest(request, true, parts)
    if (verdict.route === 'wire')
      sockets.open(request, socket, head)
    else
      refuseUpgrade(request, socket, verdict)
  })

  return {
    port,
    newAddress: () => `${scheme}://${hostToOpen(address)}:${port}/#code=${sessions.newCode()}`,
    async close() {
      ownPorts.delete(port)
      files.close()
      const ended = new Promise<void>(resolve => server.close(() => resolve()))
      await sockets.close()
      server.closeIdleConnections()
      const patience = setTimeout(() => server.closeAllConnections(), 500)
      await ended
      clearTimeout(patience)
    },
  }
}

/** From the first byte on. Under TLS a connection is counted as it is until its handshake is over, and as its session from then on. */
function countConnections(server: Server, connections: Connections): void {
  const shaking = new Map<string, Socket>()
  const keyOf = ({ remoteAddress, remotePort, localPort }: Socket): string => `${remoteAddress} ${remotePort} ${localPort}`
  server.on('connection', (socket: Socket) => {
    const key = keyOf(socket)
    shaking.set(key, socket)
    socket.once('close', () => shaking.get(key) === socket && shaking.delete(key))
    connections.enter(socket, 'silent')
  })
  server.on('secureConnection', (session: Socket) => {
    const socket = shaking.get(keyOf(session))
    if (socket)
      connections.leave(socket)
    connections.enter(session, 'silent')
  })
}

type ServerParts = Omit<WebHostOptions, 'limits' | 'sessions'> & {
  readonly limits: WebLimits
  readonly connections: Connections
  readonly sessions: Sessions
  readonly hosts: ReadonlySet<string>
  readonly files: FileReceiver
  readonly scheme: 'http' | 'https'
}

function judgeRequest(request: IncomingMessage, isUpgrade: boolean, { hosts, scheme }: Pick<ServerParts, 'hosts' | 'scheme'>): Verdict {
  return judge({ method: request.method ?? '', target: request.url ?? '', headers: request.rawHeaders, isUpgrade }, hosts, scheme)
}

async function answer(request: IncomingMessage, response: ServerResponse, parts: ServerParts): Promise<void> {
  const verdict = judgeRequest(request, false, parts)
  setHeaders(response, securityHeaders)
  switch (verdict.route) {
    case 'none':
      return say(request, response, verdict)
    case 'page':
      return answerPage(request, response, verdict.path, parts)
    case 'media':
      return answerMedia(request, response, verdict, parts)
    case 'session':
      return answerSession(request, response, parts)
    case 'import':
      return answerImport(request, response, parts)
    case 'wire':
      // Only upgrades reach the wire, and they arrive by another event.
      throw new Error('An upgrade arrived as a request')
    default:
      return verdict satisfies never
  }
}

async function answerPage(request: IncomingMessage, response: ServerResponse, path: string, { page, scheme }: ServerParts): Promise<void> {
  const file = page.get(path)
  if (!file)
    return say(request, response, { status: 404, reason: 'not-found' })
  const host = only(request.rawHeaders, 'host') ?? ''
  setHeaders(response, { ...file.headers, 'Content-Security-Policy': contentSecurityPolicy({ own: `'self'`, wire: `${scheme === 'https' ? 'wss' : 'ws'}://${host}` }) })
  const bytes = request.method === 'HEAD' ? undefined : await file.read()
  response.writeHead(200).end(bytes)
}

async function answerMedia(
  request: IncomingMessage,
  response: ServerResponse,
  { reference, query }: Extract<Verdict, { route: 'media' }>,
  { media, studio, connections }: ServerParts,
): Promise<void> {
  const ref = media.verify(reference, query)
  if (!ref)
    return say(request, response, { status: 403, reason: 'address-expired' })
  connections.leave(request.socket)
  // Live speech may pause for as long as the service takes.
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

/** A code, what this browser kept from before, or both; neither only asks how the studio is started. */
const SessionBody = z.strictObject({ code: z.string().min(1).max(100).optional(), key: z.string().min(1).max(100).optional() })

async function answerSession(
  request: IncomingMessage,
  response: ServerResponse,
  { sessions, limits, scheme, startedBy = 'npm' }: ServerParts,
): Promise<void> {
  const late = setTimeout(() => request.destroy(), limits.bodyWithinMs)
  const text = await readShort(request, longestSessionBody).catch(() => undefined).finally(() => clearTimeout(late))
  // The connection is gone, by the other side or by the limit above.
  if (text === undefined)
    return
  if (text === null)
    return say(request, response, { status: 413, reason: 'code-too-long' })
  const isBraked = sessions.isBraked()
  const body = SessionBody.safeParse(parsedJson(text))
  const cookieName = `${scheme === 'https' ? '__Host-' : ''}takeroom-${sessions.studio}`
  const welcome = body.success ? sessions.enter({ ...body.data, cookies: cookiesOf(request, cookieName), ...whoIs(request) }) : null
  response.setHeader(startHeader, startedBy)
  if (welcome === null && isBraked)
    return brake(request, response)
  if (welcome === null)
    return say(request, response, { status: 403, reason: 'code-invalid' })
  const { cookie, ...shown } = welcome
  const secure = scheme === 'https' ? '; Secure' : ''
  response.setHeader('Set-Cookie', `${cookieName}=${cookie}; Max-Age=${browserLifeMs / 1000}; Path=/; HttpOnly; SameSite=Strict${secure}`)
  sendJson(response, 200, shown)
}

/** Every value under this name. */
function cookiesOf(request: IncomingMessage, name: string): string[] {
  const pairs = (only(request.rawHeaders, 'cookie') ?? '').split(';').map(each => each.trim())
  return pairs.filter(each => each.startsWith(`${name}=`)).map(each => each.slice(name.length + 1))
}

function whoIs({ rawHeaders, socket }: IncomingMessage): { browser: string, system: string, address: string | null } {
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  return { ...readUserAgent(only(rawHeaders, 'user-agent') ?? ''), address: isLoopback(address) || address === '' ? null : address }
}

async function answerImport(
  request: IncomingMessage,
  response: ServerResponse,
  { sessions, files, connections }: ServerParts,
): Promise<void> {
  const isBraked = sessions.isBraked()
  const token = /^Bearer ([\w-]{1,100})$/.exec(only(request.rawHeaders, 'authorization') ?? '')?.[1]
  if (token === undefined || sessions.browserOf(token) === null)
    return isBraked ? brake(request, response) : say(request, response, { status: 401, reason: 'unknown-page' })
  connections.leave(request.socket)
  const { status, body } = await files.receive({
    header: name => only(request.rawHeaders, name),
    // Abandoning the body must not close the connection: the refusal still has to be sent on it.
    bytes: request.iterator({ destroyOnReturn: false }),
    isGone: () => request.destroyed && !request.complete,
  })
  // A browser reads an early response only once the rest of its body has been consumed.
  request.resume()
  sendJson(response, status, body)
}

/** The body as text; null when it is longer than the limit. */
async function readShort(request: IncomingMessage, mostBytes: number): Promise<string | null> {
  const pieces: Buffer[] = []
  let sizeBytes = 0
  // No encoding is set, so chunks are buffers.
  for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    sizeBytes += piece.length
    if (sizeBytes > mostBytes)
      return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function setHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers))
    response.setHeader(name, value)
}

interface Refused extends Pick<Refusal, 'status' | 'reason'> { readonly data?: string }

/** In the language that the browser prefers. */
function say(request: IncomingMessage, response: ServerResponse, { status, reason, data }: Refused): void {
  setHeaders(response, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', 'Content-Security-Policy': inertPolicy })
  // The rest of a refused request is ignored.
  response.writeHead(status, { Connection: 'close' }).end(`${refusalIn(request.headers['accept-language'] ?? '', reason, data)}\n`)
}

function brake(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Retry-After', '60')
  say(request, response, { status: 429, reason: 'too-many-codes' })
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  setHeaders(response, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': inertPolicy,
  })
  response.writeHead(status).end(JSON.stringify(body))
}

function refuseUpgrade({ headers }: IncomingMessage, socket: Duplex, verdict: Verdict): void {
  const { status, reason, data } = verdict.route === 'none' ? verdict : { status: 400, reason: 'connection-kind', data: '' } as const
  const text = refusalIn(headers['accept-language'] ?? '', reason, data)
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
}

/** For all addresses of the machine: one that others can use, too. */
function hostToOpen(address: string): string {
  if (address !== '0.0.0.0' && address !== '::')
    return bracketed(address)
  return ownAddresses().find(one => !one.internal && one.family === 'IPv4')?.address ?? '127.0.0.1'
}

/** The Host header values of this server, exactly as a browser writes them. */
function hostsFor(address: string, port: number, scheme: 'http' | 'https'): ReadonlySet<string> {
  const own = ownAddresses().map(one => one.address)
  const names = isLoopback(address)
    ? ['127.0.0.1', 'localhost', ...(address === '::1' ? ['::1'] : [])]
    : ['127.0.0.1', 'localhost', address, hostname().toLowerCase(), ...own]
  // Browsers omit the default port.
  const usualPort = scheme === 'https' ? 443 : 80
  return new Set(names.map(bracketed).flatMap(name => port === usualPort ? [name, `${name}:${port}`] : [`${name}:${port}`]))
}

function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}
