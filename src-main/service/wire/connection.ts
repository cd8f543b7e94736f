/** One connection for one exchange: made fresh, never kept alive, never made twice. */
import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import { buildConnector, Client, ProxyAgent } from 'undici'

export interface Line {
  readonly dispatcher: Dispatcher
  /** Null until the connection stands. Behind a proxy: the socket that carries the request, inside the tunnel. */
  readonly socket: () => Socket | null
  close: () => void
}

export interface LineOptions {
  readonly connectMs: number
  /** Address of the proxy to go through; null goes straight. */
  readonly proxy: string | null
}

/**
 * Opens nothing yet: the connection is made by the first request and serves only that one. A second attempt to connect
 * is refused here, so that no retry inside the HTTP client can ever send a body twice.
 */
export function openLine(origin: string, { connectMs, proxy }: LineOptions): Line {
  let socket: Socket | null = null
  const keep = (made: Socket): void => {
    socket = made
  }
  // Timeouts are the watchdog's; HTTP/1.1 because the last bytes of its body are ours to hold back.
  const options = { pipelining: 0, allowH2: false, headersTimeout: 0, bodyTimeout: 0 }
  const dispatcher = proxy === null
    ? new Client(origin, { ...options, connect: connectOnce(buildConnector({ timeout: connectMs, allowH2: false }), keep) })
    : new ProxyAgent({
        ...options,
        uri: proxy,
        connectTimeout: connectMs,
        factory: (to, given) => new Client(to, { ...given, ...options, connect: connectOnce(connectorOf(given, connectMs), keep) }),
      })
  return {
    dispatcher,
    socket: () => socket,
    close() {
      // Nothing waits for it, and an error of a connection that is being thrown away tells nothing new.
      dispatcher.destroy().catch(() => {})
    },
  }
}

function connectOnce(connect: buildConnector.connector, keep: (socket: Socket) => void): buildConnector.connector {
  let hasConnected = false
  return (options, callback) => {
    if (hasConnected) {
      callback(new Error('The connection was lost before the request left'), null)
      return
    }
    hasConnected = true
    connect(options, (...[error, socket]: buildConnector.CallbackArgs) => {
      if (error) {
        callback(error, null)
        return
      }
      keep(socket)
      callback(null, socket)
    })
  }
}

/** The proxy agent hands its tunnel in as a connector; without one the client connects by itself. */
function connectorOf(given: object, connectMs: number): buildConnector.connector {
  const connect = 'connect' in given ? given.connect : undefined
  // undici declares a factory's options as a bare object; a function there is its tunnel connector.
  return typeof connect === 'function' ? connect as buildConnector.connector : buildConnector({ timeout: connectMs, allowH2: false })
}
