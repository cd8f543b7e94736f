/** Every known format of error bodies, read into one shape. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorAnswer } from '../../../src-main/practice/answers/fault-answers.ts'
import { readErrorBody, safeMessage } from '../../../src-main/service/error-body.ts'
import { errorInSuccess, errorOfAnswer, retryAfterMs } from '../../../src-main/service/errors.ts'
import { ServiceError } from '../../../src-main/service/service-error.ts'

const context = { secrets: ['hunter2-hunter2'], nowMs: 0, mayBeCharged: true }
const shapes = [
  'detail',
  'detail-list',
  'detail-error',
  'error',
  'error-object',
  'flat',
  'message',
  'success-error',
  'success-message',
  'code-msg',
  'text',
  'html',
] as const

describe('readErrorBody', () => {
  it.each(shapes)('understands the shape "%s"', (shape) => {
    const { body } = errorAnswer(400, shape, 'Prompt is too odd')
    expect(readErrorBody(body instanceof Uint8Array ? new TextDecoder().decode(body) : '', []).said).toContain('Prompt is too odd')
  })

  it('names the fields that a validation error names', () => {
    const list = { detail: [
      { type: 'missing', loc: ['body', 'voice_settings', 'speed'], msg: 'Field required' },
      { loc: ['body', 'text'], msg: 'Too long' },
    ] }
    expect(readErrorBody(JSON.stringify(list), [])).toMatchObject({
      said: 'Field required; Too long',
      fieldErrors: [{ field: 'voice_settings.speed', said: 'Field required' }, { field: 'text', said: 'Too long' }],
    })
    expect(readErrorBody('{"error":{"message":"bad seed","param":"seed","code":null}}', []).fieldErrors).toEqual([
      { field: 'seed', said: 'bad seed' },
    ])
  })

  it('ignores steps of a location that are neither text nor number', () => {
    expect(readErrorBody('{"detail":[{"loc":["body",{"toString":1},"text",0,null],"msg":"No"}]}', []).fieldErrors).toEqual([
      { field: 'text.0', said: 'No' },
    ])
  })

  it('reads the XML of a store of files', () => {
    const xml = '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>'
    expect(readErrorBody(xml, [])).toEqual({ said: 'Request has expired', fieldErrors: [], code: null })
  })

  it('of a redirect names where it leads, without a path that may contain a secret', () => {
    const headers = { location: 'https://elsewhere.example/in?key=1' }
    expect(errorOfAnswer({ status: 301, headers, text: '<html><title>Moved</title></html>' }, context)).toMatchObject({
      said: 'https://elsewhere.example',
      kind: 'redirected',
      charged: 'no',
    })
  })

  it('puts no words into the service’s mouth', () => {
    expect(errorInSuccess('{"error":true}', {}, context)).toMatchObject({ said: '' })
    expect(errorOfAnswer({ status: 502, headers: {}, text: '' }, context)).toMatchObject({
      said: '',
      kind: 'server',
      charged: 'unknown',
    })
  })
})

it.each([
  [403, 'Insufficient credits for this request', 'credits'],
  [429, 'You are out of credits', 'credits'],
  [404, 'The model `x` is not available', 'model-unavailable'],
  [400, 'Unknown model: x', 'model-unavailable'],
  [500, 'Unsupported category', 'model-unavailable'],
  [401, 'Unknown model or key', 'auth'],
])('reads the message next to the status: %i %s is %s, and not charged', (status, detail, kind) => {
  expect(errorOfAnswer({ status, headers: {}, text: JSON.stringify({ detail }) }, context)).toMatchObject({ kind, charged: 'no' })
})

it.each([
  [500, 'The model finished, but its output store is not available', 'server'],
  [502, 'Model worker crashed after inference: result file not found', 'server'],
  [504, 'model server not available', 'timeout'],
  [500, 'Unsupported model output: no writer for its format', 'server'],
  [500, 'Unknown model error', 'server'],
  [408, 'The model was not available in time', 'model-unavailable'],
  [409, 'Insufficient credits', 'credits'],
  [410, 'Your credits are exhausted', 'credits'],
  [424, 'Payment required by an upstream service', 'credits'],
])('does not take words for a refusal after the work may have been done: %i %s', (status, detail, kind) => {
  expect(errorOfAnswer({ status, headers: {}, text: JSON.stringify({ detail }) }, context)).toMatchObject({ kind, charged: 'unknown' })
})

it.each([
  'Unsupported category',
  'Unsupported model: wan2p2-i2v-14b-turbo',
  'model_not_found',
])('knows the exact words of a server without the model: %s', (detail) => {
  expect(errorOfAnswer({ status: 500, headers: {}, text: JSON.stringify({ detail }) }, context)).toMatchObject({
    kind: 'model-unavailable',
    charged: 'no',
  })
})

it.each([
  ['{"error":"upstream rate limit reached"}', 'rate', 'unknown'],
  ['{"error":"invalid token in generated sequence"}', 'auth', 'unknown'],
  ['{"error":"Out of credits"}', 'credits', 'unknown'],
  ['{"detail":[{"loc":["body","text"],"msg":"Too long"}]}', 'validation', 'unknown'],
  ['{"success":false,"message":"Unsupported category"}', 'model-unavailable', 'unknown'],
  ['{"error":{"code":429,"message":"slow down"}}', 'rate', 'no'],
  ['{"error":{"code":402,"message":"Insufficient credits"}}', 'credits', 'no'],
  ['{"error":{"code":409,"message":"Insufficient credits"}}', 'credits', 'unknown'],
  ['{"error":{"code":500,"message":"The model finished, but its store is not available"}}', 'server', 'unknown'],
])('believes only a number in an answer with status 200 that nothing was charged: %s', (text, kind, charged) => {
  expect(errorInSuccess(text, {}, context)).toMatchObject({ kind, charged })
  expect(errorInSuccess(text, {}, { ...context, mayBeCharged: false })).toMatchObject({ charged: 'no' })
})

it('redacts keys from messages before shortening them', () => {
  expect(safeMessage(`${'x'.repeat(490)} hunter2-hunter2`, context.secrets)).not.toContain('hunter2')
  expect(safeMessage('y'.repeat(2000), [])).toHaveLength(500)
  // Redacted text is shorter, so later text may become visible: but never a part of a key.
  for (let at = 3960; at < 4020; at += 1) {
    expect(safeMessage(
      `${'sk-aaaaaaaaaaaaaaaa '.repeat(500).slice(0, at)} hunter2-hunter2 ${'z'.repeat(3000)}`,
      context.secrets,
    )).not.toMatch(/hunt|aaaa/)
  }
  expect(safeMessage('Bearer sk-aaaaaaaaaa_bbbbbbbbbbbbbbbb is wrong', [])).not.toContain('aaaaaaaaaa')
})

it.each([
  ['{"image_base64":"iVBORw0KGgo=","error":"slow"}'],
  ['{"task_id":"1","status":"error"}'],
  ['{"code":0,"msg":"ok","data":{"url":"https://e.com/a.png"}}'],
  ['{"error":null,"images":["a"]}'],
  ['[1,2]'],
  ['"text"'],
  ['RIFF....WAVE'],
])('accepts %s as a result', (text) => {
  expect(errorInSuccess(text, {}, context)).toBeNull()
})

it.each([
  ['1.5', 1500],
  ['0', 0],
  ['86400', 86_400_000],
  ['31536000', 86_400_000],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['Thu, 01 Jan 2026 09:00:00 GMT', 32_400_000],
  ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
  ['', null],
  ['never', null],
])('waits %j as %j ms', (value, waitMs) => {
  expect(retryAfterMs({ 'retry-after': value }, Date.UTC(2026, 0, 1))).toBe(waitMs)
})

it('makes a ServiceError of anything, and never anything else', () => {
  const odd = fc.oneof(
    fc.json(),
    fc.string(),
    fc.jsonValue().map(value => JSON.stringify({ detail: value })),
    fc.jsonValue().map(value => JSON.stringify({ error: value, message: value, status: value, code: value })),
  )
  fc.assert(fc.property(odd, fc.integer({ min: 300, max: 599 }), fc.string(), (text, status, wait) => {
    const error = errorOfAnswer({ status, headers: { 'retry-after': wait, 'x-credits-remaining': wait }, text }, context)
    expect(error).toBeInstanceOf(ServiceError)
    expect(error.said.length).toBeLessThanOrEqual(500)
    const inside = errorInSuccess(text, {}, context)
    expect(inside === null || inside instanceof ServiceError).toBe(true)
  }), { numRuns: 3000 })
})
