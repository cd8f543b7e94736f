/** Reads a body from its first byte on: when the connection breaks, everything received before is still delivered. */
import type { Readable } from 'node:stream'

const mostQueuedBytes = 1 << 20

/**
 * A Node stream that fails discards what was not read yet; an answer that was paid for must not lose a byte that way.
 * Reading begins at once; the chunks can be iterated once. About a megabyte is buffered at most.
 */
export function readEagerly(body: Readable): AsyncGenerator<Uint8Array> {
  const queue: Uint8Array[] = []
  let queuedBytes = 0
  let ended: { readonly error: unknown } | null = null
  let wake = (): void => {}

  const end = (error: unknown): void => {
    ended ??= { error }
    wake()
  }
  body.on('data', (chunk: Uint8Array) => {
    queue.push(chunk)
    queuedBytes += chunk.length
    if (queuedBytes > mostQueuedBytes)
      body.pause()
    wake()
  })
  body.on('end', () => end(null))
  body.on('error', end)
  body.on('close', () => end(new Error('The answer broke off')))

  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const chunk = queue.shift()
        if (chunk) {
          queuedBytes -= chunk.length
          body.resume()
          yield chunk
        }
        else if (ended) {
          if (ended.error !== null)
            throw ended.error
          return
        }
        else {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
      }
    }
    finally {
      body.destroy()
    }
  }
  return chunks()
}
