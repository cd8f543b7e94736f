/** The web host's wire: a WebSocket that sends its token in the first message and then makes calls. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import type { BrowserId } from '#contract/words.ts'
import type { Channel, StudioRouter } from '../wire.ts'
import type { Sessions } from './session.ts'
import { WebSocketServer } from 'ws'
import { z } from 'zod'
import { answerCalls, longestMessageBytes } from '../wire.ts'
import { callers } from './callers.ts'

export interface SocketServer {
  /** Accepts an upgrade request that passed the gate. */
  open: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Open connections, authenticated or not. */
  readonly size: number
  close: () => Promise<void>
}

export interface SocketLimits {
  readonly tokenWithinMs: number
  readonly pingEveryMs: number
  readonly mostSockets: number
  /** How long the other side may take to answer a close. */
  readonly closeWithinMs: number
}

export const socketLimits: SocketLimits = { tokenWithinMs: 5_000, pingEveryMs: 20_000, mostSockets: 64, closeWithinMs: 1_000 }

/** Before the token is shown a message has at most 256 bytes, and its frame at most 14 more. */
const mostBytesBeforeToken = 256 + 14

const Opening = z.strictObject({ token: z.string().min(1).max(100) })
/** A client that is this far behind is disconnected. */
const mostUnsentBytes = 64 * 1024 * 1024

/** RFC 6455 §7.4: after 1012 (service restart) a page reconnects with its token; 4000 and above are our own. */
const closing = { comeBack: 1012, noToken: 4401, late: 4408, unreadable: 4400 } as const

export function openSocketServer(router: StudioRouter, sessions: Sessions, limits: SocketLimits = socketLimits): SocketServer {
  const server = new WebSocketServer({ noServer: true, maxPayload: longestMessageBytes, perMessageDeflate: false })
  /** Those that have not shown a token yet, the oldest first. */
  const strangers = new Set<WebSocket>()
  return {
    open(request, socket, head) {
      // A stranger makes room for the next, so that strangers can't keep the page out.
      const [oldest] = strangers
      if (server.clients.size >= limits.mostSockets && oldest) {
        strangers.delete(oldest)
        oldest.terminate()
      }
      else if (server.clients.size >= limits.mostSockets) {
        socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
        return
      }
      server.handleUpgrade(request, socket, head, connection => welcome(connection, socket, strangers, { router, sessions, limits }))
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

interface House { readonly router: StudioRouter, readonly sessions: Sessions, readonly limits: SocketLimits }

/** `bytes` is the connection's own stream. */
function welcome(connection: WebSocket, bytes: Duplex, strangers: Set<WebSocket>, { router, sessions, limits }: House): void {
  const end = (code: number): void => endWithin(connection, code, limits.closeWithinMs)
  const late = setTimeout(end, limits.tokenWithinMs, closing.late)
  strangers.add(connection)
  let receivedBytes = 0
  const count = (piece: Uint8Array): void => {
    receivedBytes += piece.length
    // Not closed politely: what continues arriving would be kept until the close is answered.
    if (strangers.has(connection) && receivedBytes > mostBytesBeforeToken)
      connection.terminate()
  }
  bytes.on('data', count)
  const stopPinging = keepAlive(connection, limits.pingEveryMs)
  connection.once('close', () => {
    clearTimeout(late)
    stopPinging()
    strangers.delete(connection)
  })
  // ws closes with the right code after an error; without a listener the error would crash the program.
  connection.on('error', () => {})
  connection.once('message', (data: RawData, isBinary: boolean) => {
    clearTimeout(late)
    const token = isBinary ? null : tokenIn(String(data))
    const browserId = token === null ? null : sessions.browserOf(token)
    if (token === null || browserId === null) {
      end(closing.noToken)
      return
    }
    strangers.delete(connection)
    bytes.off('data', count)
    // Not closed politely: what is cut off makes no call any more.
    connection.once('close', sessions.open(browserId, token, () => connection.terminate()))
    answerCalls(router, createChannel(connection, end, browserId), { origin: 'page' })
    connection.send('{"ok":true}')
  })
}

/** The token that is shown; null for anything else. */
function tokenIn(text: string): string | null {
  if (text.length > 200)
    return null
  try {
    const opening = Opening.safeParse(JSON.parse(text))
    return opening.success ? opening.data.token : null
  }
  catch {
    // Not JSON, so no token.
    return null
  }
}

function createChannel(connection: WebSocket, end: (code: number) => void, browserId: BrowserId): Channel {
  return {
    send(text) {
      connection.send(text)
      if (connection.bufferedAmount > mostUnsentBytes)
        connection.terminate()
    },
    onMessage: listener => void connection.on('message', (data: RawData, isBinary: boolean) =>
      callers.run(browserId, listener, isBinary ? data : String(data))),
    onClose: listener => void connection.once('close', listener),
    refuse: () => end(closing.unreadable),
  }
}

/** Closes, and terminates a connection whose other side ignores that. */
function endWithin(connection: WebSocket, code: number, closeWithinMs: number): void {
  if (connection.readyState !== connection.OPEN)
    return
  connection.close(code)
  const ignored = setTimeout(() => connection.terminate(), closeWithinMs)
  connection.once('close', () => clearTimeout(ignored))
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
