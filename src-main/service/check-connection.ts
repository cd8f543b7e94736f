/** Checks with free requests whether a URL is such a service and whether it accepts the key. */
import type { Connection, TransportContext } from './wire/transport.ts'
import { networkInterfaces } from 'node:os'
import { endpointUrl } from './base-url.ts'
import { readErrorBody, safeMessage } from './error-body.ts'
import { factsOf } from './errors.ts'
import { firstText, isObject, parseJson } from './json.ts'
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

export type RefusalReason = 'wrong-key' | 'wrong-address' | 'no-network' | 'not-this-service' | 'service-trouble'

interface Reply { readonly status: number, readonly json: unknown, readonly text: string, readonly creditsRemaining: number | null }

const hasNoList = [404, 405, 501]
const nameMembers = ['id', 'name', 'model']

/** The id of a job that does not exist: its status request is free and shows whether the key is accepted. */
const missingJobId = '00000000-0000-0000-0000-000000000000'

/** Resolves with the result of the check; rejects only with the signal's reason. The result never contains the key. */
export async function checkConnection(transport: TransportContext, connection: Connection, signal: AbortSignal): Promise<CheckAnswer> {
  return refusing(connection, signal, async () => {
    const list = await reply(transport, connection, endpointUrl(connection.baseUrl, '/models'), signal)
    if (!hasNoList.includes(list.status))
      return judge(list, connection, namesIn(list.json))
    const status = await reply(
      transport,
      connection,
      endpointUrl(connection.baseUrl, '/generate/status', { jobId: missingJobId, model: 'wan2p2-i2v-14b-turbo' }),
      signal,
    )
    return judgeJobAnswer(status, list, connection)
  })
}

/** Resolves with the list or with the reason why it cannot be had; rejects only with the signal's reason. */
export async function listModels(transport: TransportContext, connection: Connection, signal: AbortSignal): Promise<ModelList> {
  return refusing(connection, signal, async () => {
    const list = await reply(transport, connection, endpointUrl(connection.baseUrl, '/models'), signal)
    if (hasNoList.includes(list.status))
      return { answer: 'listed', models: null }
    const models = list.status === 200 ? namesIn(list.json) : null
    return models === null ? refusal(list, connection) : { answer: 'listed', models }
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

function reply(transport: TransportContext, connection: Connection, url: URL, signal: AbortSignal): Promise<Reply> {
  return fetchFree(transport, connection, { url, signal, headers: { accept: 'application/json' } }, async (answer) => {
    const text = await readErrorText(answer.body, longestList)
    return { status: answer.status, json: parseJson(text), text, creditsRemaining: factsOf(answer.headers).creditsRemaining }
  })
}

function judge(answer: Reply, connection: Connection, models: readonly string[] | null): CheckAnswer {
  if (answer.status === 200 && models !== null)
    return { answer: 'accepted', models: models.length, creditsRemaining: answer.creditsRemaining }
  return refusal(answer, connection)
}

/** A JSON refusal about the job is only given after the key was accepted. */
function judgeJobAnswer(answer: Reply, list: Reply, connection: Connection): CheckAnswer {
  const speaksOfJobs = isObject(answer.json)
    && (answer.status === 200 || [400, 404, 409, 410, 422].includes(answer.status))
    && !isSameNotFound(answer, list)
  return speaksOfJobs
    ? { answer: 'accepted', models: null, creditsRemaining: answer.creditsRemaining }
    : refusal(answer, connection)
}

// A server that knows neither path answers both with the same text: `{"detail":"Not Found"}` is not about a job.
function isSameNotFound(answer: Reply, list: Reply): boolean {
  return answer.status === 404 && list.status === 404 && readErrorBody(answer.text).said === readErrorBody(list.text).said
}

function refusal({ status, json, text }: Reply, { key }: Connection): Refused {
  const said = safeMessage(readErrorBody(text).said, [key]) || `HTTP ${status}`
  const isJson = isObject(json)
  if ([401, 403].includes(status))
    return { answer: 'wrong-key', status, said }
  if (status === 429 || status >= 500 || (status === 402 && isJson))
    return { answer: 'service-trouble', status, said }
  return { answer: 'not-this-service', status, said }
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

const unreachableCodes = ['ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN', 'EAI_AGAIN', 'ENETRESET']
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
  if (codes.some(code => /^ERR_TLS|^ERR_SSL|CERT|^EPROTO$|SELF_SIGNED|^HPE_/.test(code)))
    return 'not-this-service'
  if (error.kind === 'timeout')
    return codes.length > 0 && !isOnNetwork ? 'no-network' : codes.length > 0 ? 'wrong-address' : 'service-trouble'
  return URL.canParse(baseUrl) ? 'service-trouble' : 'wrong-address'
}

function hasNetwork(): boolean {
  return Object.values(networkInterfaces()).flat().some(address => address !== undefined && !address.internal)
}
