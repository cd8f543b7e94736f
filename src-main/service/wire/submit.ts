/**
 * Sends a request that may cost money, once. Everything except the last bytes is sent first; then the caller's `commit`
 * records durably that the request is being sent; only then are the last bytes sent. Until then the service cannot have a
 * complete request.
 */
import type { Headers } from '../errors.ts'
import type { Declared, ServiceFacts } from '../service-error.ts'
import type { HttpConnection } from './connection.ts'
import type { BodyPlan, WireRequest } from './encode.ts'
import type { IdleTimeout } from './idle-timeout.ts'
import type { OnAudio, OnText, ReceivedAnswer } from './receive.ts'
import type { Connection, TransportContext } from './transport.ts'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { found } from '#contract/found.ts'
import { endpointUrl } from '../base-url.ts'
import { errorOfAnswer, factsOf, headerOf } from '../errors.ts'
import { redactHeaders } from '../redact-secrets.ts'
import { ServiceError } from '../service-error.ts'
import { askedFormatOf } from '../streamed-format.ts'
import { openHttpConnection } from './connection.ts'
import { unpacked } from './content-encoding.ts'
import { planBody } from './encode.ts'
import { exchange } from './exchange.ts'
import { readErrorText } from './get.ts'
import { openIdleTimeout } from './idle-timeout.ts'
import { receive } from './receive.ts'
import { authorization, errorOfExchange } from './transport.ts'

/** What `commit` may answer: 'hold' keeps the last bytes back, anything else lets them be sent. */
export type Commit = void | 'send' | 'hold'
/** What `submit` resolves to: 'hold' only for a caller whose `commit` may answer that. */
export type Submitted<Committed> = ReceivedAnswer | Extract<Committed, 'hold'>

export interface SubmitOptions<Committed extends Commit = void> {
  /**
   * Records durably that the request is about to be completed. When it answers 'hold', the last bytes are not sent and
   * `submit` resolves to 'hold'. When it throws, they are not sent either, and its error is passed on.
   */
  readonly commit: () => Promise<Committed>
  /** Called synchronously just before the last bytes are sent. When it throws, they are not sent. */
  readonly onLeaving?: () => void
  /** Where the answer is written. An existing file is replaced, but only when an answer arrives. */
  readonly partPath: string
  readonly signal: AbortSignal
  readonly onSentBytes?: (sentBytes: number, totalBytes: number) => void
  /** Streamed speech, chunk by chunk, as it arrives. */
  readonly onAudio?: OnAudio
  /** A chat answer, as it arrives. */
  readonly onText?: OnText
}

/** How far the request has progressed; only at `sent` can it have cost money. */
type Stage = 'before-commit' | 'committed' | 'sent'

interface Submission<Committed extends Commit = Commit> {
  readonly transport: TransportContext
  readonly connection: Connection
  readonly request: WireRequest
  readonly options: SubmitOptions<Committed>
  readonly plan: BodyPlan
  readonly idleTimeout: IdleTimeout
  /** Aborts when the exchange must end, for any reason. */
  readonly over: AbortController
  stage: Stage
  /** When the last bytes left. */
  sentAt: number | null
  /** Null until the connection is prepared. */
  http: HttpConnection | null
  /** An answer arrived or the exchange failed: the last bytes must not be sent any more. */
  isSettled: boolean
  /** Set when a 2xx answer begins to arrive. */
  incoming: { readonly status: number, readonly facts: ServiceFacts, readonly declared: Declared } | null
  committing: Promise<void> | null
  /** Set when `commit` answered 'hold'. */
  held: Extract<Committed, 'hold'> | null
  commitError: { readonly error: unknown } | null
}

/** Rejects with a ServiceError, or with the error that `commit` threw. */
export async function submit<Committed extends Commit>(
  transport: TransportContext,
  connection: Connection,
  request: WireRequest,
  options: SubmitOptions<Committed>,
): Promise<Submitted<Committed>> {
  const over = new AbortController()
  const idleTimeout = openIdleTimeout(transport.clock, () => over.abort(new Error('late')))
  const submission: Submission<Committed> = {
    transport,
    connection,
    request,
    options,
    plan: planBody(request),
    idleTimeout,
    over,
    stage: 'before-commit',
    sentAt: null,
    http: null,
    isSettled: false,
    incoming: null,
    committing: null,
    held: null,
    commitError: null,
  }
  const stop = (): void => over.abort(options.signal.reason)
  options.signal.addEventListener('abort', stop, { once: true })
  let body: AsyncGenerator<Uint8Array> | null = null
  try {
    options.signal.throwIfAborted()
    const url = endpointUrl(connection.baseUrl, request.path)
    const http = openHttpConnection(url.origin, {
      connectMs: transport.timeouts.connectMs,
      proxy: await transport.proxyFor(url.href),
      trust: transport.trust,
    })
    submission.http = http
    body = heldBackBody(submission, http)
    return await ask(submission, http, url, body)
  }
  catch (error) {
    // From here on the last bytes are not sent, even if a commit in progress succeeds; `isBeforeCommit` reports its outcome.
    submission.isSettled = true
    await submission.committing
    if (submission.held)
      return submission.held
    throw await errorOf(submission, error)
  }
  finally {
    options.signal.removeEventListener('abort', stop)
    idleTimeout.close()
    over.abort(new Error('over'))
    submission.http?.close()
    // Closes a source file that is still being read; the result does not matter.
    body?.return(undefined).catch(() => {})
  }
}

async function ask(submission: Submission, http: HttpConnection, url: URL, body: AsyncGenerator<Uint8Array>): Promise<ReceivedAnswer> {
  const { transport, connection, plan, idleTimeout, over, request } = submission
  idleTimeout.restart(transport.timeouts.connectMs + transport.timeouts.sendIdleMs)
  const response = await exchange(http, {
    method: 'POST',
    url,
    headers: {
      'authorization': authorization(connection),
      'content-type': plan.contentType,
      'content-length': String(plan.sizeBytes),
      'accept': request.kind === 'speech' ? 'audio/*, text/event-stream, application/json' : '*/*',
      'accept-encoding': 'identity',
    },
    body,
    signal: over.signal,
  })
  submission.isSettled = true
  const chunks = unpacked(response.body, response.headers)
  idleTimeout.restart(firstByteMs(submission, response.status))
  const headers = redactHeaders(response.headers, submission.connection.key)
  return receiveOrRefuse(submission, { status: response.status, headers, body: chunks })
}

async function receiveOrRefuse(
  submission: Submission,
  answer: { status: number, headers: Headers, body: AsyncIterable<Uint8Array> },
): Promise<ReceivedAnswer> {
  const { transport, connection, idleTimeout, options, request } = submission
  const isWhole = submission.stage === 'sent'
  const context = { secrets: [connection.key], nowMs: transport.clock.now(), mayBeCharged: isWhole }
  if (answer.status < 200 || answer.status > 299)
    throw errorOfAnswer({ status: answer.status, headers: answer.headers, text: await readErrorText(answer.body) }, context)
  if (!isWhole) {
    throw new ServiceError({
      kind: 'undecodable',
      status: answer.status,
      said: found('answered-early'),
      charged: 'no',
      facts: factsOf(answer.headers),
    })
  }
  submission.incoming = { status: answer.status, facts: factsOf(answer.headers), declared: declaredIn(answer.headers) }
  /** While the answer seems to be all here: how often that was wrong before. */
  let ending: number | null = null
  return receive({
    ...answer,
    partPath: options.partPath,
    kind: request.kind,
    asked: askedFormatOf(request),
    onAudio: options.onAudio,
    onText: options.onText,
    untilRoom: transport.untilRoom,
    context,
    onChunk() {
      if (ending === null)
        idleTimeout.restart(idleMs(submission))
    },
    onOpen() {
      if (ending !== null)
        idleTimeout.restart(idleMs(submission))
      ending = null
    },
    onEnding(resumed) {
      // A mark that was wrong once is waited for like anything else.
      if (ending !== resumed)
        idleTimeout.restart(resumed > 0 ? idleMs(submission) : transport.timeouts.endingMs)
      ending = resumed
    },
    hasWaitedEnough: () => ending !== null && idleTimeout.hasExpired,
  })
}

/** Until the body begins: some services send the head at once, and the body when the work is done. */
function firstByteMs(submission: Submission, status: number): number {
  const { transport: { clock, timeouts }, request, sentAt } = submission
  if (sentAt === null || status < 200 || status > 299)
    return idleMs(submission)
  const leftMs = request.timeoutMs - Math.max(0, clock.now() - sentAt)
  return Math.max(leftMs, timeouts.thinkingIdleMs)
}

function idleMs({ request, transport: { timeouts } }: Submission): number {
  return request.kind === 'chat' ? timeouts.thinkingIdleMs : timeouts.receiveIdleMs
}

async function* heldBackBody(submission: Submission, http: HttpConnection): AsyncGenerator<Uint8Array> {
  const { plan, idleTimeout, transport, options, over, request } = submission
  let sentBytes = 0
  for await (const chunk of plan.chunks()) {
    idleTimeout.restart(transport.timeouts.sendIdleMs)
    yield chunk
    sentBytes += chunk.length
    options.onSentBytes?.(sentBytes, plan.sizeBytes)
  }
  await flushed(http, over.signal)
  await holdIfSettled(submission)
  assertOpen(submission, http)
  // The caller's durable write has no time limit here.
  idleTimeout.restart(null)
  await commit(submission)
  await holdIfSettled(submission)
  // No await may come between this check and the change of stage: an answer or failure after it finds `sent`.
  assertOpen(submission, http)
  options.onLeaving?.()
  submission.stage = 'sent'
  submission.sentAt = transport.clock.now()
  idleTimeout.restart(request.timeoutMs)
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
  // Ends the exchange; `submit` then resolves to 'hold'.
  if (submission.held)
    throw new Error('The request is held')
}

/** Holds back the last bytes while an early answer arrives: an error here would cut it off. */
async function holdIfSettled({ isSettled, over }: Submission): Promise<void> {
  if (isSettled && !over.signal.aborted)
    await once(over.signal, 'abort')
}

function assertOpen({ isSettled, over }: Submission, http: HttpConnection): void {
  over.signal.throwIfAborted()
  if (isSettled || !http.isUsable)
    throw new Error('The connection was lost before the request was complete')
}

/** Resolves when everything written so far was passed to the operating system, or the connection is closed. */
async function flushed(http: HttpConnection, signal: AbortSignal): Promise<void> {
  // Streams emit `drain` only after a refused write, so the length is polled.
  while (!http.isFlushed)
    await pause(2, undefined, { signal })
}

/** The error that `submit` throws: that of a failed commit unchanged, any other as a ServiceError with its stage. */
async function errorOf(submission: Submission, error: unknown): Promise<unknown> {
  const { options, idleTimeout, connection, transport, request } = submission
  const ending = { hasExpired: idleTimeout.hasExpired, isAborted: options.signal.aborted, secrets: [connection.key] }
  if (submission.commitError)
    return submission.commitError.error
  const isBeforeCommit = submission.stage === 'before-commit'
  const failure = errorOfExchange(error, ending, {
    ...submission.incoming,
    charged: submission.stage === 'sent' ? 'unknown' : 'no',
    isBeforeCommit,
    partialPath: submission.incoming ? await pathOfPart(options.partPath) : null,
  })
  // An error made before the commit ended does not know its outcome.
  const isReached = submission.http?.isOpened === true
  const reported = failure.with({ isBeforeCommit, isReached, declared: submission.incoming?.declared ?? null })
  transport.log.warn('submit-failed', {
    path: request.path,
    kind: reported.kind,
    status: reported.status,
    charged: reported.charged,
    stage: submission.stage,
  })
  return reported
}

async function pathOfPart(path: string): Promise<string | null> {
  const sizeBytes = await stat(path).then(file => file.size, () => 0)
  return sizeBytes > 0 ? path : null
}

function declaredIn(headers: Headers): Declared {
  const contentType = headerOf(headers, 'content-type') ?? ''
  const length = Number(headerOf(headers, 'content-length') ?? Number.NaN)
  // Events are longer than the sound in them.
  return { contentType, expectedBytes: Number.isSafeInteger(length) && !/event-stream/i.test(contentType) ? length : null }
}
