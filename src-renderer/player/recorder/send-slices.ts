/** Sends the slices of a recording in order, each until it arrived. */

/** `lost`: the connection is lost for now; `over`: main has ended the recording. */
export type SliceAnswer = 'kept' | 'lost' | 'disk-full' | 'over'

export interface SliceSender {
  add: (slice: Blob) => void
  /** Resolves when all that was added has arrived, or nothing more will. */
  drained: () => Promise<void>
  /** Bytes that were added; a slice counts before it is sent. */
  readonly addedBytes: number
}

export interface SliceSenderOptions {
  readonly send: (at: number, slice: Blob) => Promise<SliceAnswer>
  /** Called once, when a slice can't be sent: nothing is sent after it. */
  readonly onFailure: (because: 'disk-full' | 'studio-gone') => void
  readonly now: () => number
  readonly pause: (ms: number) => Promise<void>
}

const retryMs = 500
/** Longer than the studio waits before it ends a recording by itself: nothing would come of more. */
const giveUpMs = 30_000

export function createSliceSender({ send, onFailure, now, pause }: SliceSenderOptions): SliceSender {
  let addedBytes = 0
  let hasFailed = false
  let last: Promise<void> = Promise.resolve()

  async function sendOne(at: number, slice: Blob): Promise<void> {
    const sinceMs = now()
    while (!hasFailed) {
      const answer = await send(at, slice)
      if (answer === 'kept')
        return
      if (answer !== 'lost' || now() - sinceMs > giveUpMs) {
        hasFailed = true
        onFailure(answer === 'disk-full' ? 'disk-full' : 'studio-gone')
        return
      }
      await pause(retryMs)
    }
  }

  return {
    get addedBytes() { return addedBytes },
    add(slice) {
      const at = addedBytes
      addedBytes += slice.size
      last = last.then(() => sendOne(at, slice))
    },
    drained: () => last,
  }
}
