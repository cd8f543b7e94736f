/**
 * Faults: everything that can go wrong between client and service, injected by configuration and never by a special prompt.
 * A fault is plain data, so that tests, scripts and command lines can use the same form.
 */
import type { Kind } from './parameters.ts'
import type { Character } from './voice/utterance.ts'
import { wait } from './waiting.ts'

/** The known formats of error bodies; `detail` is the one that the live service sends. */
export type ErrorShape
  = | 'detail'
    | 'detail-list'
    | 'detail-error'
    | 'error'
    | 'error-object'
    | 'flat'
    | 'message'
    | 'success-error'
    | 'success-message'
    | 'code-msg'
    | 'text'
    | 'html'
    | 'empty'

export type Compression = 'gzip' | 'deflate' | 'br' | 'zstd'

export type FaultAction
  /**
   * Waits: at `arrival` before anything is read, otherwise after the work is accepted and done. Who waits continues when the fault is
   * deactivated.
   */
  = | { readonly do: 'delay', readonly ms: number, readonly at?: 'arrival' | 'answer' }
  /** Refuses a complete request, or with `early` before its body is read. `retryAfter`: seconds, or a date as `{ atMs }` since epoch. */
    | {
      readonly do: 'refuse'
      readonly status: number
      readonly shape?: ErrorShape
      readonly message?: string
      readonly headers?: Readonly<Record<string, string>>
      readonly retryAfter?: number | { readonly atMs: number }
      readonly early?: boolean
    }
  /** Cuts the connection: before the body is read, after the work is accepted, or in the middle of the answer. */
    | { readonly do: 'reset', readonly at: 'arrival' | 'accepted' | 'mid-answer' }
  /** Answers 200 with a wrong body: `truncated` is the first half of the real one, with a matching Content-Length. */
    | {
      readonly do: 'wrong-body'
      readonly as: 'html' | 'empty' | 'error-json' | 'truncated'
      readonly shape?: ErrorShape
      readonly message?: string
    }
  /** Sends interim answers (1xx), which nobody has asked for: before the body is read, or before the answer. */
    | { readonly do: 'interim', readonly statuses: readonly (100 | 102 | 103)[], readonly at: 'arrival' | 'answer' }
  /** Sends the real answer in small chunks. */
    | { readonly do: 'drip', readonly chunkBytes: number, readonly everyMs: number }
  /** Compresses the real answer, whatever the client accepts. */
    | { readonly do: 'compress', readonly as: Compression }
  /** Reports this word instead of the real state of a video job. */
    | { readonly do: 'status', readonly value: string }
  /** Answers 404 for a video job that exists. */
    | { readonly do: 'job-missing' }
  /** Speaks other words than were asked for: without a word, with one twice, or another one in its place. `word` counts from 0. */
    | { readonly do: 'misspeak', readonly as: 'drop' | 'double' | 'replace', readonly word: number, readonly by?: string }
  /** Speaks otherwise than the voice usually does, as loud as `gainDb` says. */
    | { readonly do: 'drift', readonly character?: Partial<Character>, readonly gainDb?: number }
  /** Accepts the video job, which then fails. */
    | { readonly do: 'job-fails', readonly error: string }
  /**
   * Streams speech in another dialect, with an error after the first chunk, without an end, ending within an event, with an event that is
   * damaged, or with an end that repeats all of it. Over a WebSocket, `cut-event` closes it in order after the first message.
   */
    | {
      readonly do: 'stream'
      readonly as: 'openai' | 'nested' | 'odd-bytes' | 'bare' | 'hex' | 'repeats' | 'error' | 'no-end' | 'cut-event' | 'damaged'
    }

export interface Match {
  /** The whole path, as in `/api/v1/generate/status`. */
  readonly path?: string
  readonly method?: string
  readonly model?: string
  /** Known once the body is read. */
  readonly kind?: Kind
}

export type Fault = FaultAction & {
  /** Every given member must match; a fault with a model or kind applies once those are known. */
  readonly when?: Match
  /** How many times it applies; default without limit. */
  readonly times?: number
}

export interface Faults {
  /** Activates a fault and returns a function that deactivates it. */
  set: (fault: Fault) => () => void
  clear: () => void
  /** The active faults, with the number of times that are left. */
  list: () => readonly Fault[]
}

type ActionName = FaultAction['do']
type ActionOf<D extends ActionName> = Extract<FaultAction, { do: D }>

/** The server's side of the faults. */
export interface FaultBox extends Faults {
  /** The first fault of this kind that matches the call and `also`; counts as one use. */
  take: <D extends ActionName>(what: D, call: Match, also?: (action: ActionOf<D>) => boolean) => ActionOf<D> | undefined
  /** Waits as the first delay says that matches the call and the moment. Throws an AbortError when the signal aborts first. */
  delay: (call: Match, at: 'arrival' | 'answer', signal: AbortSignal) => Promise<void>
}

interface Entry {
  readonly fault: Fault
  left: number
  readonly off: AbortController
}

export function createFaults(initial: readonly Fault[] = []): FaultBox {
  let active: Entry[] = []
  const set: Faults['set'] = (fault) => {
    const entry: Entry = { fault, left: fault.times ?? Number.POSITIVE_INFINITY, off: new AbortController() }
    active.push(entry)
    return () => {
      active = active.filter(other => other !== entry)
      entry.off.abort()
    }
  }
  function use<D extends ActionName>(what: D, call: Match, also: (action: ActionOf<D>) => boolean): [ActionOf<D>, Entry] | undefined {
    for (const entry of active) {
      const { fault } = entry
      if (entry.left > 0 && matches(fault.when ?? {}, call) && isAction(fault, what) && also(fault)) {
        entry.left--
        return [fault, entry]
      }
    }
    return undefined
  }
  initial.forEach(set)
  return {
    set,
    clear() {
      const ended = active
      active = []
      ended.forEach(entry => entry.off.abort())
    },
    list: () =>
      active.filter(entry => entry.left > 0).map(({ fault, left }) => ({ ...fault, ...(Number.isFinite(left) ? { times: left } : {}) })),
    take: (what, call, also = () => true) => use(what, call, also)?.[0],
    async delay(call, at, signal) {
      const [action, entry] = use('delay', call, delay => (delay.at ?? 'answer') === at) ?? []
      if (action && entry)
        await wait(action.ms, AbortSignal.any([signal, entry.off.signal])).catch(() => signal.throwIfAborted())
    },
  }
}

function isAction<D extends ActionName>(fault: FaultAction, what: D): fault is ActionOf<D> {
  return fault.do === what
}

function matches(when: Match, call: Match): boolean {
  return (['path', 'method', 'model', 'kind'] as const).every(name => when[name] === undefined || when[name] === call[name])
}
