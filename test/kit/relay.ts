/** A line between a studio and its service that the test holds in its hand: answers wait in it until they are let through. */
import type { Socket } from 'node:net'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Relay {
  /** The service's address by way of this line. */
  readonly url: string
  /** From now on no byte of an answer passes. */
  hold: () => void
  /** Lets through what waits and what comes. */
  release: () => void
}

export async function openRelay(serviceUrl: string): Promise<Relay> {
  const target = new URL(serviceUrl)
  const lines = new Set<{ near: Socket, far: Socket }>()
  let isHeld = false
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    const line = { near, far }
    lines.add(line)
    near.pipe(far)
    far.pipe(near)
    if (isHeld)
      far.unpipe(near)
    for (const end of [near, far]) {
      end.on('error', () => {}) // Either end may be cut; the other one is told by the close below.
      end.on('close', () => {
        near.destroy()
        far.destroy()
        lines.delete(line)
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const { near, far } of lines) {
      near.destroy()
      far.destroy()
    }
    await new Promise(resolve => server.close(resolve))
  })
  const address = server.address()
  const url = new URL(serviceUrl)
  url.port = String(typeof address === 'object' && address !== null ? address.port : 0)
  return {
    url: url.href,
    hold() {
      isHeld = true
      lines.forEach(({ near, far }) => far.unpipe(near))
    },
    release() {
      isHeld = false
      lines.forEach(({ near, far }) => far.pipe(near))
    },
  }
}
