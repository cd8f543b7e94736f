/** The hosted service, as the rest of the studio may use it: one paid call, and free ones around it. */
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { CheckAnswer, ModelList } from './check-connection.ts'
import type { VideoStatus, VideoTask } from './poll.ts'
import type { SocketConnection } from './socket.ts'
import type { Downloaded, DownloadOptions } from './wire/download.ts'
import type { WireRequest } from './wire/encode.ts'
import type { Commit, SubmitOptions, Submitted } from './wire/submit.ts'
import type { Connection, Timeouts, TransportContext } from './wire/transport.ts'
import { endpointUrl } from './base-url.ts'
import { checkConnection, listModels } from './check-connection.ts'
import { namedImages } from './decode-images.ts'
import { pollVideo } from './poll.ts'
import { speakOverSocket } from './socket.ts'
import { download, fetchableUrl } from './wire/download.ts'
import { submit } from './wire/submit.ts'
import { usualTimeouts } from './wire/transport.ts'

export type { CheckAnswer, ModelList } from './check-connection.ts'
export type { VideoStatus, VideoTask } from './poll.ts'
export type { SocketConnection } from './socket.ts'
export type { Downloaded, DownloadOptions } from './wire/download.ts'
export type { WireFile, WireRequest } from './wire/encode.ts'
export type { ReceivedAnswer } from './wire/receive.ts'
export type { SubmitOptions } from './wire/submit.ts'
export type { Connection, Timeouts } from './wire/transport.ts'

export interface ServiceClient {
  /**
   * Sends a request once, on a connection of its own; never repeats it, never follows a redirect. Rejects with a
   * ServiceError, or with whatever `commit` threw; answers 'hold' when `commit` did, and then nothing complete was sent. This and
   * `speakOverSocket` are the only functions here that may cost money.
   */
  submit: <Committed extends Commit>(connection: Connection, request: WireRequest, options: SubmitOptions<Committed>) => Promise<Submitted<Committed>>
  /** Sends a request for speech once, over a WebSocket of its own; its sound is heard while it is made. Rejects as `submit` does. */
  speakOverSocket: <Committed extends Commit>(connection: SocketConnection, request: WireRequest, options: SubmitOptions<Committed>) => Promise<Submitted<Committed>>
  /** Asks once how a video job stands. Free. Rejects with a ServiceError, `not-found` for a job that the service does not know. */
  pollVideo: (connection: Connection, task: VideoTask, signal: AbortSignal) => Promise<VideoStatus>
  /** Fetches a finished video. Free; after a failure the same call goes on where it stopped. Resolves with a durable MP4. */
  downloadVideo: (connection: Connection, task: VideoTask, options: DownloadOptions) => Promise<Downloaded>
  /** Fetches the pictures that an image answer only names, to where `decodeImages` finds them. Free; does nothing for answers that hold their pictures. */
  fetchImages: (connection: Connection, partPath: string, signal: AbortSignal) => Promise<void>
  /** Whether there is such a service and it takes the key. Free. Never rejects but with the signal's reason. */
  checkConnection: (connection: Connection, signal: AbortSignal) => Promise<CheckAnswer>
  /** Which models the account offers, as far as the service lists them. Free. Never rejects but with the signal's reason. */
  listModels: (connection: Connection, signal: AbortSignal) => Promise<ModelList>
}

export interface ServiceClientOptions {
  readonly clock: Clock
  readonly log: Log
  /** The proxy for an address, as the system has it; null goes straight. Default: always straight. */
  readonly proxyFor?: (url: string) => Promise<string | null>
  /** Default: `usualTimeouts`. */
  readonly timeouts?: Partial<Timeouts>
}

export function createServiceClient({ clock, log, proxyFor = async () => null, timeouts = {} }: ServiceClientOptions): ServiceClient {
  const ways: TransportContext = { clock, log, proxyFor, timeouts: { ...usualTimeouts, ...timeouts } }
  return {
    submit: (connection, request, options) => submit(ways, connection, request, options),
    speakOverSocket: (connection, request, options) => speakOverSocket(ways, connection, request, options),
    pollVideo: (connection, task, signal) => pollVideo(ways, connection, task, signal),
    downloadVideo: (connection, { taskId, modelId }, options) =>
      download(ways, connection, endpointUrl(connection.baseUrl, '/generate/result', { jobId: taskId, model: modelId }), 'video', options),
    async fetchImages(connection, partPath, signal) {
      for (const { address, path } of await namedImages(partPath))
        await download(ways, connection, fetchableUrl(connection, address), 'anything', { partPath: path, resume: null, signal })
    },
    checkConnection: (connection, signal) => checkConnection(ways, connection, signal),
    listModels: (connection, signal) => listModels(ways, connection, signal),
  }
}
