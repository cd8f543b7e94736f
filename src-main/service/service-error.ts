/** The one error that leaves this folder: what went wrong, what the service said, and whether it may have cost money. */
import type { Failure } from '#contract/jobs.ts'

export type FailureKind = Failure['kind']

/** What headers tell beside the answer; each is null when the service does not say. */
export interface ServiceFacts {
  readonly creditsRemaining: number | null
  readonly serviceRequestId: string | null
  readonly rateLimitRemaining: number | null
}

export const noFacts: ServiceFacts = { creditsRemaining: null, serviceRequestId: null, rateLimitRemaining: null }

export interface ServiceTrouble {
  readonly kind: FailureKind
  readonly status: number | null
  /** What the service or the network said, at most 500 characters, secrets struck out. */
  readonly said: string
  readonly fieldErrors: Failure['fieldErrors']
  /** How long the service asks to be left alone; null when it does not. */
  readonly retryAfterMs: number | null
  /** `no` is certain; everything doubtful is `unknown`. */
  readonly charged: 'no' | 'unknown'
  /** True when `commit` had not succeeded: nothing was paid and the same request may be sent again. */
  readonly isBeforeCommit: boolean
  readonly facts: ServiceFacts
  /** What arrived of a cut answer; a streamed speech is a playable WAV. */
  readonly partialPath: string | null
}

/** Thrown by everything that talks to the service or reads its answers. Never crosses the wire: jobs record it. */
export class ServiceError extends Error implements ServiceTrouble {
  override readonly name = 'ServiceError'
  readonly kind: FailureKind
  readonly status: number | null
  readonly said: string
  readonly fieldErrors: Failure['fieldErrors']
  readonly retryAfterMs: number | null
  readonly charged: 'no' | 'unknown'
  readonly isBeforeCommit: boolean
  readonly facts: ServiceFacts
  readonly partialPath: string | null
  readonly serviceRequestId: string | null

  constructor(trouble: Pick<ServiceTrouble, 'kind' | 'said' | 'charged'> & Partial<ServiceTrouble>, options?: { cause?: unknown }) {
    super(`${trouble.kind}: ${trouble.said}`, options)
    this.kind = trouble.kind
    this.status = trouble.status ?? null
    this.said = trouble.said
    this.fieldErrors = trouble.fieldErrors ?? []
    this.retryAfterMs = trouble.retryAfterMs ?? null
    this.charged = trouble.charged
    this.isBeforeCommit = trouble.isBeforeCommit ?? false
    this.facts = trouble.facts ?? noFacts
    this.partialPath = trouble.partialPath ?? null
    this.serviceRequestId = this.facts.serviceRequestId
  }

  /** The same failure with something known better. */
  with(better: Partial<ServiceTrouble>): ServiceError {
    const { kind, status, said, fieldErrors, retryAfterMs, charged, isBeforeCommit, facts, partialPath } = this
    return new ServiceError({ kind, status, said, fieldErrors, retryAfterMs, charged, isBeforeCommit, facts, partialPath, ...better }, { cause: this.cause })
  }
}

/** An answer that came whole and yet holds nothing that can be used: it may well have been paid for. */
export function undecodable(said: string, cause?: unknown): ServiceError {
  return new ServiceError({ kind: 'undecodable', said, charged: 'unknown' }, { cause })
}
