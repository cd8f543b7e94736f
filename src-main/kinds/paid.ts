/** Shared by all paid kinds: the plan of one request, its checks before sending, and sending it past the point of no return. */
import type { Asset } from '#contract/takes.ts'
import type { AccountId } from '#contract/words.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Connection } from '../accounts/connection.ts'
import type { StepResult, Waiting, Work } from '../jobs/kind.ts'
import type { JobPatch } from '../jobs/ledger-port.ts'
import type { NewTake, Takes } from '../library/takes.ts'
import type { ReceivedAnswer, ServiceClient, SubmitOptions, WireRequest } from '../service/client.ts'
import type { Spend } from '../spend/spend.ts'
import type { CostPorts } from './estimate-cost.ts'
import type { SoundForm, SoundPorts } from './sent-sounds.ts'
import { join } from 'node:path'
import { z } from 'zod'
import { isFault } from '#contract/faults.ts'
import { Failure } from '#contract/jobs.ts'
import { FieldValue } from '#contract/models.ts'
import { SentRequest } from '#contract/takes.ts'
import { AssetId, ModelId, TakeId, TakeKind } from '#contract/words.ts'
import { renewedAt } from '#rules/spend/periods.ts'
import { fullJitter } from '../base/backoff.ts'
import { knownExtensions } from '../base/magic.ts'
import { removeHoldMarker, writeHoldMarker } from '../jobs/hold-marker.ts'
import { failureOf } from '../jobs/rows.ts'
import { ServiceError } from '../service/service-error.ts'
import { costInputOf } from './estimate-cost.ts'
import { extractSounds, sentSounds, sourceOf } from './sent-sounds.ts'

/** What every kind uses that buys something. */
export interface PaidPorts extends SoundPorts {
  readonly accounts: Pick<Accounts, 'connectionOf' | 'paidConnectionsOf' | 'moment' | 'recordSuccess'>
  readonly client: ServiceClient
  readonly takes: Takes
  readonly spend: Pick<Spend, 'hold' | 'settle'>
  readonly models: CostPorts['models']
}

export type PaidWork<Plan> = Work<Plan> & PaidPorts

/** The files of a request, by asset id. */
export const PlannedFiles = z.record(
  z.string().regex(/^[0-9a-f]{64}$/, 'is not an asset id'),
  z.object({
    // The end of a path.
    extension: z.string().refine(extension => knownExtensions.has(extension), 'is no extension of a file in the library'),
    name: z.string(),
    mime: z.string(),
    sizeBytes: z.int(),
  }),
)

/** The request, without what becomes of its result. */
interface RequestPlan {
  readonly request: Pick<WireRequest, 'path' | 'encoding' | 'parts'> & { readonly files: z.infer<typeof PlannedFiles> }
  readonly extracts?: readonly AssetId[]
}

/** The frozen request, byte for byte, and how its result will be filed. */
export const PaidPlan = z.object({
  modelId: ModelId,
  request: z.object({
    path: z.enum(['/generate']),
    encoding: z.enum(['json', 'multipart']),
    parts: z.array(z.tuple([z.string(), z.union([FieldValue, z.record(z.string(), z.unknown())])])),
    files: PlannedFiles,
  }),
  sent: SentRequest,
  /** Files of the request whose sound is extracted, and sent instead of them. */
  extracts: z.array(AssetId).default([]),
  take: z.object({
    kind: TakeKind,
    title: z.string(),
    text: z.string(),
    voice: z.string().nullable(),
    sourceTakeIds: z.array(TakeId),
    madeFrom: z.string().nullable(),
    isPractice: z.boolean(),
    /** Of listening back: the take that is heard. */
    checkOf: TakeId.optional(),
  }),
})
export type PaidPlan = z.infer<typeof PaidPlan>

/** A request's parts as JSON text, the way the user reads them. */
export function shownBody(parts: readonly (readonly [string, unknown])[]): string {
  return JSON.stringify(Object.fromEntries(parts), null, 2)
}

const timeoutMs = {
  speech: 5 * 60_000,
  image: 10 * 60_000,
  video: 5 * 60_000,
  transcribe: 10 * 60_000,
  chat: 10 * 60_000,
  upload: 5 * 60_000,
}

const noSpace: StepResult = { blockedBy: 'no-space', waitMs: 30_000 }

/** Finds everything that can be known to fail before anything is sent. `form`: of sounds that are sent in place of files. */
export async function prepare(work: PaidWork<RequestPlan>, form?: SoundForm): Promise<StepResult> {
  const obstacle = await extractSounds(work, form)
  if (obstacle)
    return obstacle
  for (const [assetId, file] of Object.entries(work.plan.request.files)) {
    // The ids are keys of the plan, which was made from assets.
    if (await sourceOf(work, { id: assetId as Asset['id'], extension: file.extension }) === null)
      return { refused: failureOf('missing-file', file.name), charged: 'no' }
  }
  if (await work.freeBytes() < work.minFreeBytes)
    return noSpace
  const connection = await connect(work)
  return 'blockedBy' in connection ? connection : reserveBudget(work)
}

/** Last of all, so that no budget reserves money for a request that cannot be sent anyway. A day's or a month's budget has room again when that is over. */
async function reserveBudget(work: PaidWork<RequestPlan>): Promise<StepResult> {
  const input = await costInputOf(work.row, work)
  const holders = input === null ? [] : await work.spend.hold(input)
  if (holders.length === 0)
    return { event: 'send' }
  const now = work.clock.now()
  const again = renewedAt(holders, now)
  return { blockedBy: 'budget', waitMs: again === null ? null : again - now }
}

/**
 * Sends the request. The ledger's `commit` is awaited while the last bytes are held back, so that a crash leaves either
 * a request that cannot be complete or a record that it may be.
 */
export async function send(
  work: PaidWork<RequestPlan>,
  kind: keyof typeof timeoutMs,
  options: {
    onAnswer: (answer: ReceivedAnswer) => Promise<StepResult>
    onAudio?: (pcm: Uint8Array, format: { sampleRate: number, channels: number }) => void
    onText?: SubmitOptions['onText']
    /** Speech only: over a WebSocket instead of HTTP. */
    isOverSocket?: boolean
  },
): Promise<StepResult> {
  // The service may have asked for a pause since the job was claimed.
  if (work.held())
    return held(work)
  const connection = await connect(work)
  if ('blockedBy' in connection)
    return connection
  const sentAt = work.accounts.moment()
  try {
    const submit = options.isOverSocket ? work.client.speakOverSocket : work.client.submit
    const answer = await submit(connection, await wireRequest(work, kind), {
      commit: async () => {
        await writeHoldMarker(work.row.id)
        return work.commit()
      },
      onLeaving: () => removeHoldMarker(work.row.id),
      partPath: answerPath(work),
      signal: work.signal,
      ...(options.onAudio && { onAudio: options.onAudio }),
      ...(options.onText && { onText: options.onText }),
    })
    if (answer === 'hold')
      return held(work)
    // Not awaited: it reads the keychain, and the answer neither waits nor fails for it.
    if (work.row.account_id !== null) {
      void work.accounts.recordSuccess(work.row.account_id, {
        creditsRemaining: answer.facts.creditsRemaining,
      }, { jobId: work.row.id, sentAt }).catch(error => work.log.warn('credits-write-failed', { error }))
    }
    return await options.onAnswer(answer)
  }
  catch (error) {
    if (error instanceof ServiceError)
      return resultOf(work, error)
    throw error
  }
  finally {
    // The outcome is known now and will be recorded. After a stop the engine needs the marker first.
    if (!work.signal.aborted)
      removeHoldMarker(work.row.id)
  }
}

/**
 * The service asked to wait while the request was on its way, or the disk filled up: its last bytes stayed and nothing was paid.
 */
async function held(work: Pick<PaidWork<unknown>, 'held' | 'clock' | 'freeBytes' | 'minFreeBytes'>): Promise<StepResult> {
  const hold = work.held()
  if (!hold && await work.freeBytes() < work.minFreeBytes)
    return noSpace
  return { blockedBy: 'rate', waitMs: Math.max(0, (hold?.until ?? 0) - work.clock.now()), failure: failureOf('rate', hold?.said) }
}

export function answerPath(work: Pick<PaidWork<unknown>, 'folder'>): string {
  return join(work.folder, 'answer.part')
}

/** What an error means for the job; `resources/fault-matrix.md` shows each case. */
export function resultOf(work: PaidWork<unknown>, error: ServiceError): StepResult {
  const failure = failureFrom(error)
  if (error.charged !== 'no') {
    return { unsure: failure, ...(error.partialPath !== null && error.declared && {
      // What was read to its end, and is no result as far as is known, is not cut off.
      patch: { answer: { ...error.declared, isCut: error.kind !== 'undecodable' } },
    }) }
  }
  // Certainly not sent, even where the record was already written: the last bytes never left.
  if (error.kind === 'network' || error.kind === 'timeout' || error.kind === 'proxy')
    return error.isReached ? brokenOff(work, failure) : { blockedBy: unreachedBy(error), waitMs: waitMsOf(work), failure }
  if (error.kind === 'rate' || error.retryAfterMs !== null)
    return { blockedBy: 'rate', waitMs: askedMs(work, error) + work.random() * 1000, failure }
  if (error.kind === 'auth')
    return { blockedBy: 'auth', waitMs: null, failure }
  return { refused: failure, charged: 'no' }
}

function unreachedBy({ kind }: ServiceError): 'proxy' | 'offline' {
  return kind === 'proxy' ? 'proxy' : 'offline'
}

/** How often a request is begun that the service, or something before it, does not let come to its end. */
const mostBegun = 5

/** The service was reached, so waiting for a network would not help, and a body that may be large must not be sent without end. */
function brokenOff(work: PaidWork<unknown>, failure: Failure): StepResult {
  const before = work.row.failure === null ? null : Failure.safeParse(JSON.parse(work.row.failure)).data
  const times = (before?.times ?? 0) + 1
  return times >= mostBegun
    ? { refused: { ...failure, times }, charged: 'no' }
    : { blockedBy: failure.kind === 'proxy' ? 'proxy' : 'broken-off', waitMs: waitMsOf(work), failure: { ...failure, times } }
}

/** A result is paid for and may expire: no service is obeyed that asks to leave it there for longer. */
const longestFreeWaitMs = 600_000

/** For questions about what is paid for, which are free: waits, shows why, and asks again. */
export function waitAndRepeat(work: PaidWork<unknown>, error: ServiceError): Waiting {
  return { waitMs: freeWaitMs(work, error), isRateLimited: error.kind === 'rate', patch: { failure: notHere(error) } }
}

export function freeWaitMs(work: PaidWork<unknown>, error: ServiceError): number {
  return Math.min(askedMs(work, error), longestFreeWaitMs)
}

/** Not shorter than without the service's word: some say 0, or a time that has passed, and would be asked without end. */
function askedMs(work: PaidWork<unknown>, error: ServiceError): number {
  return Math.max(error.retryAfterMs ?? 0, waitMsOf(work))
}

/** Kinds that say of a free question what they say of a paid one. */
const alike: ReadonlySet<ServiceError['kind']> = new Set([
  'auth',
  'rate',
  'network',
  'proxy',
  'timeout',
  'server',
  'not-ready',
  'undecodable',
  'internal',
  'interrupted',
])

/** Until a question is asked again that no key could be found for. A new account or key ends the wait. */
const unknownAskMs = 60_000

/** A refused question about a result says nothing about the model or the request: only that the result is not here. */
export function notHere(error: ServiceError): NonNullable<JobPatch['failure']> {
  return { ...failureFrom(error), kind: alike.has(error.kind) ? error.kind : 'not-here' }
}

export function waitMsOf(work: PaidWork<unknown>): number {
  return Math.max(500, fullJitter(work.row.attempts, { random: work.random }))
}

function failureFrom(error: ServiceError): NonNullable<JobPatch['failure']> {
  return {
    kind: error.kind,
    status: error.status,
    said: error.said,
    fieldErrors: [...error.fieldErrors],
    serviceRequestId: error.serviceRequestId,
  }
}

/** The address and key to send with, or why the job is blocked. */
export async function connect(work: PaidWork<unknown>): Promise<Connection | Blocked> {
  return whileConnecting(work, work.accounts.connectionOf)
}

type Blocked = Extract<StepResult, { blockedBy: unknown }>

async function whileConnecting<T>({ row }: PaidWork<unknown>, read: (accountId: AccountId) => Promise<T>): Promise<T | Blocked> {
  if (row.account_id === null)
    return { blockedBy: 'no-key', waitMs: null }
  try {
    return await read(row.account_id)
  }
  catch (error) {
    if (isFault(error, 'key-locked') || isFault(error, 'keychain-unavailable'))
      return { blockedBy: 'key-locked', waitMs: 60_000 }
    if (isFault(error, 'host-unconfirmed'))
      return { blockedBy: 'unconfirmed-host', waitMs: null }
    if (isFault(error, 'no-key') || isFault(error, 'no-account'))
      return { blockedBy: 'no-key', waitMs: null }
    if (isFault(error, 'practice-unavailable'))
      return { blockedBy: 'offline', waitMs: 30_000 }
    throw error
  }
}

/** Another account of the service may have been refused for what only the right one knows. */
const refusals: ReadonlySet<ServiceError['kind']> = new Set(['auth', 'permission'])

/**
 * Asks for what is paid for: with the account's own key, or, where the account was removed, with each key that may know of it, until one
 * is not refused. `isOthers`: what a key of another account is answered about a task that is not its own.
 */
export async function askForPaid(
  work: PaidWork<unknown>,
  ask: (connection: Connection) => Promise<StepResult>,
  isOthers: (error: ServiceError) => boolean = isRefusal,
): Promise<StepResult> {
  const found = await whileConnecting(work, work.accounts.paidConnectionsOf)
  if ('blockedBy' in found)
    return { waitMs: found.waitMs ?? unknownAskMs, patch: { failure: failureOf('auth') } }
  const tries = [
    ...found.own === null ? [] : [{ connection: found.own, isNext: (error: ServiceError) => found.isRemoved && isRefusal(error) }],
    ...found.others.map(connection => ({ connection, isNext: isOthers })),
  ]
  for (const { connection, isNext } of tries) {
    try {
      return await ask(connection)
    }
    catch (error) {
      if (!(error instanceof ServiceError && isNext(error)))
        throw error
    }
  }
  return { waitMs: unknownAskMs, patch: { failure: failureOf('no-account') } }
}

function isRefusal({ kind }: ServiceError): boolean {
  return refusals.has(kind)
}

async function wireRequest(work: PaidWork<RequestPlan>, kind: keyof typeof timeoutMs): Promise<WireRequest> {
  const { path, encoding, parts, files } = work.plan.request
  return {
    path,
    encoding,
    parts,
    kind,
    timeoutMs: timeoutMs[kind],
    files: {
      ...Object.fromEntries(Object.entries(files).map(([assetId, file]) => [
        assetId,
        // The ids are keys of the plan, which was made from assets.
        {
          path: work.assets.pathOf({ id: assetId as Asset['id'], extension: file.extension }),
          name: file.name,
          mime: file.mime,
          sizeBytes: file.sizeBytes,
        },
      ])),
      ...await sentSounds(work),
    },
  }
}

/** How a result of this job is filed; `part` counts the results from 0. */
export function takeFrom(work: Pick<PaidWork<PaidPlan>, 'row' | 'plan'>, medium: NewTake['medium'], part: number): NewTake {
  const { row, plan } = work
  return {
    ...plan.take,
    medium,
    modelId: plan.modelId,
    accountId: row.account_id,
    projectId: row.project_id,
    lineId: row.line_id,
    jobId: row.id,
    jobPart: part,
    request: plan.sent,
    fileName: '',
  }
}
