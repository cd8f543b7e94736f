/** Reads an answer from the moment it begins: when the line breaks, all that came before is still handed out. */
import type { Readable } from 'node:stream'

const mostWaitingBytes = 1 << 20

/**
 * A stream that fails throws away what nobody had read yet; an answer that is paid for is not to lose a byte that way.
 * Listening begins at once, the pieces are to be read once. No more than about a megabyte waits.
 */
export function readEagerly(body: Readable): AsyncGenerator<Uint8Array> {
  const waiting: Uint8Array[] = []
  let waitingBytes = 0
  let ended: { readonly error: unknown } | null = null
  let wake = (): void => {}

  const end = (error: unknown): void => {
    ended ??= { error }
    wake()
  }
  body.on('data', (piece: Uint8Array) => {
    waiting.push(piece)
    waitingBytes += piece.length
    if (waitingBytes > mostWaitingBytes)
      body.pause()
    wake()
  })
  body.on('end', () => end(null))
  body.on('error', end)
  body.on('close', () => end(new Error('The answer broke off')))

  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const piece = waiting.shift()
        if (piece) {
          waitingBytes -= piece.length
          body.resume()
          yield piece
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
  return pieces()
}
