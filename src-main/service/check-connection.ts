/** Checks with free requests whether a URL is such a service and whether it accepts the key. */
import type { Connection, TransportContext } from './wire/transport.ts'
import { networkInterfaces } from 'node:os'
import { endpointUrl } from './base-url.ts'
import { builtInModels } from './catalogue/index.ts'
import { readErrorBody, safeMessage } from './error-body.ts'
import { factsOf, headerOf } from './errors.ts'
import { firstText, isObject, parseJson } from './json.ts'
import { redactSecretsIn } from './redact-secrets.ts'
import { ServiceError } from './service-error.ts'
import { fetchFree, readErrorText } from './wire/get.ts'
import { errorCodes } from './wire/transport.ts'

export type CheckAnswer
  /** `models`: how many the service lists; null when it has no list. */
  = | { readonly answer: 'accepted', readonly models: number | null, readonly creditsRemaining: number | null }
    | Refused

/** The models of an account, by the service's own ids; null when the service has no list. */
export type ModelList = { readonly answer: 'listed', readonly models: readonly string[] | null } | Refused

interface Refused { readonly answer: RefusalReason, readonly status: number | null, readonly said: string }

/** `cannot-tell`: it answers like a service, but the same with and without a key. `redirected`: `said` is where to. */
export type RefusalReason
  = 'wrong-key' | 'wrong-address' | 'no-network' | 'not-this-service' | 'service-trouble' | 'cannot-tell' | 'redirected'

interface Reply {
  readonly url: URL
  readonly status: number
  readonly location: string | null
  readonly json: unknown
  readonly text: string
  readonly creditsRemaining: number | null
}

const nameMembers = ['id', 'name', 'model']

/** The id of a job that does not exist: asking about it is free. */
const missingJobId = '00000000-0000-0000-0000-000000000000'

/**
 * Resolves with the result of the check; rejects only with the signal's reason. The result never contains the key.
 *
 * The document has two free calls, a job's status and its result; a list of models is asked for as well, since many services have one.
 * The key counts as accepted when any of them speaks of models or of the job, or answers otherwise than without a key. It is wrong when
 * a documented call refuses it and none accepts it.
 */
export async function checkConnection(transport: TransportContext, connection: Connection, signal: AbortSignal): Promise<CheckAnswer> {
  const ask = (url: URL, isAnonymous = false): Promise<Reply> => reply(transport, connection, url, signal, isAnonymous)
  return refusing(connection, signal, async () => {
    const list = await ask(endpointUrl(connection.baseUrl, '/models'))
    const names = list.status === 200 ? namesIn(list.json) : null
    const accepted = ({ creditsRemaining }: Reply): CheckAnswer => ({ answer: 'accepted', models: names?.length ?? null, creditsRemaining })
    // A list that anybody may read says nothing about the key.
    if (names !== null && refusesKey(await ask(list.url, true)))
      return accepted(list)
    const status = await ask(jobUrl(connection, '/generate/status', names))
    if (speaksOfJob(status, list))
      return accepted(names === null ? status : list)
    const result = await ask(jobUrl(connection, '/generate/result', names))
    if (speaksOfJob(result, list))
      return accepted(result)
    const isForKeyOnly = async (answer: Reply): Promise<boolean> =>
      !refusesKey(answer) && !mayBeTheGateway(answer) && refusesKey(await ask(answer.url, true))
    if (await isForKeyOnly(status) || await isForKeyOnly(result))
      return accepted(status)
    const refused = [status, result].find(refusesKey) ?? (list.status === 401 ? list : undefined)
    if (refused)
      return { answer: 'wrong-key', status: refused.status, said: saidIn(refused, connection) }
    if (await isForKeyOnly(list))
      return accepted(list)
    return names === null ? reasonIn(status, connection) : accepted(list)
  })
}

/** The model is one that the service lists, else one of the catalogue: which one does not matter. */
function jobUrl({ baseUrl }: Connection, path: string, listed: readonly string[] | null): URL {
  const model = listed?.[0] ?? builtInModels.find(each => each.kind === 'video')?.id ?? ''
  return endpointUrl(baseUrl, path, { jobId: missingJobId, model })
}

/** Resolves with the list or with the reason why it cannot be had; rejects only with the signal's reason. */
export async function listModels(transport: TransportContext, connection: Connection, signal: AbortSignal): Promise<ModelList> {
  return refusing(connection, signal, async () => {
    const list = await reply(transport, connection, endpointUrl(connection.baseUrl, '/models'), signal)
    // The document has no such list, so a service need not have one, and need not show it to every account.
    if ([403, 404, 405, 501].includes(list.status))
      return { answer: 'listed', models: null }
    const models = list.status === 200 ? namesIn(list.json) : null
    if (models !== null)
      return { answer: 'listed', models }
    return list.status === 401
      ? { answer: 'wrong-key', status: list.status, said: saidIn(list, connection) }
      : reasonIn(list, connection)
  })
}

async function refusing<T>(connection: Connection, signal: AbortSignal, check: () => Promise<T>): Promise<T | Refused> {
  try {
    return await check()
  }
  catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ServiceError))
      throw error
    if (error.kind === 'auth')
      return { answer: 'wrong-key', status: null, said: error.said }
    return { answer: reasonOf(error, connection.baseUrl, hasNetwork()), status: error.status, said: error.said }
  }
}

/** A list of models may be long: a thousand entries of a kilobyte each and more. */
const longestList = 4 * 2 ** 20

function reply(
  transport: TransportContext,
  connection: Connection,
  url: URL,
  signal: AbortSignal,
  isAnonymous = false,
): Promise<Reply> {
  return fetchFree(transport, connection, { url, signal, isAnonymous, headers: { accept: 'application/json' } }, async (answer) => {
    const text = await readErrorText(answer.body, longestList)
    return {
      url,
      status: answer.status,
      location: headerOf(answer.headers, 'location'),
      json: redactSecretsIn(parseJson(text), [connection.key]),
      text,
      creditsRemaining: factsOf(answer.headers).creditsRemaining,
    }
  })
}

const aboutPermission = /\b(?:models?|plan|credits?|quota|billing|subscription|permissions?|scope)\b/i

/** 401, or 403 that does not speak of something else which the account may not do. */
function refusesKey({ status, text }: Reply): boolean {
  return status === 401 || (status === 403 && !aboutPermission.test(readErrorBody(text, []).said))
}

/** A JSON answer about the job itself, which is only given after the key was accepted. */
function speaksOfJob(answer: Reply, list: Reply): boolean {
  return isObject(answer.json)
    && (answer.status === 200 || [400, 402, 404, 409, 410, 422].includes(answer.status))
    && !isSameNotFound(answer, list)
    && !(answer.status === 200 && answer.text === list.text)
}

// A server that knows neither path answers both with the same text: `{"detail":"Not Found"}` is not about a job.
function isSameNotFound(answer: Reply, list: Reply): boolean {
  return answer.status === 404 && list.status === 404 && readErrorBody(answer.text, []).said === readErrorBody(list.text, []).said
}

/** These are given before anybody looks at a key. */
function mayBeTheGateway({ status }: Reply): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504 || (status >= 300 && status < 400)
}

/** The service's own words; empty when it gave none. */
function saidIn({ text }: Reply, { key }: Connection): string {
  return safeMessage(readErrorBody(text, [key]).said, [key])
}

/** Why the check came to nothing. */
function reasonIn(answer: Reply, connection: Connection): Refused {
  const { status, json, location, url } = answer
  const target = status >= 300 && status < 400 && location !== null && URL.canParse(location, url.href) ? new URL(location, url) : null
  if (target !== null)
    return { answer: 'redirected', status, said: safeMessage(target.origin, [connection.key]) }
  const said = saidIn(answer, connection)
  // A proxy of this network asks for a password.
  if (status === 407)
    return { answer: 'no-network', status, said }
  if (mayBeTheGateway(answer) || (status >= 500 && !isObject(json)))
    return { answer: 'service-trouble', status, said }
  return { answer: isObject(json) && status !== 200 ? 'cannot-tell' : 'not-this-service', status, said }
}

/** The models in an answer, each once: `{data}`, `{models}` or a plain list, of names or objects. Null when there is no list. */
export function namesIn(json: unknown): readonly string[] | null {
  const list = isObject(json) ? json.data ?? json.models : json
  const isList = Array.isArray(list)
    && list.every((entry: unknown) => typeof entry === 'string' || (isObject(entry) && nameMembers.some(name => name in entry)))
  if (!isList)
    return null
  return [
    ...new Set(list.flatMap((entry: unknown) => (typeof entry === 'string' ? entry : firstText(entry, ...nameMembers))?.trim() || [])),
  ]
}

const unreachableCodes = ['ERR_PROXY_REFUSED', 'ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN', 'EAI_AGAIN', 'ENETRESET']
const wrongAddressCodes = ['ENOTFOUND', 'ECONNREFUSED', 'EADDRNOTAVAIL', 'EAI_NONAME', 'EAI_FAIL', 'EAI_NODATA']

/**
 * The most likely reason: an unknown host name is a wrong address if this machine is on a network, an unreachable resolver is no
 * network, a certificate for another host is another service.
 */
export function reasonOf(error: ServiceError, baseUrl: string, isOnNetwork: boolean): RefusalReason {
  const codes = errorCodes(error.cause)
  if (codes.some(code => unreachableCodes.includes(code)))
    return 'no-network'
  if (codes.includes('ENOTFOUND') && !isOnNetwork)
    return 'no-network'
  if (codes.some(code => wrongAddressCodes.includes(code)))
    return 'wrong-address'
  if (codes.some(code => /^ERR_TLS|^ERR_SSL|CERT|^EPROTO$|SELF_SIGNED|^ERR_NOT_HTTP$|^ERR_ANSWER_FORM$/.test(code)))
    return 'not-this-service'
  if (error.kind === 'timeout')
    return codes.length > 0 && !isOnNetwork ? 'no-network' : codes.length > 0 ? 'wrong-address' : 'service-trouble'
  return URL.canParse(baseUrl) ? 'service-trouble' : 'wrong-address'
}

function hasNetwork(): boolean {
  return Object.values(networkInterfaces()).flat().some(address => address !== undefined && !address.internal)
}
