/** Free questions: GET on a fresh connection, redirects by hand, a bounded answer. */
import type { Headers } from '../errors.ts'
import type { Connection, TransportContext } from './transport.ts'
import { isLoopback, mayFetch } from '../base-url.ts'
import { errorOfAnswer, headerOf } from '../errors.ts'
import { ServiceError } from '../service-error.ts'
import { openLine } from './connection.ts'
import { readEagerly } from './pieces.ts'
import { authorization, errorOfExchange } from './transport.ts'
import { openWatchdog } from './watchdog.ts'

export interface Question {
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** How many redirects may be followed. Default 0: a redirect is an answer like any other. */
  readonly mostRedirects?: number
}

export interface OpenAnswer {
  readonly status: number
  readonly headers: Headers
  /** Where it came from, after redirects. */
  readonly url: URL
  /** Pieces of the body; throws ServiceError. To be read once. */
  readonly body: AsyncGenerator<Uint8Array>
}

/** Asks, hands the answer to `read`, and closes the connection whatever happens. Failures are ServiceErrors with `charged: 'no'`; what `read` throws of its own passes. */
export async function ask<T>(ways: TransportContext, connection: Connection, question: Question, read: (answer: OpenAnswer) => Promise<T>): Promise<T> {
  const over = new AbortController()
  const watchdog = openWatchdog(ways.clock, () => over.abort(new Error('late')))
  const stop = (): void => over.abort(question.signal.reason)
  question.signal.addEventListener('abort', stop, { once: true })
  const toError = (error: unknown): ServiceError => errorOfExchange(
    error,
    { isLate: watchdog.isLate, isAborted: question.signal.aborted, secrets: [connection.key] },
    { charged: 'no', isBeforeCommit: false },
  )
  const close = new AbortController()
  try {
    if (question.signal.aborted)
      throw toError(question.signal.reason)
    watchdog.allow(ways.timeouts.askMs)
    const answer = await follow(ways, connection, question, { over: over.signal, close: close.signal }).catch((error: unknown) => {
      throw toError(error)
    })
    async function* body(): AsyncGenerator<Uint8Array> {
      try {
        for await (const piece of answer.body) {
          watchdog.allow(ways.timeouts.receiveIdleMs)
          yield piece
        }
      }
      catch (error) {
        throw toError(error)
      }
    }
    return await read({ ...answer, body: body() })
  }
  finally {
    question.signal.removeEventListener('abort', stop)
    watchdog.close()
    close.abort()
  }
}

interface Reins { readonly over: AbortSignal, readonly close: AbortSignal }
type RawAnswer = Omit<OpenAnswer, 'body'> & { readonly body: AsyncIterable<Uint8Array> }

async function follow(ways: TransportContext, connection: Connection, question: Question, reins: Reins): Promise<RawAnswer> {
  const base = new URL(connection.baseUrl)
  let url = question.url
  for (let redirects = 0; ; redirects += 1) {
    // The key is for the service's own origin and nobody else (RFC 9110 §15.4).
    const isOwn = url.origin === base.origin
    const headers = { 'accept-encoding': 'identity', ...question.headers, ...(isOwn && { authorization: authorization(connection) }) }
    const answer = await once(ways, url, headers, reins)
    const location = headerOf(answer.headers, 'location')
    if (![301, 302, 303, 307, 308].includes(answer.status) || location === null || !question.mostRedirects)
      return answer
    if (redirects >= question.mostRedirects)
      throw new ServiceError({ kind: 'network', said: 'The service redirects too often', charged: 'no', status: answer.status })
    url = nextUrl(base, url, location)
  }
}

function nextUrl(base: URL, from: URL, location: string): URL {
  const next = URL.canParse(location, from.href) ? new URL(location, from) : null
  const staysSafe = next !== null && (mayFetch(from, next) || mayFetch(base, next)) && !(isLoopback(next.hostname) && !isLoopback(base.hostname))
  if (!staysSafe)
    throw new ServiceError({ kind: 'network', said: `The service redirects to an address that is not followed${next ? `: ${next.protocol}//${next.host}` : ''}`, charged: 'no' })
  return next
}

async function once(ways: TransportContext, url: URL, headers: Record<string, string>, { over, close }: Reins): Promise<RawAnswer> {
  const line = openLine(url.origin, { connectMs: ways.timeouts.connectMs, proxy: await ways.proxyFor(url.href) })
  close.addEventListener('abort', line.close, { once: true })
  const { statusCode, headers: answered, body } = await line.dispatcher.request({ origin: url.origin, path: `${url.pathname}${url.search}`, method: 'GET', headers, signal: over })
  return { status: statusCode, headers: answered, url, body: readEagerly(body) }
}

/** The whole body as text, at most `capBytes` of it; a longer one is a ServiceError. */
export async function readText(body: AsyncIterable<Uint8Array>, capBytes: number): Promise<string> {
  const pieces: Uint8Array[] = []
  let sizeBytes = 0
  for await (const piece of body) {
    sizeBytes += piece.length
    if (sizeBytes > capBytes)
      throw new ServiceError({ kind: 'undecodable', said: `The answer is longer than ${capBytes} bytes`, charged: 'no' })
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

const longestErrorText = 65_536

/** What there is of an error body, cut at 64 kB unless told otherwise; a body that breaks off is taken as far as it came. */
export async function readErrorText(body: AsyncIterable<Uint8Array>, capBytes = longestErrorText): Promise<string> {
  const pieces: Uint8Array[] = []
  let sizeBytes = 0
  try {
    for await (const piece of body) {
      pieces.push(piece)
      sizeBytes += piece.length
      if (sizeBytes >= capBytes)
        break
    }
  }
  catch {
    // The status is known and weighs more than the end of its explanation.
  }
  return Buffer.concat(pieces).subarray(0, capBytes).toString()
}

/** Throws the failure that a free question's answer is, unless its status is 2xx. */
export async function refuseFailure(ways: TransportContext, connection: Connection, answer: OpenAnswer): Promise<void> {
  if (answer.status >= 200 && answer.status < 300)
    return
  const text = await readErrorText(answer.body)
  throw errorOfAnswer({ status: answer.status, headers: answer.headers, text }, { secrets: [connection.key], nowMs: ways.clock.now(), mayBeCharged: false })
}
