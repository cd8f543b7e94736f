/**
 * An address on this machine that leads a browser to the studio once. Every user of the machine may read it in the command line of
 * the browser. So the code is not in it, and is given only to a program of the same user.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RefusalCode } from '#rules/text/refusal-words.ts'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import process from 'node:process'
import { refusalIn } from '#rules/text/refusal-words.ts'
import { ownPorts } from '../../base/own-ports.ts'
import { inertPolicy, securityHeaders } from '../page.ts'
import { userOfPeer } from './peer-user.ts'

export interface Door {
  readonly url: string
  /** Resolves when a browser was led to the studio. */
  readonly passed: Promise<void>
  close: () => void
}

export interface DoorOptions {
  /** Asked when the browser comes, so that its code is fresh however long the browser took to start. */
  readonly leadsTo: () => string
  /** The browser of Windows reaches a Linux inside it through a program of root. */
  readonly isWsl: boolean
  /** A browser from a cold disk may take a minute. */
  readonly lifeMs?: number
  readonly whoAsks?: (request: IncomingMessage) => Promise<number | null>
}

const usualLifeMs = 120_000
const headers = {
  ...securityHeaders,
  'Cache-Control': 'no-store',
  'Content-Security-Policy': inertPolicy,
  'Content-Type': 'text/plain; charset=utf-8',
  'Connection': 'close',
}

/** Rejects where no port can be had. It closes by itself after its life, or when it has been passed. */
export async function openDoor({ leadsTo, isWsl, lifeMs = usualLifeMs, whoAsks = peerOf }: DoorOptions): Promise<Door> {
  const path = `/open-${randomBytes(16).toString('base64url')}`
  const passed = Promise.withResolvers<void>()
  let isUsed = false
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000, keepAlive: false, maxHeaderSize: 16_384 })
  server.maxConnections = 32
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const place = server.address()
  const port = typeof place === 'object' && place !== null ? place.port : 0
  ownPorts.add(port)
  const host = `127.0.0.1:${port}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Against a site whose name was pointed at this machine.
    if (request.headers.host !== host || request.url !== path)
      return say(request, response, 404, 'not-found')
    if (request.method !== 'GET')
      return say(request, response, 405, 'method')
    const user = await whoAsks(request)
    if (user === null || !(user === process.getuid?.() || (isWsl && user === 0)))
      return say(request, response, 403, 'other-person')
    if (isUsed)
      return say(request, response, 410, 'link-used')
    isUsed = true
    response.once('close', () => {
      passed.resolve()
      close()
    })
    response.writeHead(303, { ...headers, Location: leadsTo() }).end()
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch(() => response.destroy())
  })

  const end = setTimeout(close, lifeMs).unref()
  function close(): void {
    clearTimeout(end)
    ownPorts.delete(port)
    server.close()
  }
  return { url: `http://${host}${path}`, passed: passed.promise, close }
}

function say(request: IncomingMessage, response: ServerResponse, status: number, reason: RefusalCode): void {
  response.writeHead(status, headers).end(`${refusalIn(request.headers['accept-language'] ?? '', reason)}\n`)
}

function peerOf({ socket }: IncomingMessage): Promise<number | null> {
  return userOfPeer(socket)
}
