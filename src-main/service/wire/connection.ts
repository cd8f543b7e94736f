/** An HTTP connection for exactly one exchange: never kept alive, never opened twice. */
import type { LookupFunction, Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import { buildConnector, Client, ProxyAgent } from 'undici'

export interface HttpConnection {
  readonly dispatcher: Dispatcher
  /** Null until connected. Behind a proxy: the socket inside the tunnel, which carries the request. */
  readonly socket: () => Socket | null
  close: () => void
}

export interface HttpConnectionOptions {
  readonly connectMs: number
  /** URL of the proxy; null connects directly. */
  readonly proxy: string | null
  /** How the host's name is resolved; by default as the system does. A proxy resolves it itself. */
  readonly lookup?: LookupFunction
}

/**
 * Connects when the first request is sent, and serves only that one. A second attempt to connect is refused here, so that no
 * retry inside the HTTP client can send a body twice.
 */
export function openHttpConnection(origin: string, { connectMs, proxy, lookup }: HttpConnectionOptions): HttpConnection {
  let socket: Socket | null = null
  const keep = (connected: Socket): void => {
    socket = connected
  }
  // `idle-timeout.ts` enforces the timeouts. HTTP/1.1, because its body bytes can be held back individually.
  const options = { pipelining: 0, allowH2: false, headersTimeout: 0, bodyTimeout: 0 }
  const direct = buildConnector({ timeout: connectMs, allowH2: false, ...(lookup && { lookup }) })
  const dispatcher = proxy === null
    ? new Client(origin, { ...options, connect: connectOnce(direct, keep) })
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
      // An error of a connection that is being discarded is of no interest.
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

/** The proxy agent passes its tunnel as a connector; without one the client connects itself. */
function connectorOf(given: object, connectMs: number): buildConnector.connector {
  const connect = 'connect' in given ? given.connect : undefined
  // undici declares a factory's options as a bare object; a function there is its tunnel connector.
  return typeof connect === 'function' ? connect as buildConnector.connector : buildConnector({ timeout: connectMs, allowH2: false })
}
