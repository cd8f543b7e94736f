/** TCP and TLS connections, with a limit of time and a signal that ends them. */
import type { LookupFunction, Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { connect as connectTcp, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'

export interface ConnectOptions {
  readonly connectMs: number
  readonly signal: AbortSignal
  readonly lookup?: LookupFunction | undefined
  /** Whose certificates are believed; by default those of Node's own list. */
  readonly trust?: (() => SecureContext) | undefined
}

/** A TCP connection to the host of a URL. */
export function connectTo(url: URL, options: ConnectOptions): Promise<Socket> {
  const port = Number(url.port) || (url.protocol === 'https:' || url.protocol === 'wss:' ? 443 : 80)
  // Half open: what the other side has sent is read, and the connection is closed here.
  const lookup = options.lookup && { lookup: options.lookup }
  const socket = connectTcp({ host: bareHost(url), port, noDelay: true, allowHalfOpen: true, ...lookup })
  return ready(socket, 'connect', options)
}

/** TLS over a connection, for the host of the URL. */
export function encrypt(plain: Socket, url: URL, options: ConnectOptions): Promise<Socket> {
  const host = bareHost(url)
  const socket = connectTls({
    socket: plain,
    host,
    // Addresses are no server names (RFC 6066 §3); the certificate is checked against `host` all the same.
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ['http/1.1'],
    ...(options.trust && { secureContext: options.trust() }),
  })
  // An error of the connection below is one of this socket, too.
  plain.on('error', () => {})
  socket.once('close', () => plain.destroy())
  return ready(socket, 'secureConnect', options)
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** Resolves at the event; destroys the socket when that does not come in time, or when the signal aborts. */
function ready(socket: Socket, event: 'connect' | 'secureConnect', { connectMs, signal }: ConnectOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const tooLate = Object.assign(new Error('The service could not be reached in time'), { code: 'ETIMEDOUT' })
    const late = setTimeout(() => socket.destroy(tooLate), connectMs)
    const stop = (): void => void socket.destroy(signal.reason instanceof Error ? signal.reason : new Error('The connection was closed'))
    const settle = (): void => {
      clearTimeout(late)
      signal.removeEventListener('abort', stop)
      socket.off('error', fail)
      socket.off('close', fail)
    }
    function fail(error?: unknown): void {
      settle()
      // An error after this one is of no interest, and must not end the program.
      socket.on('error', () => {})
      reject(error instanceof Error ? error : new Error('The connection was closed before it was ready'))
    }
    socket.once('error', fail)
    socket.once('close', fail)
    socket.once(event, () => {
      settle()
      resolve(socket)
    })
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted)
      stop()
  })
}
