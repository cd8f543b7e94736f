/** One WebSocket for one exchange: what arrives waits in order until it is asked for, and nothing is ever sent twice. */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { RawData } from 'ws'
import type { Headers } from '../errors.ts'
import { request as askHttp } from 'node:http'
import { request as askHttps } from 'node:https'
import { isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { WebSocket } from 'ws'
import { readErrorText } from './get.ts'

export type SocketMessage
  = | { readonly is: 'text', readonly text: string }
    | { readonly is: 'sound', readonly bytes: Uint8Array }
  /** The last one, however often it is asked for. 1006: the line broke, `error` may say how. */
    | { readonly is: 'closed', readonly code: number, readonly reason: string, readonly error: unknown }

export interface SocketLine {
  /** What the answer to the opening said beside yes. */
  readonly headers: Headers
  /** Resolves when there is something to take. */
  waiting: () => Promise<void>
  /** Takes the next message; undefined when none has come yet. */
  take: () => SocketMessage | undefined
  readonly isOpen: boolean
  /** Hands the text to the line at once. A line that breaks says so by its last message. */
  send: (text: string) => void
  /** Says goodbye, and hangs up when that is not answered. */
  close: () => void
}

/** The server did not open the line; it said why, as it says why to any question. */
export class NotOpened extends Error {
  override readonly name = 'NotOpened'
  readonly answer: { readonly status: number, readonly headers: Headers, readonly text: string }

  constructor(answer: NotOpened['answer']) {
    super(`The line was refused with HTTP ${answer.status}`)
    this.answer = answer
  }
}

export interface SocketLineOptions {
  readonly connectMs: number
  /** Address of the proxy to go through; null goes straight. */
  readonly proxy: string | null
  /** Breaks the line at any time. */
  readonly signal: AbortSignal
}

const longestMessage = 64 * 2 ** 20
// A sender faster than the disk is held back by the window of its connection.
const waitingBytes = { most: 4 * 2 ** 20, few: 2 ** 20 }
const goodbyeMs = 1000

/** Rejects with NotOpened, with the signal's reason, or with whatever the network said. */
export async function openSocketLine(url: URL, options: SocketLineOptions): Promise<SocketLine> {
  options.signal.throwIfAborted()
  const tunnel = options.proxy === null ? null : await openTunnel(new URL(options.proxy), url, options)
  const socket = new WebSocket(url, {
    handshakeTimeout: options.connectMs,
    maxPayload: longestMessage,
    perMessageDeflate: false,
    followRedirects: false,
    ...(tunnel && { createConnection: () => url.protocol === 'wss:' ? connectTls({ socket: tunnel, ...(isIP(url.hostname) === 0 && { servername: url.hostname }) }) : tunnel }),
  })
  const stop = (): void => socket.terminate()
  options.signal.addEventListener('abort', stop, { once: true })
  socket.once('close', () => options.signal.removeEventListener('abort', stop))
  const inbox = createInbox(socket)
  try {
    return lineOver(socket, inbox, await opened(socket))
  }
  catch (error) {
    socket.terminate()
    throw options.signal.aborted ? options.signal.reason : error
  }
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
        .then(text => reject(new NotOpened({ status: answer.statusCode ?? 0, headers: answer.headers, text })), reject)
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
    if (inbox.bytes > waitingBytes.most)
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

function lineOver(socket: WebSocket, inbox: Inbox, headers: Headers): SocketLine {
  return {
    headers,
    async waiting() {
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
      if (inbox.bytes < waitingBytes.few && socket.isPaused)
        socket.resume()
      return message
    },
    get isOpen() {
      return socket.readyState === WebSocket.OPEN
    },
    send: text => socket.send(text, () => {
      // The close that follows a failed write tells of it.
    }),
    close() {
      socket.resume()
      socket.close(1000)
      setTimeout(() => socket.terminate(), goodbyeMs).unref()
    },
  }
}

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data))
    return Buffer.concat(data)
  return Buffer.isBuffer(data) ? data : Buffer.from(data)
}

/** A way through a proxy (RFC 9110 §9.3.6). */
function openTunnel(proxy: URL, to: URL, { connectMs, signal }: SocketLineOptions): Promise<Socket> {
  const target = `${to.hostname}:${to.port || (to.protocol === 'wss:' ? 443 : 80)}`
  const credentials = proxy.username === '' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(`${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`).toString('base64')}` }
  return new Promise((resolve, reject) => {
    const ask = proxy.protocol === 'https:' ? askHttps : askHttp
    const request = ask({ host: proxy.hostname, port: proxy.port, method: 'CONNECT', path: target, headers: { host: target, ...credentials }, timeout: connectMs, signal, agent: false })
    request.once('connect', (answer, socket) => {
      // Whoever takes it over hears of its errors by closing; until then one would end the program.
      socket.on('error', () => socket.destroy())
      if (answer.statusCode === 200)
        return resolve(socket)
      socket.destroy()
      reject(new Error(`The proxy refused the way with HTTP ${answer.statusCode}`))
    })
    request.once('timeout', () => request.destroy(new Error('The proxy did not answer in time')))
    request.on('error', reject)
    request.end()
  })
}
