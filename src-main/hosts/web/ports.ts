/**
 * Ports to listen on. A browser keeps drafts and places (playhead, zoom, what was open) by address: a studio that comes back at another
 * port would have lost them, so each folder has its own port, and another is taken only while that one is not free.
 */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'

/** Below those that systems give to outgoing connections. */
const [firstPort, portCount] = [20_000, 12_000]

/** The same for the same folder on every start. */
export function portOfFolder(folder: string): number {
  return firstPort + createHash('sha256').update(resolve(folder)).digest().readUInt32BE() % portCount
}

/** Tries them in this order; 0 takes any free port. Rejects with Node's own error (EADDRINUSE, EACCES …) of the last. */
export async function listenAt(server: Server, [port = 0, ...others]: readonly number[], address: string): Promise<number> {
  try {
    return await listen(server, port, address)
  }
  catch (error) {
    if (others.length === 0)
      throw error
    return listenAt(server, others, address)
  }
}

function listen(server: Server, port: number, address: string): Promise<number> {
  return new Promise((done, reject) => {
    server.once('error', reject)
    server.listen(port, address, () => {
      server.off('error', reject)
      done((server.address() as AddressInfo).port) // A TCP server that listens has an address with a port.
    })
  })
}
