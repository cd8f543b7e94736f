/**
 * One HTTP/1.1 request and its answer, on a connection of their own. Node's and undici's clients reject answers that browsers read, and
 * undici every `100 Continue`: see decision 028.
 */
import type { Socket } from 'node:net'
import type { Headers } from '../errors.ts'
import type { AnswerHead } from './answer-parser.ts'
import type { HttpConnection } from './connection.ts'
import { createAnswerBody } from './answer-body.ts'
import { createAnswerParser } from './answer-parser.ts'

export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  /** Values must be valid; `host` and `connection` are added. */
  readonly headers: Readonly<Record<string, string>>
  /** Sent chunk by chunk as the network takes it. Its `content-length` must be among the headers. */
  readonly body?: AsyncGenerator<Uint8Array>
  /** Ends the exchange at any time. */
  readonly signal: AbortSignal
}

export interface HttpAnswer extends AnswerHead {
  /** Throws AnswerError for an answer that is not whole, or the error of the network. Can be iterated once. */
  readonly body: AsyncGenerator<Uint8Array>
}

/**
 * Resolves when the final answer begins, also when the request is not sent completely by then: then no more of it is sent. Rejects with
 * the error of the network, with AnswerError, with what `body` throws, or with the signal's reason.
 */
export async function exchange(http: HttpConnection, request: HttpRequest): Promise<HttpAnswer> {
  const { signal } = request
  signal.throwIfAborted()
  const socket = await http.open(signal)
  const answer = Promise.withResolvers<HttpAnswer>()
  let isAnswered = false
  listen(socket, signal, {
    onAnswer(found) {
      isAnswered = true
      answer.resolve(found)
    },
    onFailure: answer.reject,
  })
  socket.write(headOf(request))
  // What the body throws ends the exchange; an answer that came before is worth more.
  send(socket, request.body, () => !isAnswered && http.isUsable).catch(answer.reject)
  return answer.promise
}

function headOf({ method, url, headers }: HttpRequest): Buffer {
  const fields = Object.entries({ host: url.host, connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${url.pathname}${url.search} HTTP/1.1\r\n${fields.join('')}\r\n`, 'latin1')
}

async function send(socket: Socket, body: HttpRequest['body'], isWanted: () => boolean): Promise<void> {
  for await (const chunk of body ?? []) {
    if (!isWanted())
      return
    if (chunk.length > 0 && !socket.write(chunk))
      await drained(socket)
  }
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      socket.off('drain', settle).off('close', settle)
      resolve()
    }
    socket.on('drain', settle).on('close', settle)
  })
}

/** Reads the answer; until its head is here a failure is `onFailure`'s, after that it is the body's. */
function listen(socket: Socket, signal: AbortSignal, { onAnswer, onFailure }: {
  readonly onAnswer: (answer: HttpAnswer) => void
  readonly onFailure: (error: unknown) => void
}): void {
  const body = createAnswerBody({ pause: () => socket.pause(), resume: () => socket.resume(), close: () => socket.destroy() })
  function finish(error: unknown): void {
    signal.removeEventListener('abort', stop)
    body.end(error)
    onFailure(error)
    socket.destroy()
  }
  function stop(): void {
    finish(signal.reason)
  }
  const parser = createAnswerParser({
    onHead: head => onAnswer({ ...head, headers: withTransferCodings(head.headers), body: body.chunks }),
    onBody: body.push,
    onEnd: () => finish(null),
  })
  const attempt = (read: () => void): void => {
    try {
      read()
    }
    catch (error) {
      finish(error)
    }
  }
  socket.on('data', bytes => attempt(() => parser.feed(bytes)))
  socket.on('end', () => attempt(() => parser.close()))
  socket.on('error', finish)
  socket.on('close', () => finish(new Error('The connection was lost')))
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted)
    stop()
}

/** Both kinds of coding are undone in one place; that of the transfer came last (RFC 9110 §8.4, RFC 9112 §6.1). */
function withTransferCodings(headers: Headers): Headers {
  const { 'transfer-encoding': transfer, ...rest } = headers
  const codings = String(transfer ?? '').split(',').map(coding => coding.trim()).filter(coding => !/^(?:chunked|identity)?$/i.test(coding))
  return codings.length === 0 ? headers : { ...rest, 'content-encoding': [rest['content-encoding'] ?? [], codings].flat().join(', ') }
}
