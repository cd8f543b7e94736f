/** Reads error bodies in every known format into one shape, and makes their messages safe to show. */
import type { Failure } from '#contract/jobs.ts'
import { firstNumber, firstText, isObject, memberOf, parseJson } from './json.ts'
import { redactSecrets, redactSecretsIn } from './redact-secrets.ts'

export interface ErrorBody {
  readonly said: string
  readonly fieldErrors: Failure['fieldErrors']
  /** A status code that the body itself contains. */
  readonly code: number | null
}

const longestSaid = 500

/** A message that can be shown and logged: without keys, on one line, at most 500 characters. */
export function safeMessage(text: string, secrets: readonly string[]): string {
  const clean = redactSecrets(text, secrets).replace(/\s+/g, ' ').trim()
  return clean.length > longestSaid ? `${clean.slice(0, longestSaid - 1)}…` : clean
}

/** Reads the message of an error body in any known format, without the secrets; never throws. */
export function readErrorBody(text: string, secrets: readonly string[]): ErrorBody {
  const json = redactSecretsIn(parseJson(text), secrets)
  if (typeof json === 'string')
    return { said: json, fieldErrors: [], code: null }
  if (isObject(json))
    return { said: messageOf(json), fieldErrors: fieldErrorsOf(json), code: codeOf(json) }
  const xml = /^\s*(?:<\?xml[^>]{0,200}\?>\s*)?<Error\b/.test(text) ? /<Message>([^<]{1,500})<\/Message>/.exec(text)?.[1] : undefined
  // Stores of files refuse in XML: `<Error><Code>AccessDenied</Code><Message>Request has expired</Message>…`
  if (xml !== undefined)
    return { said: xml, fieldErrors: [], code: null }
  if (/^\s*<(?:!doctype|html|head|body|\?xml)/i.test(text))
    return { said: textOfHtml(redactSecrets(text, secrets)), fieldErrors: [], code: null }
  return { said: json === undefined ? redactSecrets(text, secrets) : '', fieldErrors: [], code: null }
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
      const steps = Array.isArray(place)
        ? place.filter(step => typeof step === 'number' || (typeof step === 'string' && step !== 'body'))
        : []
      const field = steps.join('.')
      const said = firstText(entry, 'msg', 'message')
      return said !== null && field !== '' ? [{ field: field.slice(0, 100), said: said.slice(0, longestSaid) }] : []
    })
  }
  const holder = [memberOf(json, 'error'), memberOf(json, 'detail', 'error'), json].find(entry => firstText(entry, 'param') !== null)
  return holder === undefined
    ? []
    : [{ field: (firstText(holder, 'param') ?? '').slice(0, 100), said: messageOf(holder).slice(0, longestSaid) }]
}

export function codeOf(json: unknown): number | null {
  const codes = [
    json,
    memberOf(json, 'error'),
    memberOf(json, 'detail', 'error'),
  ].map(holder => firstNumber(holder, 'code', 'status', 'status_code'))
  return codes.find(code => code !== null && Number.isInteger(code) && code >= 400 && code <= 599) ?? null
}

function textOfHtml(html: string): string {
  const title = /<title[^>]*>([^<]{0,300})/i.exec(html)?.[1] ?? ''
  const heading = /<h1[^>]*>([^<]{0,300})/i.exec(html)?.[1] ?? ''
  return [...new Set([title.trim(), heading.trim()])].filter(Boolean).join(' — ')
}
