/**
 * Sends a request that may cost money, once. All of it but the last bytes goes out first; then the caller's `commit` makes
 * the sending durable; only then do the last bytes leave. Before that the service cannot have a complete request.
 */
import type { Readable } from 'node:stream'
import type { Headers } from '../errors.ts'
import type { ServiceFacts } from '../service-error.ts'
import type { Line } from './connection.ts'
import type { BodyPlan, WireRequest } from './encode.ts'
import type { OnAudio, OnText, ReceivedAnswer } from './receive.ts'
import type { Connection, TransportContext } from './transport.ts'
import type { Watchdog } from './watchdog.ts'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { endpointUrl } from '../base-url.ts'
import { errorOfAnswer, factsOf } from '../errors.ts'
import { ServiceError } from '../service-error.ts'
import { openLine } from './connection.ts'
import { planBody } from './encode.ts'
import { readErrorText } from './get.ts'
import { readEagerly } from './pieces.ts'
import { receive } from './receive.ts'
import { authorization, errorOfExchange } from './transport.ts'
import { openWatchdog } from './watchdog.ts'

/** What `commit` may answer: 'hold' keeps the last bytes, anything else lets them leave. */
export type Commit = void | 'send' | 'hold'
/** What `submit` answers: 'hold' only to a caller whose `commit` may answer that. */
export type Submitted<Committed> = ReceivedAnswer | Extract<Committed, 'hold'>

export interface SubmitOptions<Committed extends Commit = void> {
  /**
   * Makes it durable that the request is about to be complete. When it answers 'hold', the last bytes stay and `submit`
   * answers 'hold'. When it throws, they stay as well and its error passes through.
   */
  readonly commit: () => Promise<Committed>
  /** In the very turn in which the last bytes leave, just before them. When it throws, they stay. */
  readonly onLeaving?: () => void
  /** Where the answer is written. Whatever is there is replaced, but not before an answer comes. */
  readonly partPath: string
  readonly signal: AbortSignal
  readonly onSentBytes?: (sentBytes: number, totalBytes: number) => void
  /** Streamed speech, piece by piece, while it arrives. */
  readonly onAudio?: OnAudio
  /** A chat answer, while it arrives. */
  readonly onText?: OnText
}

/** How far the request has got; `sent` is the only stage at which money may be gone. */
type Stage = 'before-commit' | 'committed' | 'sent'

interface Submission<Committed extends Commit = Commit> {
  readonly ways: TransportContext
  readonly connection: Connection
  readonly request: WireRequest
  readonly options: SubmitOptions<Committed>
  readonly plan: BodyPlan
  readonly watchdog: Watchdog
  /** Aborts when the exchange has to end, for whatever reason. */
  readonly over: AbortController
  stage: Stage
  /** An answer or a failure came: the last bytes must not leave any more. */
  isSettled: boolean
  /** Set once a 2xx answer begins to arrive. */
  incoming: { readonly status: number, readonly facts: ServiceFacts } | null
  committing: Promise<void> | null
  /** Set when `commit` answered so: the last bytes stay. */
  held: Extract<Committed, 'hold'> | null
  commitError: { readonly error: unknown } | null
}

/** Rejects with a ServiceError, or with whatever `commit` threw. */
export async function submit<Committed extends Commit>(
  ways: TransportContext,
  connection: Connection,
  request: WireRequest,
  options: SubmitOptions<Committed>,
): Promise<Submitted<Committed>> {
  const over = new AbortController()
  const watchdog = openWatchdog(ways.clock, () => over.abort(new Error('late')))
  const submission: Submission<Committed> = {
    ways,
    connection,
    request,
    options,
    plan: planBody(request),
    watchdog,
    over,
    stage: 'before-commit',
    isSettled: false,
    incoming: null,
    committing: null,
    held: null,
    commitError: null,
  }
  const stop = (): void => over.abort(options.signal.reason)
  options.signal.addEventListener('abort', stop, { once: true })
  let line: Line | null = null
  let body: AsyncGenerator<Uint8Array> | null = null
  try {
    options.signal.throwIfAborted()
    const url = endpointUrl(connection.baseUrl, request.path)
    const opened = openLine(url.origin, { connectMs: ways.timeouts.connectMs, proxy: await ways.proxyFor(url.href) })
    line = opened
    body = heldBackBody(submission, opened)
    return await exchange(submission, opened, url, body)
  }
  catch (error) {
    // From here on the last bytes stay, also when a commit that is under way succeeds: what it wrote is told below.
    submission.isSettled = true
    await submission.committing
    if (submission.held)
      return submission.held
    throw await errorOf(submission, error)
  }
  finally {
    options.signal.removeEventListener('abort', stop)
    watchdog.close()
    over.abort(new Error('over'))
    line?.close()
    // Closes a source file that was still being read. It waits for the generator's last step, nobody waits for it.
    body?.return(undefined).catch(() => {})
  }
}

async function exchange(submission: Submission, line: Line, url: URL, body: AsyncGenerator<Uint8Array>): Promise<ReceivedAnswer> {
  const { ways, connection, plan, watchdog, over, request } = submission
  watchdog.allow(ways.timeouts.connectMs + ways.timeouts.sendIdleMs)
  const response = await line.dispatcher.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: 'POST',
    headers: {
      'authorization': authorization(connection),
      'content-type': plan.contentType,
      'content-length': String(plan.sizeBytes),
      'accept': request.kind === 'speech' ? 'audio/*, text/event-stream, application/json' : '*/*',
      'accept-encoding': 'identity',
    },
    // undici sends any async iterable; its types name only Node's own streams.
    body: body as unknown as Readable,
    signal: over.signal,
  })
  submission.isSettled = true
  const pieces = readEagerly(response.body)
  watchdog.allow(idleMs(submission))
  return receiveOrRefuse(submission, { status: response.statusCode, headers: response.headers, body: pieces })
}

async function receiveOrRefuse(submission: Submission, answer: { status: number, headers: Headers, body: AsyncIterable<Uint8Array> }): Promise<ReceivedAnswer> {
  const { ways, connection, watchdog, options, request } = submission
  const isWhole = submission.stage === 'sent'
  const context = { secrets: [connection.key], nowMs: ways.clock.now(), mayBeCharged: isWhole }
  if (answer.status < 200 || answer.status > 299)
    throw errorOfAnswer({ status: answer.status, headers: answer.headers, text: await readErrorText(answer.body) }, context)
  if (!isWhole)
    throw new ServiceError({ kind: 'undecodable', status: answer.status, said: 'The service answered before it had the whole request', charged: 'no', facts: factsOf(answer.headers) })
  submission.incoming = { status: answer.status, facts: factsOf(answer.headers) }
  let isEnding = false
  return receive({
    ...answer,
    partPath: options.partPath,
    kind: request.kind,
    onAudio: options.onAudio,
    onText: options.onText,
    context,
    onPiece() {
      if (!isEnding)
        watchdog.allow(idleMs(submission))
    },
    onEnding() {
      if (!isEnding)
        watchdog.allow(ways.timeouts.endingMs)
      isEnding = true
    },
    hasWaitedEnough: () => isEnding && watchdog.isLate,
  })
}

function idleMs({ request, ways: { timeouts } }: Submission): number {
  return request.kind === 'chat' ? timeouts.thinkingIdleMs : timeouts.receiveIdleMs
}

async function* heldBackBody(submission: Submission, line: Line): AsyncGenerator<Uint8Array> {
  const { plan, watchdog, ways, options, over, request } = submission
  let sentBytes = 0
  for await (const piece of plan.pieces()) {
    watchdog.allow(ways.timeouts.sendIdleMs)
    yield piece
    sentBytes += piece.length
    options.onSentBytes?.(sentBytes, plan.sizeBytes)
  }
  await flushed(line, over.signal)
  await standStillIfSettled(submission)
  assertOpen(submission, line)
  // How long a durable write takes is the caller's business.
  watchdog.allow(null)
  await commit(submission)
  await standStillIfSettled(submission)
  // Nothing may come between this check and the stage: whoever settles later finds it at `sent`.
  assertOpen(submission, line)
  options.onLeaving?.()
  submission.stage = 'sent'
  watchdog.allow(request.timeoutMs)
  yield plan.tail
  options.onSentBytes?.(plan.sizeBytes, plan.sizeBytes)
}

async function commit(submission: Submission): Promise<void> {
  submission.committing = submission.options.commit().then(
    (answer) => {
      if (answer === 'hold')
        submission.held = answer
      else
        submission.stage = 'committed'
    },
    (error: unknown) => {
      submission.commitError = { error }
    },
  )
  await submission.committing
  if (submission.commitError)
    throw submission.commitError.error
  // Ends the exchange; the caller hears of it as 'hold'.
  if (submission.held)
    throw new Error('The request is held')
}

/** Holds the last bytes for as long as an early answer arrives: an error here would cut it off. */
async function standStillIfSettled({ isSettled, over }: Submission): Promise<void> {
  if (isSettled && !over.signal.aborted)
    await once(over.signal, 'abort')
}

function assertOpen({ isSettled, over }: Submission, line: Line): void {
  over.signal.throwIfAborted()
  const socket = line.socket()
  if (isSettled || !socket || socket.destroyed || socket.errored || socket.readableEnded)
    throw new Error('The connection was lost before the request was complete')
}

/** Resolves when everything written so far has been handed to the system, or the connection is gone. */
async function flushed(line: Line, signal: AbortSignal): Promise<void> {
  for (;;) {
    const socket = line.socket()
    if (!socket || socket.destroyed || socket.writableLength === 0)
      return
    // A stream tells when it is empty only to those whose last write it refused, so it is asked.
    await pause(2, undefined, { signal })
  }
}

/** What `submit` throws for it: the error of a failed commit as it is, anything else as a ServiceError that knows its stage. */
async function errorOf(submission: Submission, error: unknown): Promise<unknown> {
  const { options, watchdog, connection, ways, request } = submission
  const ending = { isLate: watchdog.isLate, isAborted: options.signal.aborted, secrets: [connection.key] }
  if (submission.commitError)
    return submission.commitError.error
  const isBeforeCommit = submission.stage === 'before-commit'
  const failure = errorOfExchange(error, ending, {
    ...submission.incoming,
    charged: submission.stage === 'sent' ? 'unknown' : 'no',
    isBeforeCommit,
    partialPath: submission.incoming ? await pathOfPart(options.partPath) : null,
  })
  // An answer read before the commit was over could not know how it would end.
  const told = failure.isBeforeCommit === isBeforeCommit ? failure : failure.with({ isBeforeCommit })
  ways.log.warn('submit-failed', { path: request.path, kind: told.kind, status: told.status, charged: told.charged, stage: submission.stage })
  return told
}

async function pathOfPart(path: string): Promise<string | null> {
  const sizeBytes = await stat(path).then(file => file.size, () => 0)
  return sizeBytes > 0 ? path : null
}
