/**
 * The practice service: a stand-in for the hosted service that costs nothing and needs no network.
 *
 * It is a real HTTP and WebSocket server on 127.0.0.1 that keeps the whole service document: every endpoint, every
 * parameter, every limit. What it makes is real media, decided by the request alone: speech that can be heard (by the
 * machine's own engine, or by a small formant voice), landscapes drawn from prompt and seed, edits, moving shots,
 * transcripts that are true for its own speech and honest for any other. The same request gives the same result, and asked
 * again without a seed another one, as a model would. Everything it makes says that it is practice.
 *
 *     const practice = await openPracticeService({ ffmpeg: await findFfmpeg() })
 *     practice.url, practice.key                      // an account like any other
 *     practice.faults.set({ do: 'refuse', status: 429, retryAfter: 2, times: 3, when: { kind: 'speech' } })
 *     practice.ledger()                               // what was really accepted: was anything sent twice?
 *     await practice.close()
 *
 * The one invariant: a request is accepted, and so written into the ledger, only when all of it has arrived and all of it
 * is right. It never reaches out: addresses in requests are names to it, never fetched, and it opens no files but its own.
 */
import type { Ffmpeg } from '../media/ffmpeg.ts'
import type { Fault, Faults } from './faults.ts'
import type { AcceptedWork } from './ledger.ts'
import type { Workshop } from './workshop.ts'
import { randomUUID } from 'node:crypto'
import { createFaults } from './faults.ts'
import { createLedger } from './ledger.ts'
import { createRegistrations } from './registrations.ts'
import { openServer } from './server.ts'
import { createShots } from './shots.ts'
import { createVoice } from './voice/voice.ts'

export type { ErrorShape, Fault, Faults } from './faults.ts'
export type { AcceptedWork } from './ledger.ts'
export type { Kind } from './parameters.ts'

export interface PracticeOptions {
  /** Null: no edits, no shots, no compressed speech; those answer 503 and say why. */
  readonly ffmpeg: Ffmpeg | null
  /** Default 0: any free one. */
  readonly port?: number
  /** Default: a new one for each service. */
  readonly key?: string
  /** Switches that are on from the start. */
  readonly faults?: readonly Fault[]
  /** Decides when shots are done and what `acceptedAt` says. */
  readonly clock?: { readonly now: () => number }
  /** `machine` (default) uses the speech engine of the machine when there is one; `formant` sounds the same everywhere. */
  readonly voice?: 'machine' | 'formant'
  /** Seconds waited for each second of streamed sound; default 0.75, a little faster than life. 0 for tests. */
  readonly pace?: number
  /** How long a shot at least stays in each state; default 500 and 2000. */
  readonly shotTimes?: { readonly pendingMs: number, readonly processingMs: number }
  /** Default a million; work is refused with 402 when they are used up. */
  readonly credits?: number
  /** Default 256 MiB; larger bodies are refused with 413. */
  readonly maxBodyBytes?: number
}

export interface PracticeService {
  /** Without a path, as in `http://127.0.0.1:41234`. */
  readonly url: string
  readonly key: string
  readonly faults: Faults
  /** Everything accepted so far, oldest first. */
  ledger: () => readonly AcceptedWork[]
  /** Cuts all lines, stops all work and frees the port. */
  close: () => Promise<void>
}

export async function openPracticeService(options: PracticeOptions): Promise<PracticeService> {
  const stop = new AbortController()
  const now = options.clock?.now ?? Date.now
  const key = options.key ?? `practice-${randomUUID().replaceAll('-', '')}`
  const workshop: Workshop = {
    ffmpeg: options.ffmpeg,
    faults: createFaults(options.faults),
    ledger: createLedger({ credits: options.credits ?? 1_000_000, now }),
    registrations: createRegistrations(),
    shots: createShots({ now, ...(options.shotTimes ?? { pendingMs: 500, processingMs: 2000 }) }),
    voice: await createVoice(options.voice ?? 'machine'),
    now,
    pace: options.pace ?? 0.75,
    signal: stop.signal,
  }
  const server = await openServer(workshop, { port: options.port ?? 0, key, maxBodyBytes: options.maxBodyBytes ?? 256 << 20 })
  return {
    url: `http://127.0.0.1:${server.port}`,
    key,
    faults: workshop.faults,
    ledger: workshop.ledger.works,
    async close() {
      stop.abort()
      await server.close()
      await workshop.shots.settled()
    },
  }
}
