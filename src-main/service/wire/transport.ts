/** What every exchange with the service needs, and how network errors become ServiceErrors. */
import type { LookupFunction } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { UntilRoom } from '../../base/until-room.ts'
import type { ServiceErrorDetails } from '../service-error.ts'
import { found } from '#contract/found.ts'
import { errnoOf } from '../../base/errno.ts'
import { safeMessage } from '../error-body.ts'
import { ServiceError } from '../service-error.ts'
import { ProxyRefused } from './tunnel.ts'

/** An account's base URL and key. The key leaves this folder only in the authorization header. */
export interface Connection { readonly baseUrl: string, readonly key: string }

export interface Timeouts {
  readonly connectMs: number
  /** While a request is being sent: the longest time without a byte sent. */
  readonly sendIdleMs: number
  /** While the body of an answer arrives: the longest time without a byte received. */
  readonly receiveIdleMs: number
  /** The same for a chat answer, and the least time for the first byte of any body: models pause while they work. */
  readonly thinkingIdleMs: number
  /** Until a free request is answered. */
  readonly askMs: number
  /** After the last sound of a stream: how long to wait for its formal end. */
  readonly endingMs: number
  /** Over a WebSocket: how long to wait for an answer to the authentication, or for the close after an error. */
  readonly greetingMs: number
  /** Over a WebSocket: until the first sound after the request, and the longest pause after that. */
  readonly firstSoundMs: number
  readonly soundIdleMs: number
}

export const usualTimeouts: Timeouts = {
  connectMs: 10_000,
  sendIdleMs: 60_000,
  receiveIdleMs: 60_000,
  thinkingIdleMs: 300_000,
  askMs: 60_000,
  endingMs: 3_000,
  greetingMs: 500,
  firstSoundMs: 15_000,
  soundIdleMs: 20_000,
}

export interface TransportContext {
  readonly clock: Clock
  readonly log: Log
  readonly proxyFor: (url: string) => Promise<string | null>
  readonly trust?: (() => SecureContext) | undefined
  readonly timeouts: Timeouts
  /** Resolves the names of hosts that only an answer named. */
  readonly publicLookup: LookupFunction
  /** For what is paid for and arrives once. */
  readonly untilRoom?: UntilRoom | undefined
}

/** Whether a key can be sent at all. */
export function isHeaderValue(key: string): boolean {
  return /^[\x21-\x7E]+$/.test(key)
}

/** The header for a key; throws ServiceError `auth` for a key with characters that a header cannot contain. */
export function authorization({ key }: Connection): string {
  if (!isHeaderValue(key))
    throw new ServiceError({ kind: 'auth', said: '', charged: 'no', isBeforeCommit: true })
  return `Bearer ${key}`
}

type KnownDetails = Pick<ServiceErrorDetails, 'charged' | 'isBeforeCommit'> & Partial<ServiceErrorDetails>

/** Converts the error that ended an exchange; `ending` tells a timeout or an abort of our own. A ServiceError is returned as it is. */
export function errorOfExchange(
  error: unknown,
  ending: { hasExpired: boolean, isAborted: boolean, secrets: readonly string[] },
  rest: KnownDetails,
): ServiceError {
  if (error instanceof ServiceError)
    return error
  if (ending.hasExpired)
    return new ServiceError({ ...rest, kind: 'timeout', said: '' }, { cause: error })
  if (ending.isAborted)
    return new ServiceError({ ...rest, kind: 'interrupted', said: found('stopped-here') }, { cause: error })
  // The HTTP client has its own error classes; a TypeError is a bug in this program.
  const kind = error instanceof DiskError || error instanceof TypeError
    ? 'internal'
    : errorCodes(error).includes('ETIMEDOUT') ? 'timeout' : error instanceof ProxyRefused && error.status === 407 ? 'proxy' : 'network'
  return new ServiceError({ ...rest, kind, said: safeMessage(describe(error), ending.secrets) }, { cause: error })
}

/** An answer arrived but could not be written to the disk. */
export class DiskError extends Error {
  override readonly name = 'DiskError'
}

/** The system error codes of an error and of its causes, outermost first. */
export function errorCodes(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 5)
    return []
  const inner = error instanceof AggregateError ? error.errors : []
  return [errnoOf(error), ...[error.cause, ...inner].flatMap((cause: unknown) => errorCodes(cause, depth + 1))].filter(code => code !== '')
}

const rootsAdvice = 'In a company network, choose its certificate file in Settings, Accounts'
const unknownAuthority = new Set([
  ...['SELF_SIGNED_CERT_IN_CHAIN', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

function describe(error: unknown): string {
  if (!(error instanceof Error))
    return String(error)
  const codes = errorCodes(error).filter(code => !error.message.includes(code))
  // A company's network shows certificates of its own, and Node's words help nobody there.
  if (errorCodes(error).some(code => unknownAuthority.has(code)))
    return `The certificate of this address is from an authority that is not known here. ${rootsAdvice} · ${errorCodes(error).join(' · ')}`
  // Node's advice is about a command that nobody has called.
  const said = error.message.replace(/; if the root CA is installed locally.*$/s, '')
  return [said || error.name, ...new Set(codes)].join(' · ')
}
