/** A web server that is not the service, and an address where nobody listens. */
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { createServer } from 'node:http'

export async function openStranger(): Promise<{ url: string, close: () => Promise<void> }> {
  const server = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome</title><h1>It works!</h1>'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // A TCP server that listens has an address with a port.
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The address of a server that is gone. */
export async function emptyAddress(): Promise<string> {
  const stranger = await openStranger()
  await stranger.close()
  return stranger.url
}
