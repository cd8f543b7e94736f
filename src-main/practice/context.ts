/** What every endpoint can use, the shape of its requests, and the one function that accepts work. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { FaultBox, Match } from './faults.ts'
import type { AcceptedWork, Ledger } from './ledger.ts'
import type { Kind, ModelRules } from './parameters.ts'
import type { Registrations } from './registrations.ts'
import type { Checked } from './request/validate.ts'
import type { Shots } from './shots.ts'
import type { Voice } from './voice/voice.ts'
import { ConnectionCut, Refusal } from './answers/answer.ts'
import { fingerprint, priceOf } from './ledger.ts'
import { hashOf } from './seed.ts'

export interface PracticeContext {
  /** Asked for each time: it may be installed while the service runs. */
  readonly ffmpeg: () => Promise<Ffmpeg | null>
  readonly faults: FaultBox
  readonly ledger: Ledger
  readonly registrations: Registrations
  readonly shots: Shots
  readonly voice: Voice
  /** About how many pixels a frame of a video has. */
  readonly shotPixels: number
  /** Milliseconds since epoch. */
  readonly now: () => number
  /** Seconds to wait for each second of streamed sound; 0 sends as fast as the connection takes it. */
  readonly pace: number
  /** Aborts when the service closes. */
  readonly signal: AbortSignal
}

/** A GET request; free. */
export interface ReadRequest extends Match {
  readonly path: string
  readonly method: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
}

/** A valid request for work that has not been accepted yet. */
export interface WorkRequest {
  readonly requestId: string
  readonly path: string
  readonly method: string
  readonly model: string
  readonly kind: Kind
  readonly rules: ModelRules
  readonly checked: Checked
}

export interface Accepted extends AcceptedWork {
  /** Determines the result. The same request gives the same result; repeated without a `seed` parameter, another one. */
  readonly seed: string
}

/** Parameters that change how a result is delivered, not what it is. */
const packaging = ['stream', 'response_format', 'binary_response', 'output_format', 's3_output_path']

/** Writes the request to the ledger. Throws Refusal 402 without credits, and ConnectionCut when a fault cuts the connection here. */
export function accept(context: PracticeContext, request: WorkRequest, id: string = request.requestId): Accepted {
  if (context.ledger.creditsRemaining() < priceOf(request.kind))
    throw new Refusal(402, 'Insufficient credits')
  const work = context.ledger.accept({ id, requestId: request.requestId, kind: request.kind, model: request.model }, request.checked)
  if (context.faults.take('reset', request, action => action.at === 'accepted'))
    throw new ConnectionCut()
  const asked = fingerprint(request.model, request.checked, packaging)
  const hasSeed = request.checked.values.has('seed')
  return { ...work, seed: hasSeed ? asked : hashOf(asked, String(context.ledger.repeatsBefore(work))) }
}

export async function requireFfmpeg(context: PracticeContext, what: string): Promise<Ffmpeg> {
  const ffmpeg = await context.ffmpeg()
  if (!ffmpeg)
    throw new Refusal(503, `The practice service needs ffmpeg for ${what}, and this machine does not have it`)
  return ffmpeg
}
