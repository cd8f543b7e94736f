/** The only error that leaves this folder: what went wrong, the service's message, and whether the request may have cost money. */
import type { Failure } from '#contract/jobs.ts'

export type FailureKind = Failure['kind']

/** Facts from response headers; null when the service does not send them. */
export interface ServiceFacts {
  readonly creditsRemaining: number | null
  readonly serviceRequestId: string | null
  readonly rateLimitRemaining: number | null
}

export const noFacts: ServiceFacts = { creditsRemaining: null, serviceRequestId: null, rateLimitRemaining: null }

export interface ServiceErrorDetails {
  readonly kind: FailureKind
  readonly status: number | null
  /** The message of the service or the network: at most 500 characters, without secrets. */
  readonly said: string
  readonly fieldErrors: Failure['fieldErrors']
  /** How long the service asks to wait before the next request; null when it does not. */
  readonly retryAfterMs: number | null
  /** `no` is certain; every doubtful case is `unknown`. */
  readonly charged: 'no' | 'unknown'
  /** True when `commit` had not succeeded: nothing was charged, and the same request may be sent again. */
  readonly isBeforeCommit: boolean
  /** The service was reached: parts of the request may have left. False where nothing answers at its address. */
  readonly isReached: boolean
  /** The service itself said so, in JSON: no gateway's page, no redirect, no network error. */
  readonly isServiceWord: boolean
  readonly facts: ServiceFacts
  /** The file with the received part of a cut answer; for streamed speech a playable WAV. */
  readonly partialPath: string | null
  /** What the headers of that answer say; null where there is none. `expectedBytes` is the length of the stored file, where it is known. */
  readonly declared: Declared | null
}

export interface Declared { readonly contentType: string, readonly expectedBytes: number | null }

/** Thrown by everything that calls the service or reads its answers. Never sent to the page: jobs record it. */
export class ServiceError extends Error implements ServiceErrorDetails {
  override readonly name = 'ServiceError'
  readonly kind: FailureKind
  readonly status: number | null
  readonly said: string
  readonly fieldErrors: Failure['fieldErrors']
  readonly retryAfterMs: number | null
  readonly charged: 'no' | 'unknown'
  readonly isBeforeCommit: boolean
  readonly isReached: boolean
  readonly isServiceWord: boolean
  readonly facts: ServiceFacts
  readonly partialPath: string | null
  readonly declared: Declared | null
  readonly serviceRequestId: string | null

  constructor(
    details: Pick<ServiceErrorDetails, 'kind' | 'said' | 'charged'> & Partial<ServiceErrorDetails>,
    options?: { cause?: unknown },
  ) {
    super(`${details.kind}: ${details.said}`, options)
    this.kind = details.kind
    this.status = details.status ?? null
    this.said = details.said
    this.fieldErrors = details.fieldErrors ?? []
    this.retryAfterMs = details.retryAfterMs ?? null
    this.charged = details.charged
    this.isBeforeCommit = details.isBeforeCommit ?? false
    this.isReached = details.isReached ?? false
    this.isServiceWord = details.isServiceWord ?? false
    this.facts = details.facts ?? noFacts
    this.partialPath = details.partialPath ?? null
    this.declared = details.declared ?? null
    this.serviceRequestId = this.facts.serviceRequestId
  }

  /** The same error with some details replaced. */
  with(changes: Partial<ServiceErrorDetails>): ServiceError {
    const { kind, status, said, fieldErrors, retryAfterMs, charged, isBeforeCommit, isReached, isServiceWord } = this
    const { facts, partialPath, declared } = this
    return new ServiceError({
      kind,
      status,
      said,
      fieldErrors,
      retryAfterMs,
      charged,
      isBeforeCommit,
      isReached,
      isServiceWord,
      facts,
      partialPath,
      declared,
      ...changes,
    }, { cause: this.cause })
  }
}

/** For a complete answer without a usable result: it may have been charged. */
export function undecodable(said: string, cause?: unknown): ServiceError {
  return new ServiceError({ kind: 'undecodable', said, charged: 'unknown' }, { cause })
}
