/**
 * Connections that have proven nothing yet. Each kind has its own number, and beyond it the oldest is ended: whoever keeps
 * many open, silent or slow, holds back only others of the kind, and the owner's page always gets in.
 */
import type { Socket } from 'node:net'

/** silent: no whole request yet, or none since the last answer · unproven: a request without a valid token or signature. */
export type ConnectionKind = 'silent' | 'unproven'

export interface ConnectionLimits { readonly mostSilent: number, readonly mostUnproven: number }

/** Together less than the server takes at all. */
export const connectionLimits: ConnectionLimits = { mostSilent: 128, mostUnproven: 128 }

export interface Connections {
  /** Counts the connection as one of this kind, and as no other. */
  enter: (socket: Socket, kind: ConnectionKind) => void
  /** The connection has proven that it is the page's. */
  leave: (socket: Socket) => void
}

export function createConnections({ mostSilent, mostUnproven }: ConnectionLimits): Connections {
  const kinds = {
    silent: { sockets: new Set<Socket>(), most: mostSilent },
    unproven: { sockets: new Set<Socket>(), most: mostUnproven },
  } satisfies Record<ConnectionKind, { sockets: Set<Socket>, most: number }>

  const watched = new WeakSet<Socket>()

  function leave(socket: Socket): void {
    for (const { sockets } of Object.values(kinds))
      sockets.delete(socket)
  }

  return {
    leave,
    enter(socket, kind) {
      leave(socket)
      if (socket.destroyed)
        return
      const { sockets, most } = kinds[kind]
      sockets.add(socket)
      if (!watched.has(socket)) {
        watched.add(socket)
        socket.once('close', () => leave(socket))
      }
      // A set keeps the order in which they came.
      const [oldest] = sockets
      if (sockets.size > most)
        oldest?.destroy()
    },
  }
}
