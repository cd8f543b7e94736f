/** The status of a video job, normalised from the words of the service. */
import type { Connection, TransportContext } from './wire/transport.ts'
import { found } from '#contract/found.ts'
import { endpointUrl } from './base-url.ts'
import { safeMessage } from './error-body.ts'
import { errorInSuccess } from './errors.ts'
import { firstNumber, firstText, isObject, memberOf, parseJson } from './json.ts'
import { referencesIn } from './references.ts'
import { ServiceError } from './service-error.ts'
import { fetchFree, readText, throwOnFailure } from './wire/get.ts'

export interface VideoTask { readonly taskId: string, readonly modelId: string }

export type VideoState = 'pending' | 'processing' | 'completed' | 'failed' | 'unknown'

export interface VideoStatus {
  readonly state: VideoState
  /** The service's own word for the state. */
  readonly said: string
  readonly error: string | null
  /** Milliseconds since epoch; null when the service does not send it. */
  readonly startedAt: number | null
  readonly endedAt: number | null
}

const synonyms: Readonly<Record<Exclude<VideoState, 'unknown'>, readonly string[]>> = {
  pending: ['pending', 'queued', 'submitted', 'in_queue', 'waiting', 'created', 'accepted', 'scheduled'],
  processing: ['processing', 'running', 'in_progress', 'generating', 'started'],
  completed: ['completed', 'complete', 'succeeded', 'success', 'done', 'finished'],
  failed: ['failed', 'failure', 'error', 'cancelled', 'canceled', 'expired', 'rejected'],
}

const longestStatus = 2 ** 20

/** Requests the status once. An unknown word gives state `unknown`; an answer without a status is a ServiceError. */
export async function pollVideo(
  transport: TransportContext,
  connection: Connection,
  task: VideoTask,
  signal: AbortSignal,
): Promise<VideoStatus> {
  return (await askStatus(transport, connection, task, signal)).status
}

/** The same, with the text of the answer: it may name the result. */
export function askStatus(
  transport: TransportContext,
  connection: Connection,
  { taskId, modelId }: VideoTask,
  signal: AbortSignal,
): Promise<{ status: VideoStatus, text: string }> {
  const url = endpointUrl(connection.baseUrl, '/generate/status', { jobId: taskId, model: modelId })
  return fetchFree(transport, connection, { url, signal }, async (answer) => {
    await throwOnFailure(transport, connection, answer)
    const text = await readText(answer.body, longestStatus)
    const status = readVideoStatus(text, [connection.key])
    if (status)
      return { status, text }
    throw errorInSuccess(text, answer.headers, { secrets: [connection.key], nowMs: transport.clock.now(), mayBeCharged: false })
      ?? new ServiceError({
        kind: 'undecodable',
        status: answer.status,
        said: found('no-status'),
        charged: 'no',
      })
  })
}

/** Null for a text without a state. */
export function readVideoStatus(text: string, secrets: readonly string[]): VideoStatus | null {
  const holder = holderOf(parseJson(text))
  const said = wordOf(holder)
  if (said === null) {
    return referencesIn(text, 'video').length === 0
      ? null
      : { state: 'completed', said: 'completed', error: null, startedAt: null, endedAt: null }
  }
  const error = errorTextOf(holder)
  return {
    state: stateOf(said),
    said: safeMessage(said, secrets).slice(0, 100),
    error: error === null ? null : safeMessage(error, secrets),
    startedAt: instantOf(holder, 'start_time', 'started_at'),
    endedAt: instantOf(holder, 'end_time', 'ended_at', 'completed_at'),
  }
}

/** The object that tells the state. An envelope that only says that the question was answered is not it. */
function holderOf(json: unknown): unknown {
  const inner = ['data', 'result', 'output', 'task', 'job'].map(name => memberOf(json, name))
  const [first, ...others] = [json, ...inner].filter(entry => wordOf(entry) !== null)
  const isEnvelope = /^(?:ok|success|true|200)$/i.test(wordOf(first) ?? '')
  return (isEnvelope && others.find(entry => stateOf(wordOf(entry) ?? '') !== 'unknown')) || first
}

function stateOf(word: string): VideoState {
  const plain = word.trim().toLowerCase().replace(/[\s-]+/g, '_')
  for (const state of ['pending', 'processing', 'completed', 'failed'] as const) {
    if (synonyms[state].includes(plain))
      return state
  }
  return 'unknown'
}

const stateNames = ['status', 'task_status', 'state'] as const

/** The word for the state: a text, one inside an object, or a number, whose meaning is not known. */
function wordOf(holder: unknown): string | null {
  const inner = stateNames.map(name => memberOf(holder, name)).map(value => firstText(value, ...stateNames, 'name', 'value'))
  const number = firstNumber(holder, ...stateNames)
  const isDone = memberOf(holder, 'done')
  return firstText(holder, ...stateNames)
    ?? inner.find(word => word !== null)
    ?? (number !== null ? String(number) : typeof isDone === 'boolean' ? (isDone ? 'done' : 'running') : null)
}

function errorTextOf(holder: unknown): string | null {
  for (const name of ['error', 'message', 'detail']) {
    const value = memberOf(holder, name)
    const said = isObject(value) ? firstText(value, 'message', 'detail', 'msg', 'error') ?? JSON.stringify(value) : firstText(holder, name)
    if (said !== null)
      return said
  }
  return null
}

function instantOf(holder: unknown, ...names: readonly string[]): number | null {
  const atMs = Date.parse(firstText(holder, ...names) ?? '')
  return Number.isNaN(atMs) || atMs < 0 ? null : atMs
}
