/** What every endpoint may use, and the one gate through which work is taken on. */
import type { Ffmpeg } from '../media/ffmpeg.ts'
import type { FaultBox } from './faults.ts'
import type { AcceptedWork, Ledger } from './ledger.ts'
import type { Kind, ModelRules } from './parameters.ts'
import type { Registrations } from './registrations.ts'
import type { Checked } from './request/validate.ts'
import type { Shots } from './shots.ts'
import type { Voice } from './voice/voice.ts'
import { HungUp, Refusal } from './answers/answer.ts'
import { fingerprint, priceOf } from './ledger.ts'
import { hashOf } from './seed.ts'

export interface Workshop {
  readonly ffmpeg: Ffmpeg | null
  readonly faults: FaultBox
  readonly ledger: Ledger
  readonly registrations: Registrations
  readonly shots: Shots
  readonly voice: Voice
  /** Milliseconds since epoch. */
  readonly now: () => number
  /** Seconds waited for each second of sound that is streamed; 0 sends as fast as the line takes it. */
  readonly pace: number
  /** Fires when the service closes. */
  readonly signal: AbortSignal
}

/** A valid request for work, not yet taken on. */
export interface Order {
  readonly requestId: string
  readonly path: string
  readonly method: string
  readonly model: string
  readonly kind: Kind
  readonly rules: ModelRules
  readonly checked: Checked
}

export interface Accepted extends AcceptedWork {
  /** Decides what is made. The same request gives the same thing, and asked again without a seed another one. */
  readonly dice: string
}

/** How a result is wrapped says nothing about what is in it. */
const packaging = ['stream', 'response_format', 'binary_response', 'output_format', 's3_output_path']

/** Writes the order into the ledger. Throws Refusal 402 without credits, and HungUp when a switch cuts the line here. */
export function accept(workshop: Workshop, order: Order, id: string = order.requestId): Accepted {
  if (workshop.ledger.creditsRemaining() < priceOf(order.kind))
    throw new Refusal(402, 'Insufficient credits')
  const work = workshop.ledger.accept({ id, requestId: order.requestId, kind: order.kind, model: order.model }, order.checked)
  if (workshop.faults.take('reset', order, trouble => trouble.at === 'accepted'))
    throw new HungUp()
  const asked = fingerprint(order.model, order.checked, packaging)
  const hasSeed = order.checked.values.has('seed')
  return { ...work, dice: hasSeed ? asked : hashOf(asked, String(workshop.ledger.repeatsBefore(work))) }
}

export function needFfmpeg(workshop: Workshop, what: string): Ffmpeg {
  if (!workshop.ffmpeg)
    throw new Refusal(503, `The practice service needs ffmpeg for ${what}, and this machine has none`)
  return workshop.ffmpeg
}
