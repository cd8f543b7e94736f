/** The router over the contract, used by both hosts: validates input and output, and turns errors into faults. */
import type { AnyContractProcedure } from '@orpc/contract'
import type { Router } from '@orpc/server'
import type { RequestHeadersPluginContext } from '@orpc/server/plugins'
import type { Log } from '../base/log.ts'
import type { CallContext, StudioHandlers } from '../studio/ports.ts'
import { randomBytes } from 'node:crypto'
import { isContractProcedure } from '@orpc/contract'
import { AsyncIteratorClass, implement, ORPCError, os, ValidationError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import { RequestHeadersPlugin } from '@orpc/server/plugins'
import { z } from 'zod'
import { faults, isFault } from '#contract/faults.ts'
import { contract } from '#contract/index.ts'
import { changeHeader } from '#contract/kept.ts'
import { readJson } from '#rules/plain-data.ts'

/** The context of all calls on a connection. */
export interface Caller extends Pick<CallContext, 'origin'>, RequestHeadersPluginContext {
  /** Calls and feeds that are open on the connection. */
  readonly calls: { count: number, readonly refuse: () => void }
}

export type StudioRouter = Router<typeof contract, Caller>

/** A connection that passes text; both hosts adapt their own kind to this. */
export interface Channel {
  send: (text: string) => void
  /** Called once, right away. Messages that are not text are passed on unchanged. */
  onMessage: (listener: (message: unknown) => void) => void
  onClose: (listener: () => void) => void
  /** Ends the connection because of a protocol violation. */
  refuse: () => void
}

/** Far above what pages have open: beyond it somebody is filling this machine's memory. */
const mostCallsAtOnce = 2_000

/** Far above any message of the contract; a longer one is a mistake or an attack. */
export const longestMessageBytes = 8 * 1024 * 1024

/** The id of a failed call, in the log and on the screen. */
export function newReference(): string {
  return randomBytes(4).toString('hex')
}

/**
 * Makes every procedure of the contract callable. Input is validated before its handler runs, output before it is sent.
 * A declared `Fault` is sent as it is; any other error becomes `internal` with a reference, and its stack is logged.
 */
export function createRouter(handlers: StudioHandlers, log: Log): StudioRouter {
  const guarded = implement(contract).$context<Caller>().use(createGuard(log))
  // The walk follows the contract, and `StudioHandlers` is derived from it: each procedure has its handler by type.
  return guarded.router(implementAll(contract, guarded, handlers) as never)
}

/** Answers calls on this channel until it closes, then aborts its pending calls and feeds. */
export function answerCalls(router: StudioRouter, channel: Channel, caller: Pick<Caller, 'origin'>): void {
  let isOver = false
  channel.onClose(() => {
    isOver = true
  })
  function pass(message: unknown, listener: (text: string) => void): void {
    const kind = kindOf(message)
    if (kind === null)
      channel.refuse()
    else if (kind === 'call')
      listener(message as string) // Only text is of a kind.
    else
      // oRPC reads a call in more steps than its cancellation, which would overtake it when both arrive in one turn: the call would
      // then run for ever.
      setImmediate(() => listener(message as string))
  }
  new RPCHandler(router, { plugins: [new RequestHeadersPlugin()] }).upgrade({
    // oRPC's type allows any message; given text it sends text.
    postMessage(text: unknown) {
      if (!isOver && typeof text === 'string')
        channel.send(text)
    },
    on(event: string, listener: (event?: { data: unknown }) => void) {
      if (event === 'close')
        channel.onClose(() => listener())
      else
        channel.onMessage(message => pass(message, text => listener({ data: text })))
    },
  }, { context: { ...caller, calls: { count: 0, refuse: channel.refuse } } })
}

const Envelope = z.union([
  /** A call. One header, the id of a change; others would allow other kinds of bodies, which the contract does not use. */
  z.strictObject({
    i: z.string().max(64),
    p: z.strictObject({
      u: z.string().regex(/^\/[\w/-]{1,200}$/),
      b: z.unknown().optional(),
      h: z.strictObject({ [changeHeader]: z.uuid() }).optional(),
    }),
  }).transform(() => 'call' as const),
  /** Cancels a call. */
  z.strictObject({ i: z.string().max(64), t: z.literal(4) }).transform(() => 'cancellation' as const),
])

/** Null for what is unreadable: oRPC throws outside any call for it, so messages are checked first. */
function kindOf(message: unknown): 'call' | 'cancellation' | null {
  if (typeof message !== 'string' || message.length > longestMessageBytes)
    return null
  return readJson(Envelope, message) ?? null
}

type Handler = (input: unknown, context: CallContext) => unknown

/** Walks contract, implementer and handlers side by side. */
function implementAll(part: unknown, implementer: any, handlers: any): unknown {
  if (isContractProcedure(part)) {
    return implementer.handler(({ input, context, signal }: CallArguments) => {
      const changeId = context.reqHeaders?.get(changeHeader) ?? undefined
      return callHandler(handlers as Handler, input, {
        signal: signal ?? new AbortController().signal,
        origin: context.origin,
        ...changeId !== undefined && { changeId },
      })
    })
  }
  return Object.fromEntries(Object.entries(part as object).map(([word, inner]) => [
    word,
    implementAll(inner, implementer[word], handlers[word]),
  ]))
}
interface CallArguments { input: unknown, context: Caller, signal?: AbortSignal }

function callHandler(handler: Handler, input: unknown, context: CallContext): unknown {
  const answer = handler(input, context)
  if (!isIterable(answer))
    return answer
  // oRPC takes only iterators that are iterable themselves, as generators are.
  const iterator = answer[Symbol.asyncIterator]()
  return new AsyncIteratorClass(() => iterator.next(), async () => void await iterator.return?.())
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

/** Wraps both validations, so that invalid output becomes `internal`, too. */
function createGuard(log: Log) {
  return os.$context<Caller>().middleware(async ({ next, path, signal, procedure, context: { calls } }) => {
    if (calls.count >= mostCallsAtOnce) {
      calls.refuse()
      throw new ORPCError('TOO_MANY_REQUESTS')
    }
    calls.count += 1
    let isOpen = true
    const leave = (): void => {
      if (isOpen)
        calls.count -= 1
      isOpen = false
    }
    // A feed that is cancelled before it is read is never told to end.
    signal?.addEventListener('abort', leave, { once: true })
    const translate = (thrown: unknown): unknown => asAnswer(thrown, { procedure, path, signal, log })
    try {
      const result = await next()
      if (isIterable(result.output))
        return { ...result, output: follow(result.output, signal, { translate, onEnd: leave }) }
      leave()
      return result
    }
    catch (thrown) {
      leave()
      throw translate(thrown)
    }
  })
}

interface Call { procedure: AnyContractProcedure, path: readonly string[], signal: AbortSignal | undefined, log: Log }

/** What to throw over the wire for what was thrown here. */
function asAnswer(thrown: unknown, { procedure, path, signal, log }: Call): unknown {
  // Nobody is waiting for a cancelled call.
  if (signal?.aborted && (thrown === signal.reason || (thrown instanceof Error && thrown.name === 'AbortError')))
    return thrown
  // Invalid input. Any other failed validation is our own bug.
  if (thrown instanceof ORPCError && thrown.code === 'BAD_REQUEST' && thrown.cause instanceof ValidationError)
    return thrown
  if (isFault(thrown) && thrown.code in procedure['~orpc'].errorMap && faults[thrown.code].data.safeParse(thrown.data).success)
    return new ORPCError(thrown.code, { defined: true, data: thrown.data, cause: thrown })
  const reference = newReference()
  log.error('call-failed', { reference, procedure: path.join('.'), error: stackOf(thrown) })
  return new ORPCError('internal', { defined: true, data: { reference }, cause: thrown })
}

/** The stack of an error and its causes, without the values that failed validation, which may be private text. */
export function stackOf(thrown: unknown): string {
  if (!(thrown instanceof Error))
    return String(thrown)
  const issues = thrown instanceof ValidationError ? ` ${JSON.stringify(thrown.issues)}` : ''
  const own = `${thrown.stack ?? thrown.message}${issues}`
  return thrown.cause === undefined ? own : `${own}\ncaused by ${stackOf(thrown.cause)}`
}

/** Ends a feed with its call even when its source ignores the signal. */
function follow(
  events: AsyncIterable<unknown>,
  signal: AbortSignal | undefined,
  { translate, onEnd }: { translate: (thrown: unknown) => unknown, onEnd: () => void },
) {
  const iterator = events[Symbol.asyncIterator]()
  async function next(): Promise<IteratorResult<unknown>> {
    try {
      return await nextOrEnd(iterator, signal)
    }
    catch (thrown) {
      throw translate(thrown)
    }
  }
  return new AsyncIteratorClass(next, async () => {
    onEnd()
    // Not awaited: a source that waits for its next event would keep the call open.
    void iterator.return?.().then(undefined, translate)
  })
}

function nextOrEnd(iterator: AsyncIterator<unknown>, signal: AbortSignal | undefined): Promise<IteratorResult<unknown>> {
  return new Promise((resolve, reject) => {
    const end = (): void => resolve({ done: true, value: undefined })
    if (signal?.aborted)
      return end()
    signal?.addEventListener('abort', end, { once: true })
    iterator.next().then(resolve, reject).finally(() => signal?.removeEventListener('abort', end))
  })
}
