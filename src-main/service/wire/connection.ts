/** A network connection for exactly one exchange: never kept alive, never opened twice. */
import type { LookupFunction, Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { connectTo, encrypt } from './connect.ts'
import { openTunnel } from './tunnel.ts'

export interface HttpConnection {
  /**
   * Connects, and resolves to the socket that carries the request: behind a proxy that inside the tunnel. May be called once, so that
   * nothing can send a body twice. Rejects with the error of the network, the proxy or TLS, or with the signal's reason.
   */
  open: (signal: AbortSignal) => Promise<Socket>
  /** The service was reached: from then on parts of the request may have left. */
  readonly isOpened: boolean
  /** Everything that was written so far was passed to the operating system, or the connection is of no use any more. */
  readonly isFlushed: boolean
  /** As far as is known here, the other side can still receive. */
  readonly isUsable: boolean
  close: () => void
}

export interface HttpConnectionOptions {
  /** The longest time for each step: to the host or the proxy, through the proxy, and for the handshake of TLS. */
  readonly connectMs: number
  /** URL of the proxy; null connects directly. */
  readonly proxy: string | null
  /** How the host's name is resolved; by default as the system does. A proxy resolves it itself. */
  readonly lookup?: LookupFunction
  /** Whose certificates are believed; by default those of Node's own list. */
  readonly trust?: (() => SecureContext) | undefined
}

/** `origin` is that of an http or https URL. */
export function openHttpConnection(origin: string, { connectMs, proxy, lookup, trust }: HttpConnectionOptions): HttpConnection {
  const url = new URL(origin)
  let hasBegun = false
  let isBroken = false
  let socket: Socket | null = null
  const closed = new AbortController()
  return {
    async open(signal) {
      if (hasBegun)
        throw new Error('The connection was lost before the request left')
      hasBegun = true
      const within = { connectMs, trust, signal: AbortSignal.any([signal, closed.signal]) }
      const plain = proxy === null
        ? await connectTo(url, { ...within, lookup })
        : await openTunnel(new URL(proxy), url, within)
      socket = url.protocol === 'https:' ? await encrypt(plain, url, within) : plain
      keepReadingAfterFailedWrites(socket, () => isBroken = true)
      return socket
    },
    get isOpened() {
      return socket !== null
    },
    get isFlushed() {
      return !socket || socket.destroyed || socket.writableLength === 0
    },
    get isUsable() {
      return socket !== null && !isBroken && !socket.destroyed && !socket.errored && !socket.readableEnded
    },
    close() {
      closed.abort(new Error('The connection was closed'))
      socket?.destroy()
    },
  }
}

/** How long an answer is waited for after the other side has stopped reading the request. */
const answersWithinMs = 5000

/**
 * A service that refuses a large upload answers, and closes without reading the rest. Node destroys a socket when a write fails, with
 * the answer in it. So failed writes count as done here, and reading continues to the end; without an end they are the failure.
 */
function keepReadingAfterFailedWrites(socket: Socket, onBroken: () => void): void {
  let isBroken = false
  const tolerate = (callback: (error?: Error | null) => void) => (error?: Error | null): void => {
    if (error && !isBroken) {
      isBroken = true
      onBroken()
      const late = setTimeout(() => socket.destroy(error), answersWithinMs)
      socket.once('close', () => clearTimeout(late))
    }
    callback()
  }
  const [write, writev] = [socket._write.bind(socket), socket._writev?.bind(socket)]
  socket._write = (chunk, encoding, callback) => isBroken ? callback() : write(chunk, encoding, tolerate(callback))
  if (writev)
    socket._writev = (chunks, callback) => isBroken ? callback() : writev(chunks, tolerate(callback))
}
