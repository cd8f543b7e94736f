/**
 * The ids of requests. What is asked for has one id from its first sending until main has confirmed it, however often its answer is lost:
 * main does the work of one id once.
 */
import type { RequestId } from '#contract/words.ts'
import type { Attempt } from '../../wire/attempt.ts'
import { plainText } from '#rules/plain-data.ts'
import { digestOf } from './digest.ts'

/** An id that is not confirmed. */
export interface OpenId {
  /** Digest of what is asked for. */
  readonly of: string
  readonly id: RequestId
}

export interface IdStorage {
  readonly read: () => readonly OpenId[]
  /** Must be kept when it returns: the page may be closed at any time. */
  readonly write: (open: readonly OpenId[]) => void
}

export interface RequestIds {
  /** It was sent, and main has not confirmed it: sending it again is the same request. */
  readonly isOpen: (what: unknown) => boolean
  /**
   * Sends a request under its id. `what` is plain data: what is asked for, with everything that makes two requests differ and nothing that
   * changes by itself. Only a value confirms; after any fault the next call uses the same id again.
   */
  readonly once: <A extends Attempt<unknown>>(what: unknown, send: (requestId: RequestId) => Promise<A>) => Promise<A>
}

/** Older ones are forgotten. Each needs about 100 bytes. */
const mostOpen = 500

export function createRequestIds({ storage, newId }: { storage: IdStorage, newId: () => RequestId }): RequestIds {
  return {
    isOpen(what) {
      const of = digestOf(plainText(what))
      return storage.read().some(each => each.of === of)
    },
    async once(what, send) {
      const of = digestOf(plainText(what))
      // Read each time: another window of this studio writes to it, too.
      const open = storage.read()
      const id = open.find(each => each.of === of)?.id ?? newId()
      storage.write([...open.filter(each => each.of !== of), { of, id }].slice(-mostOpen))
      const answer = await send(id)
      if (answer.fault === undefined)
        storage.write(storage.read().filter(each => each.id !== id))
      return answer
    },
  }
}
