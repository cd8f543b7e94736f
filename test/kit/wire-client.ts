/** Typed clients for node tests, over a WebSocket or a MessagePort, and the code exchange of the web host. */
import type { MessagePort } from 'node:worker_threads'
import type { StudioClient } from '#contract/index.ts'
import { once } from 'node:events'
import { createORPCClient } from '@orpc/client'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import { WebSocket } from 'ws'

/** A client over a port that is already started. */
export function clientOverPort(port: MessagePort): StudioClient {
  return createORPCClient(new PortLink({ port }))
}

/** A client over a socket whose token was accepted. */
export function clientOverSocket(socket: WebSocket): StudioClient {
  // The client expects a browser's WebSocket, but uses only members that `ws` has too.
  return createORPCClient(new SocketLink({ websocket: socket as unknown as globalThis.WebSocket }))
}

/** The token for the code in an address such as `http://127.0.0.1:4711/#code=…`. */
export async function exchangeCode(address: string): Promise<Response> {
  const { origin, hash } = new URL(address)
  return fetch(`${origin}/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Origin': origin },
    body: JSON.stringify({ code: hash.slice('#code='.length) }),
  })
}

export async function tokenFor(address: string): Promise<string> {
  // The shape of the page's schema.
  const { token } = await (await exchangeCode(address)).json() as { token: string }
  return token
}

/** Opens a socket and sends the token. Resolves when the host accepts it; rejects with the close code otherwise. */
export async function openSocket(origin: string, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/wire`, { origin })
  await once(socket, 'open')
  socket.send(JSON.stringify({ token }))
  await new Promise<void>((resolve, reject) => {
    socket.once('message', () => resolve())
    socket.once('close', code => reject(new Error(`closed with ${code}`)))
  })
  return socket
}

/** A client of the app's bundle, at the address where its page is shown: until a page takes its place. */
export async function clientOfBundle(address: string): Promise<{ client: StudioClient, close: () => Promise<void> }> {
  const socket = new WebSocket(address.replace('http', 'ws').replace(/\/$/, '/port'))
  await once(socket, 'message')
  return {
    client: clientOverSocket(socket),
    async close() {
      if (socket.readyState === WebSocket.CLOSED)
        return
      socket.close()
      await once(socket, 'close')
    },
  }
}
