/** What every exchange with the service needs, and how failures of the network become failures we can name. */
import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { ServiceTrouble } from '../service-error.ts'
import { sayable } from '../errors.ts'
import { ServiceError } from '../service-error.ts'

/** Where an account's service is and the key it takes. The key never leaves this folder but in its header. */
export interface Connection { readonly baseUrl: string, readonly key: string }

export interface Timeouts {
  readonly connectMs: number
  /** While the request is being sent: the longest without a byte leaving. */
  readonly sendIdleMs: number
  /** While an answer arrives: the longest without a byte coming. */
  readonly receiveIdleMs: number
  /** The same for a chat answer: models fall silent while they read and think. */
  readonly thinkingIdleMs: number
  /** Until a free question is answered. */
  readonly askMs: number
  /** After all sound of a stream has come: how long its formal end is waited for. */
  readonly endingMs: number
  /** Over a WebSocket: how long an answer to the greeting is waited for, or a close after an error. */
  readonly greetingMs: number
  /** Over a WebSocket: until the first sound after the request, and the longest silence after that. */
  readonly firstSoundMs: number
  readonly soundIdleMs: number
}

export const usualTimeouts: Timeouts = { connectMs: 10_000, sendIdleMs: 60_000, receiveIdleMs: 60_000, thinkingIdleMs: 300_000, askMs: 60_000, endingMs: 3_000, greetingMs: 500, firstSoundMs: 15_000, soundIdleMs: 20_000 }

export interface TransportContext {
  readonly clock: Clock
  readonly log: Log
  readonly proxyFor: (url: string) => Promise<string | null>
  readonly timeouts: Timeouts
}

/** The header for a key; throws ServiceError `auth` for one that no header can carry. */
export function authorization({ key }: Connection): string {
  if (!/^[\x21-\x7E]+$/.test(key))
    throw new ServiceError({ kind: 'auth', said: 'The key holds characters that no key has', charged: 'no', isBeforeCommit: true })
  return `Bearer ${key}`
}

const timeoutCodes = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

type Rest = Pick<ServiceTrouble, 'charged' | 'isBeforeCommit'> & Partial<ServiceTrouble>

/** Names whatever ended an exchange; `ending` says whether it was our own doing. A ServiceError passes as it is. */
export function errorOfExchange(error: unknown, ending: { isLate: boolean, isAborted: boolean, secrets: readonly string[] }, rest: Rest): ServiceError {
  if (error instanceof ServiceError)
    return error
  if (ending.isLate)
    return new ServiceError({ ...rest, kind: 'timeout', said: 'The service did not answer in time' }, { cause: error })
  if (ending.isAborted)
    return new ServiceError({ ...rest, kind: 'interrupted', said: 'Stopped here, while the service was being asked' }, { cause: error })
  // The HTTP client has errors of its own; a TypeError is a mistake in this program.
  const kind = error instanceof DiskError || error instanceof TypeError ? 'internal' : errorCodes(error).some(code => timeoutCodes.has(code)) ? 'timeout' : 'network'
  return new ServiceError({ ...rest, kind, said: sayable(describe(error), ending.secrets) }, { cause: error })
}

/** The answer came but could not be kept. */
export class DiskError extends Error {
  override readonly name = 'DiskError'
}

/** The system's codes of an error and of all that it wraps, outermost first. */
export function errorCodes(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 5)
    return []
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : []
  const inner = error instanceof AggregateError ? error.errors : []
  return [...own, ...[error.cause, ...inner].flatMap((cause: unknown) => errorCodes(cause, depth + 1))]
}

function describe(error: unknown): string {
  if (!(error instanceof Error))
    return String(error)
  const codes = errorCodes(error).filter(code => !error.message.includes(code))
  return [error.message || error.name, ...new Set(codes)].join(' · ')
}
