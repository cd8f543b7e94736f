/** Classifies error answers: what kind of failure each is, whether the request was charged, and how long to wait. */
import type { ErrorBody } from './error-body.ts'
import type { FailureKind, ServiceErrorDetails, ServiceFacts } from './service-error.ts'
import { codeOf, readErrorBody, safeMessage } from './error-body.ts'
import { firstNumber, firstText, isObject, parseJson } from './json.ts'
import { ServiceError } from './service-error.ts'

/** Header values by name in lower case; a list where the field came several times. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>

const modelIsGone = /unsupported (?:category|model)|model\b.{1,80}\bnot (?:found|available|supported)|unknown model|model_not_found|no such model/i
/** The whole message of a service that does not know the model. Any other sentence with these words may be about finished work. */
const modelIsUnknown = /^\s*(?:unsupported (?:category|model)(?:[\s:]{1,3}["'`]?[\w.:/@-]{1,200}["'`]?)?\.?\s*$|model_not_found\b)/i
const noCredits = /insufficient (?:credits?|balance|funds|quota)|out of credits?|not enough credits?|credits? (?:are )?exhausted|payment required/i
const badKey = /(?:invalid|incorrect|missing|expired|unknown) (?:api[ _-]?key|token|credentials)|unauthori[sz]ed|not authenticated|authentication (?:failed|required)/i
const tooOften = /rate limit|too many requests/i

const kindByStatus: Readonly<Record<number, FailureKind>> = {
  301: 'redirected',
  302: 'redirected',
  303: 'redirected',
  307: 'redirected',
  308: 'redirected',
  400: 'validation',
  401: 'auth',
  402: 'credits',
  403: 'permission',
  404: 'not-found',
  405: 'not-found',
  407: 'proxy',
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

/** The kind of failure: by status, unless the message names the model or the credits as the cause. */
function kindOf(status: number, said: string): FailureKind {
  const isClient = status >= 400 && status < 500
  if ((isClient && status !== 401 && modelIsGone.test(said)) || (status >= 500 && modelIsUnknown.test(said)))
    return 'model-unavailable'
  if (isClient && noCredits.test(said))
    return 'credits'
  return kindByStatus[status] ?? (isClient ? 'validation' : 'server')
}

// Refused before any work was done: the documented statuses, and those that have no other meaning in RFC 9110 §15.
const refusals = new Set([301, 302, 307, 308, 400, 401, 402, 403, 404, 405, 406, 407, 411, 413, 414, 415, 422, 429, 431, 451])

/**
 * Whether a complete request with this answer can have cost money. That credits are missing says nothing by itself: a conflict, or what
 * another service upstream said, may come after the work was done.
 */
function chargedFor({ status, said }: { status: number, said: string }, hasRetryAfter: boolean): 'no' | 'unknown' {
  const isRefused = refusals.has(status) || modelIsUnknown.test(said) || (status === 503 && hasRetryAfter)
  return isRefused ? 'no' : 'unknown'
}

/** A day: a longer wait is asked about once a day. */
const longestWaitMs = 24 * 3_600_000

/**
 * `Retry-After`, given in seconds or as a date (RFC 9110 §10.2.3): 0 to 24 hours. Null when it is missing or malformed. A date is one of
 * the service's clock, which the answer tells; this machine's may be wrong.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | null {
  const value = headerOf(headers, 'retry-after')?.trim()
  if (!value)
    return null
  const saidAt = Date.parse(headerOf(headers, 'date') ?? '')
  const waitMs = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - (Number.isNaN(saidAt) ? nowMs : saidAt)
  return Number.isNaN(waitMs) ? null : Math.min(longestWaitMs, Math.max(0, Math.ceil(waitMs)))
}

export function headerOf(headers: Headers, name: string): string | null {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? null
}

/** The facts in the headers of an answer. */
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
  /** True when the complete request was sent and is one that costs money. */
  readonly mayBeCharged: boolean
  readonly isBeforeCommit?: boolean
  /** The answer came after a redirect, or from another host than the account's. */
  readonly isElsewhere?: boolean
}

/** The ServiceError of an answer with a status outside 2xx. */
export function errorOfAnswer(answer: { status: number, headers: Headers, text: string }, context: AnswerContext): ServiceError {
  const { status, headers } = answer
  const body = readErrorBody(answer.text, context.secrets)
  const waitMs = retryAfterMs(headers, context.nowMs)
  const kind = kindOf(status, body.said)
  return new ServiceError({
    ...detailsOf(body, context),
    kind,
    status,
    said: kind === 'redirected' ? targetOf(headers) : safeMessage(body.said, context.secrets),
    retryAfterMs: waitMs,
    charged: context.mayBeCharged ? chargedFor({ status, said: body.said }, waitMs !== null) : 'no',
    isServiceWord: context.isElsewhere !== true && status >= 400 && isObject(parseJson(answer.text)) && body.said !== '',
    facts: factsOf(headers),
  })
}

/** Where a redirect leads: without its path, which may contain a secret. */
function targetOf(headers: Headers): string {
  const location = headerOf(headers, 'location')
  return location !== null && URL.canParse(location) ? new URL(location).origin : ''
}

function detailsOf(
  body: ErrorBody,
  { secrets, isBeforeCommit }: AnswerContext,
): Pick<ServiceErrorDetails, 'fieldErrors' | 'isBeforeCommit'> {
  return {
    fieldErrors: body.fieldErrors.map(({ field, said }) => ({ field, said: safeMessage(said, secrets) })),
    isBeforeCommit: isBeforeCommit ?? false,
  }
}

// Members that only results have: an answer with one of them is never treated as an error.
const resultName = /base64|b64|image|audio|video|task_id|job_id|voice_id|^id$|text$|transcript|choices|^data$|^output|^results?$|^segments$|^models$/i

/** The ServiceError of an answer with status 200 that contains an error; null when it may be a result. */
export function errorInSuccess(text: string, headers: Headers, context: AnswerContext): ServiceError | null {
  const json = parseJson(text)
  if (!isObject(json) || !saysError(json))
    return null
  const body = readErrorBody(text, context.secrets)
  const kind = kindOf(body.code ?? statusInWords(body), body.said)
  // Words may tell what failed, but not when: a status of 200 was sent by a service that took the request.
  const charged = body.code === null ? 'unknown' : chargedFor({ status: body.code, said: body.said }, false)
  return new ServiceError({
    ...detailsOf(body, context),
    kind,
    status: 200,
    said: safeMessage(body.said, context.secrets),
    retryAfterMs: retryAfterMs(headers, context.nowMs),
    charged: context.mayBeCharged ? charged : 'no',
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

/** An error with status 200: the status its message suggests, or 500. Good enough for its kind, and not for what it cost. */
function statusInWords({ said, fieldErrors }: ErrorBody): number {
  if (badKey.test(said))
    return 401
  if (modelIsGone.test(said))
    return 404
  if (noCredits.test(said))
    return 402
  if (tooOften.test(said))
    return 429
  return fieldErrors.length > 0 ? 422 : 500
}
