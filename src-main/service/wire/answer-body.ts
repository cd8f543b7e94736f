/** The body of an answer as it arrives: when the connection breaks, everything received before is still delivered. */

/** About as much is buffered at most. */
const mostQueuedBytes = 1 << 20

export interface AnswerBody {
  push: (bytes: Uint8Array) => void
  /** Null for the regular end; otherwise thrown after all chunks. Only the first call counts. */
  end: (error: unknown) => void
  /** The chunks; can be iterated once. */
  readonly chunks: AsyncGenerator<Uint8Array>
}

/** `pause` and `resume` hold the source back; `close` is called when nobody reads on. */
export function createAnswerBody({ pause, resume, close }: {
  readonly pause: () => void
  readonly resume: () => void
  readonly close: () => void
}): AnswerBody {
  const queue: Uint8Array[] = []
  let queuedBytes = 0
  let isPaused = false
  let ended: { readonly error: unknown } | null = null
  let wake = (): void => {}

  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const chunk = queue.shift()
        if (chunk) {
          queuedBytes -= chunk.length
          if (isPaused && queuedBytes <= mostQueuedBytes) {
            isPaused = false
            resume()
          }
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
      close()
    }
  }

  return {
    push(bytes) {
      queue.push(bytes)
      queuedBytes += bytes.length
      if (queuedBytes > mostQueuedBytes && !isPaused) {
        isPaused = true
        pause()
      }
      wake()
    },
    end(error) {
      ended ??= { error }
      wake()
    },
    chunks: chunks(),
  }
}
