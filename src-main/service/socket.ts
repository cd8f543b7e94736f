/**
 * Speech over a WebSocket: the key and the model first, then, once that is on record, the one request; sound comes back as
 * bare samples. The request's message is the point of no return: the service cannot have a part of it.
 */
import type { Closed, SoFar, Stage } from './socket-endings.ts'
import type { SpeechStream } from './stream.ts'
import type { WireRequest } from './wire/encode.ts'
import type { PartFile } from './wire/part-file.ts'
import type { ReceivedAnswer, Sink } from './wire/receive.ts'
import type { SocketLine } from './wire/socket-connection.ts'
import type { Commit, SubmitOptions, Submitted } from './wire/submit.ts'
import type { Connection, TransportContext } from './wire/transport.ts'
import type { Watchdog } from './wire/watchdog.ts'
import { readFile, stat } from 'node:fs/promises'
import { endpointUrl, isLoopback } from './base-url.ts'
import { errorInSuccess, errorOfAnswer, factsOf } from './errors.ts'
import { firstText, isObject, parseJson } from './json.ts'
import { ServiceError } from './service-error.ts'
import { closedBy, contextOf, refusedWith } from './socket-endings.ts'
import { createSpeechStream } from './stream.ts'
import { openPartFile } from './wire/part-file.ts'
import { createSink } from './wire/receive.ts'
import { NotOpened, openSocketLine } from './wire/socket-connection.ts'
import { authorization, errorOfExchange } from './wire/transport.ts'
import { openWatchdog } from './wire/watchdog.ts'

export interface SocketConnection extends Connection {
  /** Null: under the base URL. */
  readonly socketUrl: string | null
}

interface Talk<Committed extends Commit = Commit> {
  readonly ways: TransportContext
  readonly connection: SocketConnection
  readonly request: WireRequest
  readonly options: SubmitOptions<Committed>
  readonly watchdog: Watchdog
  readonly over: AbortController
  stage: Stage
  /** Set once sound has come. */
  heard: { readonly file: PartFile, readonly sink: Sink } | null
  /** Set when `commit` answered so: the request's message stays. */
  held: Extract<Committed, 'hold'> | null
  commitError: { readonly error: unknown } | null
}

const longestClip = 32 * 2 ** 20
const mostSoundBytes = 4 * 2 ** 30

/**
 * Speaks once, on a line of its own. A request's `model` travels in the greeting, its other parts as JSON, files as base64.
 * Rejects with a ServiceError, or with whatever `commit` threw; what was heard of a cut speech is a playable WAV.
 */
export async function speakOverSocket<Committed extends Commit>(
  ways: TransportContext,
  connection: SocketConnection,
  request: WireRequest,
  options: SubmitOptions<Committed>,
): Promise<Submitted<Committed>> {
  const over = new AbortController()
  const watchdog = openWatchdog(ways.clock, () => over.abort(new Error('late')))
  const talk: Talk<Committed> = { ways, connection, request, options, over, watchdog, stage: 'before-commit', heard: null, held: null, commitError: null }
  const stop = (): void => over.abort(options.signal.reason)
  options.signal.addEventListener('abort', stop, { once: true })
  let line: SocketLine | null = null
  try {
    options.signal.throwIfAborted()
    const url = socketUrlOf(connection)
    const message = JSON.stringify(await parametersOf(request))
    authorization(connection)
    talk.watchdog.allow(2 * ways.timeouts.connectMs)
    line = await openSocketLine(url, { connectMs: ways.timeouts.connectMs, proxy: await ways.proxyFor(url.href), signal: over.signal })
    await greet(talk, line)
    await ask(talk, line, message)
    if (talk.held)
      return talk.held
    return await listen(talk, line)
  }
  catch (error) {
    throw errorOf(talk, error)
  }
  finally {
    options.signal.removeEventListener('abort', stop)
    talk.watchdog.close()
    line?.close()
  }
}

/** The key goes out in the first message, so the line is encrypted unless it ends on this very machine. */
function socketUrlOf({ baseUrl, socketUrl }: SocketConnection): URL {
  const url = socketUrl === null ? endpointUrl(baseUrl, '/generate/ws') : new URL(socketUrl)
  if (socketUrl === null)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.hash = ''
  if (url.protocol !== 'wss:' && !(url.protocol === 'ws:' && isLoopback(url.hostname)))
    throw new ServiceError({ kind: 'network', said: `Speech is streamed over wss: only, not over ${url.protocol}`, charged: 'no', isBeforeCommit: true })
  return url
}

async function parametersOf({ parts, files }: WireRequest): Promise<Record<string, unknown>> {
  const parameters: Record<string, unknown> = {}
  for (const [name, value] of parts) {
    if (name !== 'model')
      parameters[name] = isObject(value) && typeof value.assetId === 'string' ? await base64Of(files[value.assetId]) : value
  }
  return parameters
}

async function base64Of(file: WireRequest['files'][string] | undefined): Promise<string> {
  if (!file)
    throw new TypeError('No file was handed in for the clip')
  const missing = (how: string, cause?: unknown): ServiceError => new ServiceError({ kind: 'missing-file', said: `${file.name} ${how}`, charged: 'no', isBeforeCommit: true }, { cause })
  if (file.sizeBytes > longestClip)
    throw missing('is too long to be sent over a WebSocket')
  const found = await stat(file.path).catch((error: unknown) => {
    throw missing('cannot be read', error)
  })
  if (found.size !== file.sizeBytes)
    throw missing('is not the size it was')
  return readFile(file.path, 'base64')
}

/** Some services answer the greeting, some do not: a short while is left for it, so that a wrong key is heard before anything is paid. */
async function greet({ ways, connection, request, over, ...talk }: Talk, line: SocketLine): Promise<void> {
  const model = request.parts.find(([name]) => name === 'model')?.[1]
  line.send(JSON.stringify({ token: connection.key, model }))
  const enough = new AbortController()
  await Promise.race([line.waiting(), ways.clock.sleep(ways.timeouts.greetingMs, enough.signal).catch(() => {})])
  enough.abort()
  over.signal.throwIfAborted()
  await refuseBadNews({ ways, connection, request, over, ...talk }, line)
}

async function ask(talk: Talk, line: SocketLine, message: string): Promise<void> {
  const { options, watchdog, over } = talk
  // How long a durable write takes is the caller's business.
  watchdog.allow(null)
  const answer = await options.commit().catch((error: unknown) => {
    talk.commitError = { error }
    throw error
  })
  if (answer === 'hold') {
    talk.held = answer
    return
  }
  talk.stage = 'committed'
  over.signal.throwIfAborted()
  await refuseBadNews(talk, line)
  if (!line.isOpen)
    throw new Error('The connection was lost before the request was complete')
  // Nothing may come between this and the sending: whoever looks later finds the stage at `sent`.
  options.onLeaving?.()
  talk.stage = 'sent'
  line.send(message)
  watchdog.allow(talk.ways.timeouts.firstSoundMs)
}

/** Throws what came before the request was sent, if it is a refusal. Anything else is a greeting. */
async function refuseBadNews(talk: Talk, line: SocketLine): Promise<void> {
  for (let message = line.take(); message; message = line.take()) {
    if (message.is === 'closed')
      throw endOf(talk, message)
    if (message.is === 'text' && !isWelcome(message.text) && errorInSuccess(message.text, {}, contextOf(soFar(talk))))
      throw refusedWith(soFar(talk), message.text, await farewell(talk, line))
  }
}

function isWelcome(text: string): boolean {
  const words = firstText(parseJson(text), 'type', 'status') ?? ''
  return /^(?:authenticated|auth_success|ready|ok|success|connected|accepted)$/i.test(words)
}

async function listen(talk: Talk, line: SocketLine): Promise<ReceivedAnswer> {
  const stream = createSpeechStream()
  let closed: Closed | null
  try {
    closed = await hear(talk, line, stream)
  }
  finally {
    await talk.heard?.sink.finish()
    await talk.heard?.file.close()
  }
  if (closed)
    checkEnding(talk, closed)
  if (!talk.heard)
    throw new ServiceError({ kind: 'undecodable', said: 'The line ended without any sound', charged: 'unknown', facts: factsOf(line.headers) })
  return { status: 200, contentType: talk.heard.sink.mime(), sizeBytes: talk.heard.file.sizeBytes, partPath: talk.options.partPath, facts: factsOf(line.headers) }
}

/** Answers null when the service said that it was all, otherwise how the line closed. Throws what the service said was wrong. */
async function hear(talk: Talk, line: SocketLine, stream: SpeechStream): Promise<Closed | null> {
  for (;;) {
    await line.waiting()
    const message = line.take()
    if (!message)
      continue
    if (message.is === 'closed')
      return message
    const pieces = message.is === 'text' ? stream.feedEvent(message.text) : stream.feedSound(message.bytes)
    for (const piece of pieces)
      await keep(talk, piece)
    if (message.is === 'text' && (stream.state === 'failed' || (pieces.length === 0 && errorInSuccess(message.text, {}, contextOf(soFar(talk))))))
      throw refusedWith(soFar(talk), message.text, await farewell(talk, line))
    if (stream.state !== 'open')
      return null
    if (talk.heard)
      talk.watchdog.allow(talk.ways.timeouts.soundIdleMs)
  }
}

async function keep(talk: Talk, piece: ReturnType<SpeechStream['feedSound']>[number]): Promise<void> {
  if (!talk.heard) {
    const file = await openPartFile(talk.options.partPath, { keep: false })
    talk.heard = { file, sink: createSink(file, talk.options.onAudio) }
  }
  if (talk.heard.file.sizeBytes + piece.bytes.length > mostSoundBytes)
    throw new ServiceError({ kind: 'undecodable', said: 'The answer is longer than any that is expected', charged: 'unknown' })
  await talk.heard.sink.take(piece)
}

/** A line that closes in order after sound was a line that forgot to say that it was all. Throws for every other close. */
function checkEnding(talk: Talk, closed: Closed): void {
  if (!talk.heard || (closed.code !== 1000 && closed.code !== 1005))
    throw endOf(talk, closed)
  talk.ways.log.info('socket-closed-without-complete', { code: closed.code })
}

/** After an error the close that follows says whose fault it was; it is not waited for long. */
async function farewell({ ways }: Talk, line: SocketLine): Promise<Closed | null> {
  const enough = new AbortController()
  const late = ways.clock.sleep(ways.timeouts.greetingMs, enough.signal).then(() => true, () => true)
  try {
    for (;;) {
      const isLate = await Promise.race([line.waiting().then(() => false), late])
      const message = isLate ? null : line.take()
      if (isLate || message?.is === 'closed')
        return message?.is === 'closed' ? message : null
    }
  }
  finally {
    enough.abort()
  }
}

function soFar({ connection, ways, stage, heard, options }: Talk): SoFar {
  return { stage, key: connection.key, nowMs: ways.clock.now(), partialPath: heard ? options.partPath : null }
}

/** Our own doing is told as such. */
function endOf(talk: Talk, closed: Closed): unknown {
  return talk.over.signal.aborted ? talk.over.signal.reason : closedBy(soFar(talk), closed)
}

/** What `speakOverSocket` throws for it: the error of a failed commit as it is, anything else as a ServiceError that knows its stage. */
function errorOf(talk: Talk, error: unknown): unknown {
  const { connection, options, watchdog, ways, stage } = talk
  if (talk.commitError)
    return talk.commitError.error
  if (error instanceof NotOpened)
    return errorOfAnswer(error.answer, contextOf(soFar(talk)))
  const partialPath = talk.heard ? options.partPath : null
  const failure = errorOfExchange(
    error,
    { isLate: watchdog.isLate, isAborted: options.signal.aborted, secrets: [connection.key] },
    { charged: stage === 'sent' ? 'unknown' : 'no', isBeforeCommit: stage === 'before-commit', partialPath },
  )
  const told = failure.partialPath === null && partialPath !== null ? failure.with({ partialPath }) : failure
  ways.log.warn('socket-failed', { kind: told.kind, charged: told.charged, stage })
  return told
}
