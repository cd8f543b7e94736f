/** Turns every error body seen in the wild into one shape, and says by rule what it means and whether it was charged. */
import type { Failure } from '#contract/jobs.ts'
import type { FailureKind, ServiceFacts, ServiceTrouble } from './service-error.ts'
import { createRedactor } from '../base/redact.ts'
import { firstNumber, firstText, isObject, memberOf, parseJson } from './json.ts'
import { ServiceError } from './service-error.ts'

/** Header values as undici gives them, names in lower case. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>

export interface ErrorBody {
  readonly said: string
  readonly fieldErrors: Failure['fieldErrors']
  /** A status that the body itself names. */
  readonly code: number | null
}

const longestSaid = 500
// More than is shown, since what is struck out leaves room; little enough that no text, however made, is slow to search.
const longestRead = 8 * longestSaid

/** Strikes known keys and everything of a key's shape out, then shortens. */
export function sayable(text: string, secrets: readonly string[]): string {
  const read = String(createRedactor(secrets)(text.slice(0, longestRead)))
  // The last word of a text that was cut may be the beginning of a key.
  const clean = (text.length > longestRead ? read.replace(/\S{0,1000}$/, '') : read).replace(/\s+/g, ' ').trim()
  return clean.length > longestSaid ? `${clean.slice(0, longestSaid - 1)}…` : clean
}

/** Reads what an error body says, whatever its shape; never throws. */
export function readErrorBody(text: string): ErrorBody {
  const json = parseJson(text)
  if (typeof json === 'string')
    return { said: json, fieldErrors: [], code: null }
  if (isObject(json))
    return { said: messageOf(json), fieldErrors: fieldErrorsOf(json), code: codeOf(json) }
  if (/^\s*<(?:!doctype|html|head|body|\?xml)/i.test(text))
    return { said: textOfHtml(text), fieldErrors: [], code: null }
  return { said: json === undefined ? text : '', fieldErrors: [], code: null }
}

function messageOf(value: unknown, depth = 0): string {
  if (typeof value === 'string')
    return value
  if (depth > 4)
    return ''
  if (Array.isArray(value))
    return value.slice(0, 5).map(entry => messageOf(entry, depth + 1)).filter(Boolean).join('; ')
  if (!isObject(value))
    return ''
  for (const name of ['detail', 'error', 'message', 'msg', 'error_description', 'errors', 'reason', 'title']) {
    const said = messageOf(memberOf(value, name), depth + 1)
    if (said !== '')
      return said
  }
  return ''
}

// FastAPI: `detail` is a list of { loc: ['body', field, …], msg }. OpenAI and vLLM: `error.param` names one field.
function fieldErrorsOf(json: unknown): Failure['fieldErrors'] {
  const detail = memberOf(json, 'detail')
  if (Array.isArray(detail)) {
    return detail.slice(0, 50).flatMap((entry: unknown) => {
      const place = memberOf(entry, 'loc')
      const steps = Array.isArray(place) ? place.filter(step => typeof step === 'number' || (typeof step === 'string' && step !== 'body')) : []
      const field = steps.join('.')
      const said = firstText(entry, 'msg', 'message')
      return said !== null && field !== '' ? [{ field: field.slice(0, 100), said: said.slice(0, longestSaid) }] : []
    })
  }
  const holder = [memberOf(json, 'error'), memberOf(json, 'detail', 'error'), json].find(entry => firstText(entry, 'param') !== null)
  return holder === undefined ? [] : [{ field: (firstText(holder, 'param') ?? '').slice(0, 100), said: messageOf(holder).slice(0, longestSaid) }]
}

function codeOf(json: unknown): number | null {
  const codes = [json, memberOf(json, 'error'), memberOf(json, 'detail', 'error')].map(holder => firstNumber(holder, 'code', 'status', 'status_code'))
  return codes.find(code => code !== null && Number.isInteger(code) && code >= 400 && code <= 599) ?? null
}

function textOfHtml(html: string): string {
  const title = /<title[^>]*>([^<]{0,300})/i.exec(html)?.[1] ?? ''
  const heading = /<h1[^>]*>([^<]{0,300})/i.exec(html)?.[1] ?? ''
  return [...new Set([title.trim(), heading.trim()])].filter(Boolean).join(' — ')
}

const modelIsGone = /unsupported (?:category|model)|model\b.{1,80}\bnot (?:found|available|supported)|unknown model|model_not_found|no such model/i
const noCredits = /insufficient (?:credits?|balance|funds|quota)|out of credits?|not enough credits?|credits? (?:are )?exhausted|payment required/i
const badKey = /(?:invalid|incorrect|missing|expired|unknown) (?:api[ _-]?key|token|credentials)|unauthori[sz]ed|not authenticated|authentication (?:failed|required)/i
const tooOften = /rate limit|too many requests/i

const kindByStatus: Readonly<Record<number, FailureKind>> = {
  301: 'not-found',
  302: 'not-found',
  303: 'not-found',
  307: 'not-found',
  308: 'not-found',
  400: 'validation',
  401: 'auth',
  402: 'credits',
  403: 'permission',
  404: 'not-found',
  405: 'not-found',
  407: 'network',
  408: 'timeout',
  409: 'not-ready',
  410: 'expired',
  413: 'too-large',
  415: 'media-type',
  422: 'validation',
  425: 'not-ready',
  429: 'rate',
  504: 'timeout',
}

/** The sort of failure: by status, unless the words say that the model or the credits are the trouble. */
function kindOf(status: number, said: string): FailureKind {
  const isClient = status >= 400 && status < 500
  if ((isClient || status >= 500) && status !== 401 && modelIsGone.test(said))
    return 'model-unavailable'
  if (isClient && noCredits.test(said))
    return 'credits'
  return kindByStatus[status] ?? (isClient ? 'validation' : 'server')
}

// Refused before any work was done: what the service documents, and the statuses that by RFC 9110 §15 cannot mean anything else.
const refusals = new Set([301, 302, 307, 308, 400, 401, 402, 403, 404, 405, 406, 407, 411, 413, 414, 415, 422, 429, 431, 451])

/** Whether a whole request that was answered like this can have cost money. */
function chargedFor(status: number, kind: FailureKind, hasRetryAfter: boolean): 'no' | 'unknown' {
  const isRefused = refusals.has(status) || kind === 'model-unavailable' || kind === 'credits' || (status === 503 && hasRetryAfter)
  return isRefused ? 'no' : 'unknown'
}

const longestWaitMs = 3_600_000

/** `Retry-After` in seconds or as a date (RFC 9110 §10.2.3), never negative and at most an hour. Null when there is none to be read. */
export function retryAfterMs(headers: Headers, nowMs: number): number | null {
  const value = headerOf(headers, 'retry-after')?.trim()
  if (!value)
    return null
  const waitMs = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - nowMs
  return Number.isNaN(waitMs) ? null : Math.min(longestWaitMs, Math.max(0, Math.ceil(waitMs)))
}

export function headerOf(headers: Headers, name: string): string | null {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? null
}

/** What the headers tell beside the answer. */
export function factsOf(headers: Headers): ServiceFacts {
  return {
    creditsRemaining: firstNumber(headers, 'x-credits-remaining'),
    serviceRequestId: (headerOf(headers, 'x-request-id') ?? headerOf(headers, 'request-id'))?.slice(0, 200) ?? null,
    rateLimitRemaining: firstNumber(headers, 'x-ratelimit-remaining', 'x-ratelimit-remaining-requests'),
  }
}

export interface AnswerContext {
  readonly secrets: readonly string[]
  readonly nowMs: number
  /** True when the whole request left and it is one that costs money. */
  readonly mayBeCharged: boolean
  readonly isBeforeCommit?: boolean
}

/** The failure that an answer with a status outside 2xx is. */
export function errorOfAnswer(answer: { status: number, headers: Headers, text: string }, context: AnswerContext): ServiceError {
  const { status, headers } = answer
  const body = readErrorBody(answer.text)
  const waitMs = retryAfterMs(headers, context.nowMs)
  const kind = kindOf(status, body.said)
  return new ServiceError({
    ...troubleOf(body, context),
    kind,
    status,
    said: sayable(body.said, context.secrets) || spokenStatus(status, headers),
    retryAfterMs: waitMs,
    charged: context.mayBeCharged ? chargedFor(status, kind, waitMs !== null) : 'no',
    facts: factsOf(headers),
  })
}

function spokenStatus(status: number, headers: Headers): string {
  const isRedirect = status >= 300 && status < 400 && headerOf(headers, 'location') !== null
  return isRedirect ? `HTTP ${status}: the service sends this address elsewhere` : `HTTP ${status}`
}

function troubleOf(body: ErrorBody, { secrets, isBeforeCommit }: AnswerContext): Pick<ServiceTrouble, 'fieldErrors' | 'isBeforeCommit'> {
  return {
    fieldErrors: body.fieldErrors.map(({ field, said }) => ({ field, said: sayable(said, secrets) })),
    isBeforeCommit: isBeforeCommit ?? false,
  }
}

// Members that only an answer with a result has: such an answer is never called an error.
const resultName = /base64|b64|image|audio|video|task_id|job_id|voice_id|^id$|text$|transcript|choices|^data$|^output|^results?$|^segments$|^models$/i

/** The failure that a 200 with an error inside is, or null for an answer that may be one. */
export function errorInSuccess(text: string, headers: Headers, context: AnswerContext): ServiceError | null {
  const json = parseJson(text)
  if (!isObject(json) || !saysError(json))
    return null
  const body = readErrorBody(text)
  const status = body.code ?? statusInWords(body)
  const kind = kindOf(status, body.said)
  return new ServiceError({
    ...troubleOf(body, context),
    kind,
    status: 200,
    said: sayable(body.said, context.secrets) || 'The service answered with an error that says nothing',
    retryAfterMs: retryAfterMs(headers, context.nowMs),
    charged: context.mayBeCharged ? chargedFor(status, kind, false) : 'no',
    facts: factsOf(headers),
  })
}

function saysError(json: Readonly<Record<string, unknown>>): boolean {
  const hasResult = Object.entries(json).some(([name, value]) => resultName.test(name) && isFilled(value))
  if (hasResult)
    return false
  return isFilled(json.error) || isFilled(json.errors) || 'detail' in json || json.object === 'error' || json.success === false
    || /^(?:error|failed|failure)$/i.test(firstText(json, 'status', 'type') ?? '') || codeOf(json) !== null
}

function isFilled(value: unknown): boolean {
  return !(value === undefined || value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0))
}

/** A 200 has no status of its own to go by: 500 stands for "it does not say". */
function statusInWords({ said, fieldErrors }: ErrorBody): number {
  if (badKey.test(said))
    return 401
  if (noCredits.test(said))
    return 402
  if (tooOften.test(said))
    return 429
  return fieldErrors.length > 0 ? 422 : 500
}
