/** The answers that configured faults produce: error bodies in every known format, and corrupted successes. */
import type { ErrorShape, FaultAction } from '../faults.ts'
import type { Answer } from './answer.ts'
import { jsonAnswer } from './answer.ts'

type Refuse = Extract<FaultAction, { do: 'refuse' }>
type WrongBody = Extract<FaultAction, { do: 'wrong-body' }>

export function refusedBy(fault: Refuse): Answer {
  const message = fault.message ?? usualMessage(fault.status)
  const answer = errorAnswer(fault.status, fault.shape ?? 'detail', message)
  return { ...answer, headers: { ...answer.headers, ...retryHeaders(fault.retryAfter), ...fault.headers } }
}

/** The answer to finished work, corrupted as the fault demands; still with status 200. */
export function corruptedBy(fault: WrongBody, answer: Answer): Answer {
  switch (fault.as) {
    case 'html': return errorAnswer(200, 'html', fault.message ?? 'Please wait')
    case 'empty': return { ...answer, body: new Uint8Array() }
    case 'error-json': return errorAnswer(200, fault.shape ?? 'detail', fault.message ?? 'Something went wrong')
    case 'truncated': return { ...answer, body: firstPart(answer.body) }
    default: return fault.as satisfies never
  }
}

function firstPart(body: Answer['body']): Answer['body'] {
  return body instanceof Uint8Array ? body.subarray(0, body.length / 2) : firstChunks(body, 3)
}

async function* firstChunks(body: AsyncIterable<Uint8Array>, count: number): AsyncIterable<Uint8Array> {
  let sent = 0
  for await (const chunk of body) {
    yield chunk
    if (++sent === count)
      return
  }
}

function retryHeaders(retryAfter: Refuse['retryAfter']): Record<string, string> {
  if (retryAfter === undefined)
    return {}
  return { 'retry-after': typeof retryAfter === 'number' ? String(retryAfter) : new Date(retryAfter.atMs).toUTCString() }
}

function usualMessage(status: number): string {
  return new Map([
    [401, 'Invalid API key'],
    [402, 'Insufficient credits'],
    [403, 'Permission denied'],
    [404, 'Not found'],
    [429, 'Rate limit exceeded'],
    [503, 'Service temporarily unavailable'],
  ]).get(status) ?? (status >= 500 ? 'Internal server error' : 'Bad request')
}

export function errorAnswer(status: number, shape: ErrorShape, message: string): Answer {
  switch (shape) {
    case 'text': return plain(status, 'text/plain; charset=utf-8', message)
    case 'html': return plain(
      status,
      'text/html; charset=utf-8',
      `<html><head><title>${status}</title></head><body><h1>${message}</h1></body></html>`,
    )
    case 'empty': return { status, headers: {}, body: new Uint8Array() }
    default: return jsonAnswer(errorObject(status, shape, message), status)
  }
}

function errorObject(status: number, shape: Exclude<ErrorShape, 'text' | 'html' | 'empty'>, message: string): unknown {
  switch (shape) {
    case 'detail': return { detail: message }
    case 'detail-list': return { detail: [{ type: 'value_error', loc: ['body', 'text'], msg: message, input: null }] }
    case 'detail-error': return { detail: { error: { message, type: 'invalid_request_error' } } }
    case 'error': return { error: message }
    case 'error-object': return { error: { message, type: 'invalid_request_error', param: null, code: status } }
    case 'flat': return { object: 'error', message, type: 'BadRequestError', param: null, code: status }
    case 'message': return { message }
    case 'success-error': return { success: false, error: message }
    case 'success-message': return { success: false, message }
    case 'code-msg': return { code: status, msg: message }
    default: return shape satisfies never
  }
}

function plain(status: number, contentType: string, text: string): Answer {
  return { status, headers: { 'content-type': contentType }, body: Buffer.from(text) }
}
