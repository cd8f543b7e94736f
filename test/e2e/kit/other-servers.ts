/** Servers for failed connections: one that is not the service, one that only lists models, and an address where nothing listens. */
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { createServer } from 'node:http'

interface Listening { url: string, close: () => Promise<void> }

export function openOtherServer(): Promise<Listening> {
  return answering('text/html', '<!doctype html><title>Welcome</title><h1>It works!</h1>')
}

/** Accepts any key and lists these models. */
export function openLister(models: readonly string[]): Promise<Listening> {
  return answering('application/json', JSON.stringify({ data: models.map(id => ({ id })) }))
}

async function answering(type: string, body: string): Promise<Listening> {
  const server = createServer((_request, response) => response.writeHead(200, { 'content-type': type }).end(body))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // A listening TCP server has an address with a port.
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The address of a server that was closed. */
export async function emptyAddress(): Promise<string> {
  const other = await openOtherServer()
  await other.close()
  return other.url
}
