/** A TCP relay between a studio and its service: the test can hold answers back or cut all connections. */
import type { Socket } from 'node:net'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'

export interface Relay {
  /** The service's address through the relay. */
  readonly url: string
  /** From now on answers are held back. */
  hold: () => void
  /** Passes on the held bytes and everything after. */
  release: () => void
  /** Like an unplugged cable: open connections break, and nothing answers. */
  cut: () => Promise<void>
  restore: () => Promise<void>
  close: () => Promise<void>
}

export async function openRelay(serviceUrl: string): Promise<Relay> {
  const target = new URL(serviceUrl)
  const lines = new Set<{ near: Socket, far: Socket }>()
  let isHeld = false
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    lines.add({ near, far })
    near.pipe(far)
    far.pipe(near)
    if (isHeld)
      far.unpipe(near)
    for (const end of [near, far]) {
      end.on('error', () => {}) // Either end may be cut; the close below passes that on.
      end.on('close', () => {
        near.destroy()
        far.destroy()
      })
    }
  })
  async function listen(port: number): Promise<number> {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : port
  }
  const port = await listen(0)

  async function cut(): Promise<void> {
    const closed = new Promise(resolve => server.close(resolve))
    for (const { near, far } of lines) {
      near.resetAndDestroy()
      far.destroy()
    }
    lines.clear()
    await closed
  }

  return {
    url: `http://127.0.0.1:${port}`,
    hold() {
      isHeld = true
      lines.forEach(({ near, far }) => far.unpipe(near))
    },
    release() {
      isHeld = false
      lines.forEach(({ near, far }) => far.pipe(near))
    },
    cut,
    restore: async () => {
      await listen(port)
    },
    close: cut,
  }
}
