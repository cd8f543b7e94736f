/** The answer of an endpoint as a value, and the two errors an endpoint can throw instead. */

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Bytes are sent with a Content-Length, an iterable chunk by chunk. */
  readonly body: Uint8Array | AsyncIterable<Uint8Array>
}

/** Refuses the request: sent as `{"detail": …}` with this status. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail)
    this.status = status
    this.headers = headers
  }
}

/** The connection is cut here without an answer: a fault demands it, or the client has left. */
export class ConnectionCut extends Error {
  override readonly name = 'ConnectionCut'
}

export function jsonAnswer(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: Buffer.from(JSON.stringify(value)) }
}

export function bytesAnswer(body: Uint8Array, contentType: string): Answer {
  return { status: 200, headers: { 'content-type': contentType }, body }
}

export function eventStreamAnswer(events: AsyncIterable<string>): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
    body: asBytes(events),
  }
}

/** One server-sent event with a JSON value. */
export function dataEvent(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`
}

export function refusalAnswer(refusal: Refusal): Answer {
  return jsonAnswer({ detail: refusal.message }, refusal.status, refusal.headers)
}

async function* asBytes(events: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  for await (const event of events)
    yield Buffer.from(event)
}
