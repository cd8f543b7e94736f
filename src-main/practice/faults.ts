/**
 * Fault switches: everything that can go wrong on the way, turned on by configuration and never by a magic prompt.
 * A switch is plain data, so that a test, a script and a command line can write the same thing.
 */
import type { Kind } from './parameters.ts'

/** The error bodies seen in the wild; `detail` is the one the live service is known to send. */
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

export type Trouble
  /** Waits; at `arrival` before anything is read, otherwise with the work accepted and done. */
  = | { readonly do: 'delay', readonly ms: number, readonly at?: 'arrival' | 'answer' }
  /** Refuses a whole request, or with `early` before its body is read. `retryAfter` in seconds, or a date as `{ atMs }` since epoch. */
    | { readonly do: 'refuse', readonly status: number, readonly shape?: ErrorShape, readonly message?: string, readonly headers?: Readonly<Record<string, string>>, readonly retryAfter?: number | { readonly atMs: number }, readonly early?: boolean }
  /** Cuts the line: before the body is read, when the work was accepted, or half-way through the answer. */
    | { readonly do: 'reset', readonly at: 'arrival' | 'accepted' | 'mid-answer' }
  /** Answers 200 with something else: `truncated` is the first half of the real thing, and says nothing about it. */
    | { readonly do: 'wrong-body', readonly as: 'html' | 'empty' | 'error-json' | 'truncated', readonly shape?: ErrorShape, readonly message?: string }
  /** Sends the real answer in small pieces. */
    | { readonly do: 'drip', readonly chunkBytes: number, readonly everyMs: number }
  /** Says this word instead of the true state of a shot. */
    | { readonly do: 'status', readonly value: string }
  /** Answers 404 about a shot it knows. */
    | { readonly do: 'job-missing' }
  /** Accepts the shot, which then fails. */
    | { readonly do: 'job-fails', readonly error: string }
  /** Streams speech in another dialect, with an error after the first sound, or without an end. */
    | { readonly do: 'stream', readonly as: 'openai' | 'nested' | 'odd-bytes' | 'error' | 'no-end' }

export interface Match {
  /** The whole path, as in `/api/v1/generate/status`. */
  readonly path?: string
  readonly method?: string
  readonly model?: string
  /** Known once the body was read. */
  readonly kind?: Kind
}

export type Fault = Trouble & {
  /** Every member given must be the same; a switch with a model or kind waits until those are known. */
  readonly when?: Match
  /** Goes off this often, then no more; without it, always. */
  readonly times?: number
}

export interface Faults {
  /** Turns a switch on and returns the way to turn it off again. */
  set: (fault: Fault) => () => void
  clear: () => void
  /** What is on now, with the times that are left. */
  list: () => readonly Fault[]
}

type Doing = Trouble['do']
type Doer<D extends Doing> = Extract<Trouble, { do: D }>

/** The server's side of the switches. */
export interface FaultBox extends Faults {
  /** The first switch of this sort that matches the call and `also`; uses up one of its times. */
  take: <D extends Doing>(what: D, call: Match, also?: (trouble: Doer<D>) => boolean) => Doer<D> | undefined
}

export function createFaults(initial: readonly Fault[] = []): FaultBox {
  let switches: { fault: Fault, left: number }[] = []
  const set: Faults['set'] = (fault) => {
    const entry = { fault, left: fault.times ?? Number.POSITIVE_INFINITY }
    switches.push(entry)
    return () => {
      switches = switches.filter(other => other !== entry)
    }
  }
  initial.forEach(set)
  return {
    set,
    clear() {
      switches = []
    },
    list: () => switches.filter(entry => entry.left > 0).map(({ fault, left }) => ({ ...fault, ...(Number.isFinite(left) ? { times: left } : {}) })),
    take(what, call, also = () => true) {
      for (const entry of switches) {
        const { fault } = entry
        if (entry.left > 0 && matches(fault.when ?? {}, call) && isDoing(fault, what) && also(fault)) {
          entry.left--
          return fault
        }
      }
      return undefined
    },
  }
}

function isDoing<D extends Doing>(fault: Trouble, what: D): fault is Doer<D> {
  return fault.do === what
}

function matches(when: Match, call: Match): boolean {
  return (['path', 'method', 'model', 'kind'] as const).every(name => when[name] === undefined || when[name] === call[name])
}
