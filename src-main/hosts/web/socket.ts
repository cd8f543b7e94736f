/** The web host's wire: a WebSocket that sends its token in the first message and then makes calls. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import type { Channel, StudioRouter } from '../wire.ts'
import type { Sessions } from './session.ts'
import { WebSocketServer } from 'ws'
import { z } from 'zod'
import { answerCalls, longestMessageBytes } from '../wire.ts'

export interface SocketServer {
  /** Accepts an upgrade request that passed the gate. */
  open: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Open connections, authenticated or not. */
  readonly size: number
  close: () => Promise<void>
}

export interface SocketLimits { readonly tokenWithinMs: number, readonly pingEveryMs: number, readonly mostSockets: number }

export const socketLimits: SocketLimits = { tokenWithinMs: 5_000, pingEveryMs: 20_000, mostSockets: 64 }

const Opening = z.strictObject({ token: z.string().min(1).max(100) })
/** A client that is this far behind is disconnected. */
const mostUnsentBytes = 64 * 1024 * 1024

/** RFC 6455 §7.4: after 1012 (service restart) a page reconnects with its token; 4000 and above are our own. */
const closing = { comeBack: 1012, noToken: 4401, late: 4408, unreadable: 4400 } as const

export function openSocketServer(router: StudioRouter, sessions: Sessions, limits: SocketLimits = socketLimits): SocketServer {
  const server = new WebSocketServer({ noServer: true, maxPayload: longestMessageBytes, perMessageDeflate: false })
  return {
    open(request, socket, head) {
      if (server.clients.size >= limits.mostSockets) {
        socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
        return
      }
      server.handleUpgrade(request, socket, head, connection => welcome(connection, router, sessions, limits))
    },
    get size() {
      return server.clients.size
    },
    async close() {
      const ended = new Promise<void>(resolve => server.close(() => resolve()))
      server.clients.forEach(connection => connection.close(closing.comeBack))
      const patience = setTimeout(() => server.clients.forEach(connection => connection.terminate()), 500)
      await ended
      clearTimeout(patience)
    },
  }
}

function welcome(connection: WebSocket, router: StudioRouter, sessions: Sessions, limits: SocketLimits): void {
  const late = setTimeout(() => connection.close(closing.late), limits.tokenWithinMs)
  const stopPinging = keepAlive(connection, limits.pingEveryMs)
  connection.once('close', () => {
    clearTimeout(late)
    stopPinging()
  })
  // ws closes with the right code after an error; without a listener the error would crash the program.
  connection.on('error', () => {})
  connection.once('message', (data: RawData, isBinary: boolean) => {
    clearTimeout(late)
    // While guessing is blocked, a page that may be ours is told to retry, not that its token is unknown.
    if (sessions.isBraked()) {
      connection.close(closing.comeBack)
      return
    }
    if (isBinary || !showsToken(String(data), sessions)) {
      connection.close(closing.noToken)
      return
    }
    answerCalls(router, createChannel(connection), { origin: 'page' })
    connection.send('{"ok":true}')
  })
}

function showsToken(text: string, sessions: Sessions): boolean {
  if (text.length > 200)
    return false
  try {
    const opening = Opening.safeParse(JSON.parse(text))
    return opening.success && sessions.isToken(opening.data.token)
  }
  catch {
    // Not JSON, so no token.
    return false
  }
}

function createChannel(connection: WebSocket): Channel {
  return {
    send(text) {
      connection.send(text)
      if (connection.bufferedAmount > mostUnsentBytes)
        connection.terminate()
    },
    onMessage: listener => void connection.on('message', (data: RawData, isBinary: boolean) => listener(isBinary ? data : String(data))),
    onClose: listener => void connection.once('close', listener),
    refuse: () => connection.close(closing.unreadable),
  }
}

/** Terminates connections whose client has silently gone. */
function keepAlive(connection: WebSocket, everyMs: number): () => void {
  let hasAnswered = true
  connection.on('pong', () => {
    hasAnswered = true
  })
  const timer = setInterval(() => {
    if (!hasAnswered)
      return connection.terminate()
    hasAnswered = false
    connection.ping()
  }, everyMs)
  return () => clearInterval(timer)
}
