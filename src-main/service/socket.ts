/**
 * Speech over a WebSocket: key and model first; then, once that is recorded, the one request; the answer is raw samples. The
 * request is a single message and so the point of no return: the service cannot have a part of it.
 */
import type { Closed, SessionProgress, Stage } from './socket-endings.ts'
import type { ConnectionWithSocket } from './socket-request.ts'
import type { SpeechStream } from './stream.ts'
import type { WireRequest } from './wire/encode.ts'
import type { IdleTimeout } from './wire/idle-timeout.ts'
import type { PartFile } from './wire/part-file.ts'
import type { ReceivedAnswer } from './wire/receive.ts'
import type { SocketMessage, WebSocketConnection } from './wire/socket-connection.ts'
import type { Commit, SubmitOptions, Submitted } from './wire/submit.ts'
import type { TransportContext } from './wire/transport.ts'
import { found } from '#contract/found.ts'
import { errorInSuccess, errorOfAnswer, factsOf } from './errors.ts'
import { beginFrames, frameRecord, framesType } from './frames.ts'
import { firstText, parseJson } from './json.ts'
import { redactHeaders } from './redact-secrets.ts'
import { ServiceError } from './service-error.ts'
import { closedBy, contextOf, refusedWith } from './socket-endings.ts'
import { authenticationOf, messageOf, socketUrlOf } from './socket-request.ts'
import { createSpeechStream } from './stream.ts'
import { askedFormatOf } from './streamed-format.ts'
import { openIdleTimeout } from './wire/idle-timeout.ts'
import { openPartFile } from './wire/part-file.ts'
import { HandshakeRefused, openWebSocket } from './wire/socket-connection.ts'
import { authorization, errorOfExchange } from './wire/transport.ts'

interface Session<Committed extends Commit = Commit> {
  readonly transport: TransportContext
  readonly connection: ConnectionWithSocket
  readonly request: WireRequest
  readonly options: SubmitOptions<Committed>
  readonly idleTimeout: IdleTimeout
  /** Aborts when the session must end, for any reason. */
  readonly over: AbortController
  stage: Stage
  /** The handshake succeeded. */
  isReached: boolean
  /** The record of what has arrived since the request was sent. */
  received: { readonly file: PartFile, hasSound: boolean } | null
  /** Set when `commit` answered 'hold'. */
  held: Extract<Committed, 'hold'> | null
  commitError: { readonly error: unknown } | null
}

const mostSoundBytes = 4 * 2 ** 30

/**
 * Speaks once, on its own WebSocket. The `model` of the request is sent with the key, its other parts as JSON, files as
 * base64. Rejects with a ServiceError, or with the error that `commit` threw. Every message is on the disk as it came, see `frames.ts`,
 * before anything is read out of it.
 */
export async function speakOverSocket<Committed extends Commit>(
  transport: TransportContext,
  connection: ConnectionWithSocket,
  request: WireRequest,
  options: SubmitOptions<Committed>,
): Promise<Submitted<Committed>> {
  const over = new AbortController()
  const idleTimeout = openIdleTimeout(transport.clock, () => over.abort(new Error('late')))
  const session: Session<Committed> = {
    transport,
    connection,
    request,
    options,
    over,
    idleTimeout,
    stage: 'before-commit',
    isReached: false,
    received: null,
    held: null,
    commitError: null,
  }
  const stop = (): void => over.abort(options.signal.reason)
  options.signal.addEventListener('abort', stop, { once: true })
  let socket: WebSocketConnection | null = null
  try {
    options.signal.throwIfAborted()
    const url = socketUrlOf(connection)
    const message = await messageOf(request)
    // Throws for a key that no service can have given out.
    authorization(connection)
    idleTimeout.restart(2 * transport.timeouts.connectMs)
    socket = await openWebSocket(url, {
      connectMs: transport.timeouts.connectMs,
      proxy: await transport.proxyFor(url.href),
      trust: transport.trust,
      signal: over.signal,
    })
    session.isReached = true
    await authenticate(session, socket)
    await sendRequest(session, socket, message)
    if (session.held)
      return session.held
    return await receiveAnswer(session, socket)
  }
  catch (error) {
    throw errorOf(session, error)
  }
  finally {
    options.signal.removeEventListener('abort', stop)
    idleTimeout.close()
    socket?.close()
  }
}

/** Some services answer the authentication, some do not: a short wait lets a wrong key be reported before anything is paid. */
async function authenticate(session: Session, socket: WebSocketConnection): Promise<void> {
  const { transport, connection, request, over } = session
  socket.send(authenticationOf(connection, request))
  const enough = new AbortController()
  await Promise.race([socket.hasMessage(), transport.clock.sleep(transport.timeouts.greetingMs, enough.signal).catch(() => {})])
  enough.abort()
  over.signal.throwIfAborted()
  await throwOnRefusal(session, socket)
}

/** Returns without sending when `commit` answers 'hold'. */
async function sendRequest(session: Session, socket: WebSocketConnection, message: string): Promise<void> {
  const { options, idleTimeout, over } = session
  // The caller's durable write has no time limit here.
  idleTimeout.restart(null)
  const answer = await options.commit().catch((error: unknown) => {
    session.commitError = { error }
    throw error
  })
  if (answer === 'hold') {
    session.held = answer
    return
  }
  session.stage = 'committed'
  over.signal.throwIfAborted()
  await throwOnRefusal(session, socket)
  if (!socket.isOpen)
    throw new Error('The connection was lost before the request was complete')
  // No await may come between this check and the sending: a failure after it must find the stage at `sent`.
  options.onLeaving?.()
  session.stage = 'sent'
  socket.send(message)
  idleTimeout.restart(session.transport.timeouts.firstSoundMs)
}

/** Throws when a message before the request is a refusal; any other message accepts the authentication. */
async function throwOnRefusal(session: Session, socket: WebSocketConnection): Promise<void> {
  for (let message = socket.take(); message; message = socket.take()) {
    if (message.is === 'closed')
      throw errorOfClose(session, message)
    if (message.is === 'text' && !isAcceptance(message.text) && errorInSuccess(message.text, {}, contextOf(progressOf(session))))
      throw refusedWith(progressOf(session), message.text, await waitForClose(session, socket))
  }
}

function isAcceptance(text: string): boolean {
  const words = firstText(parseJson(text), 'type', 'status') ?? ''
  return /^(?:authenticated|auth_success|ready|ok|success|connected|accepted)$/i.test(words)
}

async function receiveAnswer(session: Session, socket: WebSocketConnection): Promise<ReceivedAnswer> {
  const stream = createSpeechStream(askedFormatOf(session.request))
  let closed: Closed | null
  try {
    closed = await receiveSound(session, socket, stream)
  }
  finally {
    hear(session, stream.flush())
    await session.received?.file.sync()
    await session.received?.file.close()
  }
  // Only the service's word ends the sound: a close without it, whatever its code, may have come in the middle.
  if (closed)
    throw errorOfClose(session, closed)
  const { received, options } = session
  const facts = factsOf(redactHeaders(socket.headers, session.connection.key))
  if (!received?.hasSound)
    throw new ServiceError({ kind: 'undecodable', said: found('no-audio'), charged: 'unknown', facts })
  return { status: 200, contentType: framesType, sizeBytes: received.file.sizeBytes, partPath: options.partPath, facts }
}

/** Returns null when the service has declared the end, otherwise the close. Throws the error that the service reports. */
async function receiveSound(session: Session, socket: WebSocketConnection, stream: SpeechStream): Promise<Closed | null> {
  /** While all sound seems to be here. */
  let ending: Ending | null = null
  try {
    for (;;) {
      if (await Promise.race([socket.hasMessage().then(() => false), ...ending ? [ending.isOver] : []]))
        return null
      const message = socket.take()
      if (!message)
        continue
      if (message.is === 'closed')
        return ending ? null : message
      await record(session, message)
      const chunks = message.is === 'text' ? stream.feedEvent(message.text) : stream.feedSound(message.bytes)
      hear(session, chunks)
      if (session.received && stream.pieces > 0)
        session.received.hasSound = true
      if (message.is === 'text'
        && (stream.state === 'failed' || (chunks.length === 0 && errorInSuccess(message.text, {}, contextOf(progressOf(session)))))) {
        throw refusedWith(progressOf(session), message.text, await waitForClose(session, socket))
      }
      if (stream.state === 'ended' || stream.state === 'failed')
        return null
      if (stream.state === 'open' || ending?.resumed !== stream.resumed) {
        ending?.stop()
        ending = stream.state === 'open' ? null : waitForMore(session, stream.resumed)
      }
      if (session.received?.hasSound)
        session.idleTimeout.restart(ending ? null : session.transport.timeouts.soundIdleMs)
    }
  }
  finally {
    ending?.stop()
  }
}

interface Ending { readonly resumed: number, readonly isOver: Promise<boolean>, readonly stop: () => void }

/** Some services say at the end of each sentence that all sound has come. One that was wrong once is waited for like any other sound. */
function waitForMore({ transport: { clock, timeouts } }: Session, resumed: number): Ending {
  const enough = new AbortController()
  const isOver = clock.sleep(resumed > 0 ? timeouts.soundIdleMs : timeouts.endingMs, enough.signal).then(() => true, () => true)
  return { resumed, isOver, stop: () => enough.abort() }
}

async function record(session: Session, message: Exclude<SocketMessage, { is: 'closed' }>): Promise<void> {
  if (!session.received) {
    const file = await openPartFile(session.options.partPath, { keep: false, untilRoom: session.transport.untilRoom })
    await file.append(beginFrames())
    session.received = { file, hasSound: false }
  }
  const frame = message.is === 'text' ? frameRecord('text', Buffer.from(message.text)) : frameRecord('binary', message.bytes)
  if (session.received.file.sizeBytes + frame.length > mostSoundBytes)
    throw new ServiceError({ kind: 'undecodable', said: found('answer-too-long'), charged: 'unknown' })
  await session.received.file.append(frame)
}

function hear({ options }: Session, chunks: ReturnType<SpeechStream['feedSound']>): void {
  for (const chunk of chunks) {
    if (chunk.is === 'pcm')
      options.onAudio?.(chunk.bytes, chunk.format)
  }
}

/** The close after an error message: its code says whose fault the error was. Null when it does not come soon. */
async function waitForClose({ transport }: Session, socket: WebSocketConnection): Promise<Closed | null> {
  const enough = new AbortController()
  const late = transport.clock.sleep(transport.timeouts.greetingMs, enough.signal).then(() => true, () => true)
  try {
    for (;;) {
      const isLate = await Promise.race([socket.hasMessage().then(() => false), late])
      const message = isLate ? null : socket.take()
      if (isLate || message?.is === 'closed')
        return message?.is === 'closed' ? message : null
    }
  }
  finally {
    enough.abort()
  }
}

function progressOf({ connection, transport, stage, received, options }: Session): SessionProgress {
  return { stage, key: connection.key, nowMs: transport.clock.now(), partialPath: received?.hasSound ? options.partPath : null }
}

/** The error of a close; when we closed it ourselves, our own reason. */
function errorOfClose(session: Session, closed: Closed): unknown {
  return session.over.signal.aborted ? session.over.signal.reason : closedBy(progressOf(session), closed)
}

/** The error that `speakOverSocket` throws: that of a failed commit unchanged, any other as a ServiceError with its stage. */
function errorOf(session: Session, error: unknown): unknown {
  const { connection, options, idleTimeout, transport, stage } = session
  if (session.commitError)
    return session.commitError.error
  if (error instanceof HandshakeRefused) {
    const headers = redactHeaders(error.answer.headers, connection.key)
    return errorOfAnswer({ ...error.answer, headers }, contextOf(progressOf(session)))
  }
  const partialPath = session.received ? options.partPath : null
  const failure = errorOfExchange(
    error,
    { hasExpired: idleTimeout.hasExpired, isAborted: options.signal.aborted, secrets: [connection.key] },
    { charged: stage === 'sent' ? 'unknown' : 'no', isBeforeCommit: stage === 'before-commit', partialPath },
  )
  const declared = partialPath === null ? null : { contentType: framesType, expectedBytes: null }
  const reported = failure.with({ isReached: session.isReached, partialPath: failure.partialPath ?? partialPath, declared })
  transport.log.warn('socket-failed', { kind: reported.kind, charged: reported.charged, stage })
  return reported
}
