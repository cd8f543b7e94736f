/** A WebSocket for exactly one exchange: received messages are queued until they are taken, nothing is sent twice. */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { RawData } from 'ws'
import type { Headers } from '../errors.ts'
import { isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { WebSocket } from 'ws'
import { readErrorText } from './get.ts'
import { openTunnel } from './tunnel.ts'

export type SocketMessage
  = | { readonly is: 'text', readonly text: string }
    | { readonly is: 'sound', readonly bytes: Uint8Array }
  /** Always the last message; further calls return it again. 1006: the connection broke, `error` may say why. */
    | { readonly is: 'closed', readonly code: number, readonly reason: string, readonly error: unknown }

export interface WebSocketConnection {
  /** The headers of the handshake response. */
  readonly headers: Headers
  /** Resolves when there is a message to take. */
  hasMessage: () => Promise<void>
  /** Takes the next message; undefined when there is none yet. */
  take: () => SocketMessage | undefined
  readonly isOpen: boolean
  /** Sends the text at once. When sending fails, the last message reports that the connection broke. */
  send: (text: string) => void
  /** Sends a close frame, and terminates the connection when it is not answered. */
  close: () => void
}

/** The server refused the handshake with an HTTP response. */
export class HandshakeRefused extends Error {
  override readonly name = 'HandshakeRefused'
  readonly answer: { readonly status: number, readonly headers: Headers, readonly text: string }

  constructor(answer: HandshakeRefused['answer']) {
    super(`The WebSocket was refused with HTTP ${answer.status}`)
    this.answer = answer
  }
}

export interface WebSocketOptions {
  readonly connectMs: number
  /** URL of the proxy; null connects directly. */
  readonly proxy: string | null
  /** Whose certificates are believed; by default those of Node's own list. */
  readonly trust?: (() => SecureContext) | undefined
  /** Terminates the connection at any time. */
  readonly signal: AbortSignal
}

const longestMessage = 64 * 2 ** 20
// Back-pressure: above `pauseAt` queued bytes the socket is paused, below `resumeAt` it is resumed.
const queuedBytes = { pauseAt: 4 * 2 ** 20, resumeAt: 2 ** 20 }
const closeTimeoutMs = 1000

/** Rejects with HandshakeRefused, with the signal's reason, or with the network's error. */
export async function openWebSocket(url: URL, options: WebSocketOptions): Promise<WebSocketConnection> {
  options.signal.throwIfAborted()
  const tunnel = options.proxy === null ? null : await openTunnel(new URL(options.proxy), url, options)
  const secure = options.trust && url.protocol === 'wss:' ? { secureContext: options.trust() } : {}
  const socket = new WebSocket(url, {
    ...secure,
    handshakeTimeout: options.connectMs,
    maxPayload: longestMessage,
    perMessageDeflate: false,
    followRedirects: false,
    // As for other answers: what a browser accepts must not lose a connection.
    insecureHTTPParser: true,
    maxHeaderSize: 256 * 1024,
    ...(tunnel && { createConnection: () => url.protocol === 'wss:' ? tlsOver(tunnel, url, secure) : tunnel }),
  })
  const stop = (): void => socket.terminate()
  options.signal.addEventListener('abort', stop, { once: true })
  socket.once('close', () => options.signal.removeEventListener('abort', stop))
  const inbox = createInbox(socket)
  try {
    return connectionOver(socket, inbox, await opened(socket))
  }
  catch (error) {
    socket.terminate()
    throw options.signal.aborted ? options.signal.reason : error
  }
}

function tlsOver(tunnel: Socket, { hostname }: URL, secure: { readonly secureContext?: SecureContext }): Socket {
  return connectTls({ ...secure, socket: tunnel, ...(isIP(hostname) === 0 && { servername: hostname }) })
}

function opened(socket: WebSocket): Promise<Headers> {
  return new Promise((resolve, reject) => {
    let headers: Headers = {}
    socket.once('upgrade', (answer: IncomingMessage) => {
      headers = answer.headers
    })
    socket.once('open', () => resolve(headers))
    socket.once('error', reject)
    socket.once('unexpected-response', (_request: unknown, answer: IncomingMessage) => {
      readErrorText(answer)
        .then(text => reject(new HandshakeRefused({ status: answer.statusCode ?? 0, headers: answer.headers, text })), reject)
    })
  })
}

interface Inbox { messages: SocketMessage[], bytes: number, closed: SocketMessage | undefined, wake: () => void }

function createInbox(socket: WebSocket): Inbox {
  const inbox: Inbox = { messages: [], bytes: 0, closed: undefined, wake: () => {} }
  let broken: unknown
  socket.on('message', (data: RawData, isBinary: boolean) => {
    const bytes = bytesOf(data)
    inbox.messages.push(isBinary ? { is: 'sound', bytes } : { is: 'text', text: Buffer.from(bytes).toString() })
    inbox.bytes += bytes.length
    if (inbox.bytes > queuedBytes.pauseAt)
      socket.pause()
    inbox.wake()
  })
  socket.on('error', (error: unknown) => {
    broken = error
  })
  socket.on('close', (code, reason) => {
    inbox.closed = { is: 'closed', code, reason: reason.toString(), error: broken }
    inbox.wake()
  })
  return inbox
}

function connectionOver(socket: WebSocket, inbox: Inbox, headers: Headers): WebSocketConnection {
  return {
    headers,
    async hasMessage() {
      while (inbox.messages.length === 0 && !inbox.closed) {
        await new Promise<void>((resolve) => {
          inbox.wake = resolve
        })
      }
    },
    take() {
      const message = inbox.messages.shift()
      if (!message)
        return inbox.closed
      inbox.bytes -= message.is === 'sound' ? message.bytes.length : message.is === 'text' ? Buffer.byteLength(message.text) : 0
      if (inbox.bytes < queuedBytes.resumeAt && socket.isPaused)
        socket.resume()
      return message
    },
    get isOpen() {
      return socket.readyState === WebSocket.OPEN
    },
    send: text => socket.send(text, () => {
      // A failed write is followed by a close, which is reported as the last message.
    }),
    close() {
      socket.resume()
      socket.close(1000)
      setTimeout(() => socket.terminate(), closeTimeoutMs).unref()
    },
  }
}

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data))
    return Buffer.concat(data)
  return Buffer.isBuffer(data) ? data : Buffer.from(data)
}
