/**
 * The practice service: a stand-in for the hosted service that costs nothing and needs no network.
 *
 * It is a real HTTP and WebSocket server on 127.0.0.1 that implements the whole service document: every endpoint, every
 * parameter, every limit. Its results are real media that depend only on the request: audible speech (from the machine's own
 * speech engine, or from a small formant synthesizer), landscapes drawn from prompt and seed, edited images, videos with
 * camera movement, and transcripts with the real text of its own speech and only times for other sound. The same request
 * gives the same result; repeated without a seed it gives another one, as with a real model. Every result is marked as
 * practice.
 *
 *     const practice = await openPracticeService({ ffmpeg: findFfmpeg })
 *     practice.url, practice.key                      // an account like any other
 *     practice.faults.set({ do: 'refuse', status: 429, retryAfter: 2, times: 3, when: { kind: 'speech' } })
 *     practice.ledger()                               // every accepted request: was anything sent twice?
 *     await practice.close()
 *
 * The one invariant: a request is accepted, and so written to the ledger, only when it has arrived completely and is valid.
 * The service makes no network requests: URLs in requests are never fetched. It opens no files but its own.
 */
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { PracticeContext } from './context.ts'
import type { Fault, Faults } from './faults.ts'
import type { AcceptedWork } from './ledger.ts'
import { randomUUID } from 'node:crypto'
import { createFaults } from './faults.ts'
import { createLedger } from './ledger.ts'
import { createRegistrations } from './registrations.ts'
import { openServer } from './server.ts'
import { usualPixels } from './shot.ts'
import { createShots } from './shots.ts'
import { createVoice } from './voice/voice.ts'

export type { Fault, Faults } from './faults.ts'
export type { AcceptedWork } from './ledger.ts'

export interface PracticeOptions {
  /** Asked for each time. As long as it gives null, image edits, videos and compressed speech answer 503 with the reason. */
  readonly ffmpeg: () => Promise<Ffmpeg | null>
  /** Default 0: any free port. */
  readonly port?: number
  /** Default: a new random key for each service. */
  readonly key?: string
  /** Faults that are active from the start. */
  readonly faults?: readonly Fault[]
  /** Used for the progress of video jobs and for `acceptedAt`. */
  readonly clock?: { readonly now: () => number }
  /** `machine` (default) uses the machine's speech engine if it has one; `formant` sounds the same on every machine. */
  readonly voice?: 'machine' | 'formant'
  /** Seconds to wait for each second of streamed sound; default 0.75, a little faster than real time. 0 for tests. */
  readonly pace?: number
  /** The shortest time that a video job stays in each state; default 500 and 2000. */
  readonly shotTimes?: { readonly pendingMs: number, readonly processingMs: number }
  /** About how many pixels a frame of a video has; default 832 × 480. Few make videos quickly. */
  readonly shotPixels?: number
  /** Default 1,000,000; work is refused with 402 when they are used up. */
  readonly credits?: number
  /** Default 256 MiB; a larger body is refused with 413. */
  readonly maxBodyBytes?: number
}

export interface PracticeService {
  /** Without a path, as in `http://127.0.0.1:41234`. */
  readonly url: string
  readonly key: string
  readonly faults: Faults
  /** Every accepted request, oldest first. */
  ledger: () => readonly AcceptedWork[]
  /** Closes all connections, stops all work and frees the port. */
  close: () => Promise<void>
}

export async function openPracticeService(options: PracticeOptions): Promise<PracticeService> {
  const stop = new AbortController()
  const now = options.clock?.now ?? Date.now
  const key = options.key ?? `practice-${randomUUID().replaceAll('-', '')}`
  const context: PracticeContext = {
    ffmpeg: options.ffmpeg,
    faults: createFaults(options.faults),
    ledger: createLedger({ credits: options.credits ?? 1_000_000, now }),
    registrations: createRegistrations(),
    shots: createShots({ now, ...(options.shotTimes ?? { pendingMs: 500, processingMs: 2000 }) }),
    shotPixels: options.shotPixels ?? usualPixels,
    voice: await createVoice(options.voice ?? 'machine'),
    now,
    pace: options.pace ?? 0.75,
    signal: stop.signal,
  }
  const server = await openServer(context, { port: options.port ?? 0, key, maxBodyBytes: options.maxBodyBytes ?? 256 << 20 })
  return {
    url: `http://127.0.0.1:${server.port}`,
    key,
    faults: context.faults,
    ledger: context.ledger.works,
    async close() {
      stop.abort()
      await server.close()
      await context.shots.settled()
    },
  }
}
