/** Free requests: GET on a new connection, redirects followed here, answers of bounded size. */
import type { Headers } from '../errors.ts'
import type { Connection, TransportContext } from './transport.ts'
import { found } from '#contract/found.ts'
import { isLoopback, mayFetch, mustBePublic } from '../base-url.ts'
import { errorOfAnswer, headerOf } from '../errors.ts'
import { redactHeaders } from '../redact-secrets.ts'
import { ServiceError } from '../service-error.ts'
import { openHttpConnection } from './connection.ts'
import { unpacked } from './content-encoding.ts'
import { exchange } from './exchange.ts'
import { openIdleTimeout } from './idle-timeout.ts'
import { authorization, errorOfExchange } from './transport.ts'

export interface FreeRequest {
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** Without the key, to see what anybody is answered. */
  readonly isAnonymous?: boolean
  /** How many redirects may be followed. Default 0: a redirect is returned like any other answer. */
  readonly mostRedirects?: number
}

export interface OpenAnswer {
  readonly status: number
  readonly headers: Headers
  /** The final URL, after redirects. */
  readonly url: URL
  /** It came from where it was asked for: of the service's own host, and without redirects. */
  readonly isOwnAnswer: boolean
  /** Chunks of the body; throws ServiceError. Can be iterated once. */
  readonly body: AsyncGenerator<Uint8Array>
}

/**
 * Sends the request, passes the answer to `read`, and always closes the connection. Failures are ServiceErrors with
 * `charged: 'no'`; errors thrown by `read` itself are passed on.
 */
export async function fetchFree<T>(
  transport: TransportContext,
  connection: Connection,
  request: FreeRequest,
  read: (answer: OpenAnswer) => Promise<T>,
): Promise<T> {
  const over = new AbortController()
  const idleTimeout = openIdleTimeout(transport.clock, () => over.abort(new Error('late')))
  const stop = (): void => over.abort(request.signal.reason)
  request.signal.addEventListener('abort', stop, { once: true })
  const toError = (error: unknown): ServiceError => errorOfExchange(
    error,
    { hasExpired: idleTimeout.hasExpired, isAborted: request.signal.aborted, secrets: [connection.key] },
    { charged: 'no', isBeforeCommit: false },
  )
  const close = new AbortController()
  try {
    if (request.signal.aborted)
      throw toError(request.signal.reason)
    idleTimeout.restart(transport.timeouts.askMs)
    const answer = await follow(transport, connection, request, { over: over.signal, close: close.signal }).catch((error: unknown) => {
      throw toError(error)
    })
    async function* body(): AsyncGenerator<Uint8Array> {
      try {
        for await (const chunk of answer.body) {
          idleTimeout.restart(transport.timeouts.receiveIdleMs)
          yield chunk
        }
      }
      catch (error) {
        throw toError(error)
      }
    }
    return await read({ ...answer, body: body() })
  }
  finally {
    request.signal.removeEventListener('abort', stop)
    idleTimeout.close()
    close.abort()
  }
}

interface ExchangeSignals { readonly over: AbortSignal, readonly close: AbortSignal }
type RawAnswer = Omit<OpenAnswer, 'body'> & { readonly body: AsyncIterable<Uint8Array> }

async function follow(
  transport: TransportContext,
  connection: Connection,
  request: FreeRequest,
  signals: ExchangeSignals,
): Promise<RawAnswer> {
  const base = new URL(connection.baseUrl)
  let url = request.url
  for (let redirects = 0; ; redirects += 1) {
    // The key is sent to the service's own origin only, never to another one after a redirect (RFC 9110 §15.4).
    const isOwn = url.origin === base.origin
    const takesKey = isOwn && !request.isAnonymous
    const headers = { 'accept-encoding': 'identity', ...request.headers, ...(takesKey && { authorization: authorization(connection) }) }
    const received = await once(transport, url, { headers, isForeign: mustBePublic(base, url) }, signals)
    const headersNow = redactHeaders(received.headers, connection.key)
    const answer = { ...received, headers: headersNow, isOwnAnswer: isOwn && redirects === 0 }
    const location = headerOf(answer.headers, 'location')
    if (![301, 302, 303, 307, 308].includes(answer.status) || location === null || !request.mostRedirects)
      return answer
    if (redirects >= request.mostRedirects)
      throw new ServiceError({ kind: 'redirected', said: url.origin, charged: 'no', status: answer.status })
    url = nextUrl(base, url, location)
  }
}

function nextUrl(base: URL, from: URL, location: string): URL {
  const next = URL.canParse(location, from.href) ? new URL(location, from) : null
  const leadsHere = next !== null && isLoopback(next.hostname) && !isLoopback(base.hostname)
  if (next === null || leadsHere || !(mayFetch(from, next) || mayFetch(base, next))) {
    throw new ServiceError({ kind: 'redirected', said: next?.origin ?? '', charged: 'no' })
  }
  return next
}

async function once(
  transport: TransportContext,
  url: URL,
  { headers, isForeign }: { headers: Record<string, string>, isForeign: boolean },
  { over, close }: ExchangeSignals,
): Promise<Omit<RawAnswer, 'isOwnAnswer'>> {
  const http = openHttpConnection(url.origin, {
    connectMs: transport.timeouts.connectMs,
    proxy: await transport.proxyFor(url.href),
    trust: transport.trust,
    ...(isForeign && { lookup: transport.publicLookup }),
  })
  close.addEventListener('abort', http.close, { once: true })
  const { status, headers: received, body } = await exchange(http, { method: 'GET', url, headers, signal: over })
  return { status, headers: received, url, body: unpacked(body, received) }
}

/** The whole body as text, at most `capBytes` of it; a longer one is a ServiceError. */
export async function readText(body: AsyncIterable<Uint8Array>, capBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of body) {
    sizeBytes += chunk.length
    if (sizeBytes > capBytes)
      throw new ServiceError({ kind: 'undecodable', said: found('answer-too-long'), charged: 'no' })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** The first bytes of a body, at least so many where there are so many, and the whole body again. */
export async function begun(
  body: AsyncGenerator<Uint8Array>,
  leastBytes: number,
): Promise<{ head: Uint8Array, body: AsyncGenerator<Uint8Array> }> {
  let head: Uint8Array = new Uint8Array()
  while (head.length < leastBytes) {
    const next = await body.next()
    if (next.done === true)
      break
    head = Buffer.concat([head, next.value])
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    if (head.length > 0)
      yield head
    yield* body
  }
  return { head, body: whole() }
}

const longestErrorText = 65_536

/** The beginning of an error body, by default at most 64 kB. A body that breaks off is returned as far as it arrived. */
export async function readErrorText(body: AsyncIterable<Uint8Array>, capBytes = longestErrorText): Promise<string> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      sizeBytes += chunk.length
      if (sizeBytes >= capBytes)
        break
    }
  }
  catch {
    // The status is known; the rest of its explanation matters less.
  }
  return Buffer.concat(chunks).subarray(0, capBytes).toString()
}

/** Throws a ServiceError unless the status is 2xx. */
export async function throwOnFailure(transport: TransportContext, connection: Connection, answer: OpenAnswer): Promise<void> {
  if (answer.status >= 200 && answer.status < 300)
    return
  const text = await readErrorText(answer.body)
  const context = { secrets: [connection.key], nowMs: transport.clock.now(), mayBeCharged: false, isElsewhere: !answer.isOwnAnswer }
  throw errorOfAnswer({ status: answer.status, headers: answer.headers, text }, context)
}
