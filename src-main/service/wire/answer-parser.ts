/**
 * Reads one HTTP/1 answer from the bytes of its own connection. It accepts everything that a browser accepts, since an answer that was
 * paid for must not be lost over its form: leniency is dangerous only where several answers share a connection, or are passed on.
 */
import type { Headers } from '../errors.ts'

/** What came is no HTTP answer, or breaks its rules so that its end is not known. What came before is delivered. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError'
  /** `ERR_ANSWER_CUT`: it ended before it was whole. `ERR_ANSWER_FORM`: it is not as HTTP says. `ERR_NOT_HTTP`: it is no HTTP at all. */
  readonly code: 'ERR_ANSWER_CUT' | 'ERR_ANSWER_FORM' | 'ERR_NOT_HTTP'

  constructor(code: AnswerError['code'], message: string) {
    super(message)
    this.code = code
  }
}

export interface AnswerHead { readonly status: number, readonly headers: Headers }

export interface AnswerSink {
  /** The head of the final answer. Interim answers (1xx) are passed over. */
  onHead: (head: AnswerHead) => void
  onBody: (bytes: Uint8Array) => void
  /** The answer is whole. Nothing follows. */
  onEnd: () => void
}

export interface AnswerParser {
  /** @throws AnswerError when the rest cannot be read. */
  feed: (bytes: Uint8Array) => void
  /** The other side has closed. @throws AnswerError unless that is the end of the answer. */
  close: () => void
}

/** The longest head that is accepted, and the longest line between chunks. */
const mostHeadBytes = 256 * 1024
const [lf, cr] = [10, 13]

/** How the end of a body is found (RFC 9112 §6.3). */
type Framing
  = | { readonly by: 'nothing' }
    | { readonly by: 'chunks' }
    | { readonly by: 'length', readonly bytes: number, readonly mayBeMissing: boolean }
    | { readonly by: 'close' }
    /** Lengths that contradict each other: the bytes up to the longest are delivered, and then it is an error. */
    | { readonly by: 'contradiction', readonly bytes: number, readonly said: string }

type Stage = 'head' | 'body' | 'chunk-line' | 'chunk' | 'chunk-end' | 'over'

/** `isTunnel`: the answer to CONNECT has no body; what follows its head is passed on as it is. */
export function createAnswerParser(sink: AnswerSink, { isTunnel = false }: { readonly isTunnel?: boolean } = {}): AnswerParser {
  const lines = createLines()
  let stage: Stage = 'head'
  let head: string[] = []
  let framing: Framing = { by: 'close' }
  let leftBytes = 0
  let bodyBytes = 0

  function end(): void {
    stage = 'over'
    sink.onEnd()
  }

  /** A line of the head; the empty one ends it. */
  function readHeadLine(line: string): void {
    if (line !== '' || head.length === 0) {
      // Empty lines before an answer are ignored (RFC 9112 §2.2).
      if (line !== '')
        head.push(line)
      return
    }
    const { status, headers, lengths } = parseHead(head)
    head = []
    lines.reset()
    if (status === 101)
      throw new AnswerError('ERR_ANSWER_FORM', 'The service switched to another protocol without a request')
    if (status < 200)
      return
    framing = isTunnel ? { by: 'close' } : framingOf(status, headers, lengths)
    if (framing.by === 'chunks')
      // What it says of the length is void (RFC 9112 §6.3).
      delete headers['content-length']
    sink.onHead({ status, headers })
    leftBytes = framing.by === 'length' || framing.by === 'contradiction' ? framing.bytes : Number.POSITIVE_INFINITY
    stage = framing.by === 'chunks' ? 'chunk-line' : 'body'
    if (framing.by === 'nothing' || (framing.by === 'length' && leftBytes === 0))
      end()
  }

  function readChunkLine(line: string): void {
    // Extensions are ignored, as are the trailers after the last chunk: with that the answer is whole.
    const digits = /^[ \t]*([0-9a-f]+)[ \t]*(?:;.*)?$/is.exec(line)?.[1]
    const size = digits === undefined ? Number.NaN : Number.parseInt(digits, 16)
    if (!Number.isSafeInteger(size))
      throw new AnswerError('ERR_ANSWER_FORM', 'The response is malformed: a chunk has no length')
    lines.reset()
    leftBytes = size
    stage = 'chunk'
    if (size === 0)
      end()
  }

  function readBody(bytes: Uint8Array): Uint8Array {
    const taken = bytes.subarray(0, Math.min(bytes.length, leftBytes))
    leftBytes -= taken.length
    bodyBytes += taken.length
    if (taken.length > 0)
      sink.onBody(taken)
    if (leftBytes === 0 && stage === 'chunk')
      stage = 'chunk-end'
    else if (leftBytes === 0 && framing.by === 'contradiction')
      throw new AnswerError('ERR_ANSWER_FORM', framing.said)
    else if (leftBytes === 0)
      end()
    return bytes.subarray(taken.length)
  }

  function feed(bytes: Uint8Array): void {
    let rest = bytes
    while (rest.length > 0 && stage !== 'over') {
      if (stage === 'body' || stage === 'chunk') {
        rest = readBody(rest)
        continue
      }
      const taken = lines.take(rest)
      if (stage === 'head' && head.length === 0)
        assertHttp(taken?.line ?? lines.pending())
      if (!taken)
        return
      rest = taken.rest
      if (stage === 'head')
        readHeadLine(taken.line)
      else if (stage === 'chunk-line')
        readChunkLine(taken.line)
      else if (taken.line !== '')
        throw new AnswerError('ERR_ANSWER_FORM', 'The response is malformed: a chunk is longer than its length')
      else
        stage = 'chunk-line'
    }
  }

  return {
    feed,
    close() {
      if (stage === 'over')
        return
      if (stage === 'head')
        throw new AnswerError('ERR_ANSWER_CUT', 'The connection was closed before a response arrived')
      if (framing.by === 'close' || (framing.by === 'length' && framing.mayBeMissing && bodyBytes === 0))
        return end()
      const of = framing.by === 'length' ? ` of ${framing.bytes}` : ''
      throw new AnswerError(
        'ERR_ANSWER_CUT',
        framing.by === 'contradiction' ? framing.said : `The answer broke off: ${bodyBytes}${of} bytes came`,
      )
    },
  }
}

interface Lines {
  /** The next line without its end; null while that has not come. CR LF or LF alone end it (RFC 9112 §2.2). */
  take: (bytes: Uint8Array) => { line: string, rest: Uint8Array } | null
  /** The beginning of a line that is not complete. */
  pending: () => string
  /** The limit counts again. */
  reset: () => void
}

function createLines(): Lines {
  let pieces: Uint8Array[] = []
  let countedBytes = 0
  const count = (bytes: number): void => {
    countedBytes += bytes
    if (countedBytes > mostHeadBytes)
      throw new AnswerError('ERR_ANSWER_FORM', `The head of the response is longer than ${mostHeadBytes / 1024} kB`)
  }
  return {
    take(bytes) {
      const at = bytes.indexOf(lf)
      count(at < 0 ? bytes.length : at + 1)
      if (at < 0) {
        pieces.push(bytes)
        return null
      }
      const whole = Buffer.concat([...pieces, bytes.subarray(0, at)])
      pieces = []
      // Header values are ISO 8859-1 by history (RFC 9110 §5.5).
      return { line: whole.toString('latin1', 0, whole.at(-1) === cr ? whole.length - 1 : whole.length), rest: bytes.subarray(at + 1) }
    },
    pending: () => Buffer.concat(pieces.slice(0, 16)).toString('latin1', 0, 64),
    reset() {
      countedBytes = 0
    },
  }
}

/** Whether a line, or the beginning of one, can be the first of an answer: what speaks another protocol often says nothing more. */
function assertHttp(line: string): void {
  const start = line.slice(0, 5)
  if (start === '\r' || start.toUpperCase() === 'HTTP/'.slice(0, start.length))
    return
  // A TLS record: an alert, or a handshake (RFC 8446 §5.1).
  const isTls = [0x15, 0x16].includes(start.charCodeAt(0)) && start.charCodeAt(1) === 3
  throw new AnswerError('ERR_NOT_HTTP', isTls
    ? 'The service wants an encrypted connection: its address begins with https://'
    : 'What answers there is no HTTP service')
}

/** Which header fields are lists that may come in several fields (RFC 9110 §5.3). */
const joined = new Set(['content-encoding', 'transfer-encoding'])

function parseHead([first = '', ...rest]: readonly string[]): {
  status: number
  headers: Record<string, string | string[]>
  lengths: readonly string[]
} {
  const status = /^HTTP\/[\d.]+[ \t]+(\d{3})(?!\d)/i.exec(first)?.[1]
  if (status === undefined || Number(status) < 100)
    throw new AnswerError('ERR_NOT_HTTP', 'The address does not answer with HTTP: the first line has no status')
  const fields: [name: string, value: string][] = []
  for (const line of rest) {
    const last = fields.at(-1)
    if (/^[ \t]/.test(line)) {
      // A folded field continues (RFC 9112 §5.2).
      if (last)
        last[1] = `${last[1]} ${clean(line)}`.trim()
      continue
    }
    const colon = line.indexOf(':')
    // A line that is no field says nothing about the others.
    if (colon > 0)
      fields.push([line.slice(0, colon).trim().toLowerCase(), clean(line.slice(colon + 1))])
  }
  const byName = new Map<string, string[]>()
  for (const [name, value] of fields)
    byName.set(name, [...byName.get(name) ?? [], value])
  const headers = Object.fromEntries([...byName].map(([name, values]) =>
    [name, joined.has(name) ? values.join(', ') : values.length === 1 ? values[0] ?? '' : values]))
  return { status: Number(status), headers, lengths: byName.get('content-length') ?? [] }
}

/** Without white space around it, and without control characters, which mean nothing in a header. */
function clean(value: string): string {
  // eslint-disable-next-line no-control-regex -- exactly those
  return value.replace(/[\0-\x08\x0A-\x1F\x7F]/g, ' ').trim()
}

function framingOf(status: number, headers: Record<string, string | string[]>, lengthFields: readonly string[]): Framing {
  const named = String(headers['transfer-encoding'] ?? '').toLowerCase().split(',')
  const codings = named.map(coding => coding.trim()).filter(coding => coding !== '')
  if (status === 304)
    return { by: 'nothing' }
  if (codings.at(-1) === 'chunked')
    return { by: 'chunks' }
  const lengths = [...new Set(lengthFields.flatMap(field => field.split(',')).map(length => length.trim().replace(/^0+(?=\d)/, '')))]
    .filter(length => /^\d{1,15}$/.test(length))
    .map(Number)
  // A service that answers "no content" and sends some all the same has been paid for it.
  const isEmpty = status === 204
  if (codings.length > 0 || lengths.length === 0)
    return isEmpty ? { by: 'nothing' } : { by: 'close' }
  const bytes = Math.max(...lengths)
  return lengths.length === 1
    ? { by: 'length', bytes, mayBeMissing: isEmpty }
    : { by: 'contradiction', bytes, said: `The answer says of itself that it is ${lengths.join(' and ')} bytes long` }
}
