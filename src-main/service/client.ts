/** The client of the hosted service: two calls that may cost money, and free ones. */
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { UntilRoom } from '../base/until-room.ts'
import type { CheckAnswer, ModelList } from './check-connection.ts'
import type { FetchedNamed } from './fetch-named.ts'
import type { VideoStatus, VideoTask } from './poll.ts'
import type { NamedMedium } from './references.ts'
import type { ConnectionWithSocket } from './socket-request.ts'
import type { Downloaded, DownloadOptions } from './wire/download.ts'
import type { WireRequest } from './wire/encode.ts'
import type { Commit, SubmitOptions, Submitted } from './wire/submit.ts'
import type { Connection, Timeouts, TransportContext } from './wire/transport.ts'
import { checkConnection, listModels } from './check-connection.ts'
import { downloadPicture, downloadVideo } from './download-video.ts'
import { safeMessage } from './error-body.ts'
import { fetchNamed } from './fetch-named.ts'
import { pollVideo } from './poll.ts'
import { redactFile } from './redact-secrets.ts'
import { ServiceError } from './service-error.ts'
import { speakOverSocket } from './socket.ts'
import { createPublicLookup } from './wire/public-lookup.ts'
import { submit } from './wire/submit.ts'
import { usualTimeouts } from './wire/transport.ts'

export type { CheckAnswer, ModelList } from './check-connection.ts'
export type { VideoStatus, VideoTask } from './poll.ts'
export type { ConnectionWithSocket } from './socket-request.ts'
export type { Downloaded, DownloadOptions } from './wire/download.ts'
export type { WireFile, WireRequest } from './wire/encode.ts'
export type { ReceivedAnswer } from './wire/receive.ts'
export type { SubmitOptions } from './wire/submit.ts'
export type { Connection, Timeouts } from './wire/transport.ts'

export interface ServiceClient {
  /**
   * Sends a request once, on its own connection; never repeats it, never follows a redirect. Rejects with a
   * ServiceError, or with the error that `commit` threw. Resolves to 'hold' when `commit` did; then no complete request was sent.
   * Only this and `speakOverSocket` may cost money.
   */
  submit: <Committed extends Commit>(
    connection: Connection,
    request: WireRequest,
    options: SubmitOptions<Committed>,
  ) => Promise<Submitted<Committed>>
  /** Sends a speech request once, over its own WebSocket, and streams the sound. Rejects as `submit` does. */
  speakOverSocket: <Committed extends Commit>(
    connection: ConnectionWithSocket,
    request: WireRequest,
    options: SubmitOptions<Committed>,
  ) => Promise<Submitted<Committed>>
  /** Requests the status of a video job once. Free. Rejects with a ServiceError, `not-found` for an unknown job. */
  pollVideo: (connection: Connection, task: VideoTask, signal: AbortSignal) => Promise<VideoStatus>
  /**
   * Downloads a finished video. Free; after a failure the same call resumes. Resolves when the video, or the list of several, is stored
   * durably.
   */
  downloadVideo: (connection: Connection, task: VideoTask, options: DownloadOptions) => Promise<Downloaded>
  /** The same for a picture that was answered with a task; `decodeImages` and `fetchNamed` read what is stored. */
  downloadPicture: (connection: Connection, task: VideoTask, options: DownloadOptions) => Promise<Downloaded>
  /** Downloads the files that an answer names, to where the decoders find them. Free; does nothing for those that are here. */
  fetchNamed: (connection: Connection, partPath: string, medium: NamedMedium, signal: AbortSignal) => Promise<FetchedNamed>
  /** Checks that the service exists and accepts the key. Free. Rejects only with the signal's reason. */
  checkConnection: (connection: Connection, signal: AbortSignal) => Promise<CheckAnswer>
  /** The models that the account offers, if the service lists them. Free. Rejects only with the signal's reason. */
  listModels: (connection: Connection, signal: AbortSignal) => Promise<ModelList>
}

export interface ServiceClientOptions {
  readonly clock: Clock
  readonly log: Log
  /** The system's proxy for a URL; null connects directly. Default: always null. */
  readonly proxyFor?: (url: string) => Promise<string | null>
  /** Whose certificates are believed. Default: those of Node's own list. */
  readonly trust?: TransportContext['trust']
  /** Default: `usualTimeouts`. */
  readonly timeouts?: Partial<Timeouts>
  /** Runs a write of what is paid for again while the disk is full. Default: once. */
  readonly untilRoom?: UntilRoom
}

export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { clock, log, proxyFor = async () => null, trust, timeouts = {}, untilRoom } = options
  const transport: TransportContext = {
    clock,
    log,
    proxyFor,
    trust,
    timeouts: { ...usualTimeouts, ...timeouts },
    publicLookup: createPublicLookup(),
    untilRoom,
  }
  return {
    submit: (connection, request, options) => withoutKey(connection, options, clean => submit(transport, connection, request, clean)),
    speakOverSocket: (connection, request, options) =>
      withoutKey(connection, options, clean => speakOverSocket(transport, connection, request, clean)),
    pollVideo: (connection, task, signal) => withCleanErrors(connection, () => pollVideo(transport, connection, task, signal)),
    downloadVideo: (connection, task, options) => withCleanErrors(connection, () => downloadVideo(transport, connection, task, options)),
    downloadPicture: (connection, task, options) =>
      withCleanErrors(connection, () => downloadPicture(transport, connection, task, options)),
    fetchNamed: (connection, partPath, medium, signal) =>
      withCleanErrors(connection, () => fetchNamed(transport, connection, partPath, medium, signal)),
    checkConnection: (connection, signal) => checkConnection(transport, connection, signal),
    listModels: (connection, signal) => listModels(transport, connection, signal),
  }
}

type Outcome<Committed extends Commit> = Promise<Submitted<Committed>>

/** What arrives may repeat the key: it is struck out of what is shown as it comes, of the answer on the disk, and of the error. */
async function withoutKey<Committed extends Commit>(
  connection: Connection,
  options: SubmitOptions<Committed>,
  ask: (options: SubmitOptions<Committed>) => Outcome<Committed>,
): Outcome<Committed> {
  const { onText } = options
  const clean = onText && { ...options, onText: (soFar: Parameters<typeof onText>[0]) => onText(() => withoutKeyIn(soFar(), connection)) }
  try {
    return await withCleanErrors(connection, () => ask(clean ?? options))
  }
  finally {
    await redactFile(options.partPath, connection.key)
  }
}

function withoutKeyIn<Texts extends { readonly text: string, readonly reasoning: string }>(soFar: Texts, { key }: Connection): Texts {
  const clean = (text: string): string => text.includes(key) ? text.replaceAll(key, '*'.repeat(key.length)) : text
  return { ...soFar, text: clean(soFar.text), reasoning: clean(soFar.reasoning) }
}

/** The last net: whatever an error says of an answer, it does not say the key. */
async function withCleanErrors<T>({ key }: Connection, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  }
  catch (error) {
    throw error instanceof ServiceError ? error.with({ said: safeMessage(error.said, [key]) }) : error
  }
}
