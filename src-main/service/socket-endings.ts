/** What it means when a WebSocket says no or closes: whose fault it was, and whether it can have cost money. */
import type { AnswerContext } from './errors.ts'
import type { FailureKind } from './service-error.ts'
import type { SocketMessage } from './wire/socket-connection.ts'
import { errorInSuccess, sayable } from './errors.ts'
import { ServiceError } from './service-error.ts'

/** `sent` is the only stage at which money may be gone. */
export type Stage = 'before-commit' | 'committed' | 'sent'
export type Closed = Extract<SocketMessage, { is: 'closed' }>

/** How far a talk had got. */
export interface SoFar {
  readonly stage: Stage
  readonly key: string
  readonly nowMs: number
  /** Where the sound lies that has come; null when none has. */
  readonly partialPath: string | null
}

// RFC 6455 §7.4 and what services add to it: codes that say the request was not taken on.
const kindByCode: Readonly<Record<number, FailureKind>> = {
  1003: 'validation',
  1007: 'validation',
  1008: 'validation',
  1009: 'too-large',
  1013: 'rate',
  3000: 'auth',
  4000: 'validation',
  4001: 'auth',
  4002: 'credits',
  4003: 'permission',
  4400: 'validation',
  4401: 'auth',
  4402: 'credits',
  4403: 'permission',
  4404: 'not-found',
  4422: 'validation',
  4429: 'rate',
}

/** The failure that an error message is, with the close that followed it, if one did. */
export function refusedWith(soFar: SoFar, text: string, closed: Closed | null): ServiceError {
  const said = errorInSuccess(text, {}, contextOf(soFar)) ?? new ServiceError({ kind: 'server', said: sayable(text, [soFar.key]) || 'The stream reported an error', charged: soFar.stage === 'sent' ? 'unknown' : 'no' })
  const byCode = kindByCode[closed?.code ?? 0]
  return said.with({
    status: null,
    kind: said.kind === 'server' && byCode !== undefined ? kindInWords(said.said, byCode, soFar.stage) : said.kind,
    charged: chargedFor(soFar, said.charged === 'no' || byCode !== undefined),
    isBeforeCommit: soFar.stage === 'before-commit',
    partialPath: soFar.partialPath,
  })
}

/** The failure that a close without an error message before it is. */
export function closedBy(soFar: SoFar, { code, reason, error }: Closed): ServiceError {
  const byCode = kindByCode[code]
  const words = sayable(reason || (error instanceof Error ? error.message : ''), [soFar.key])
  return new ServiceError({
    kind: byCode ? kindInWords(words, byCode, soFar.stage) : code === 1011 || code === 1012 ? 'server' : 'network',
    said: words || `The line was closed (${code}) before all had come`,
    charged: chargedFor(soFar, byCode !== undefined),
    isBeforeCommit: soFar.stage === 'before-commit',
    partialPath: soFar.partialPath,
  }, { cause: error })
}

export function contextOf({ key, nowMs, stage }: SoFar): AnswerContext {
  return { secrets: [key], nowMs, mayBeCharged: stage === 'sent', isBeforeCommit: stage === 'before-commit' }
}

function kindInWords(said: string, byCode: FailureKind, stage: Stage): FailureKind {
  if (/not found|does not exist/i.test(said))
    return 'not-found'
  // Nothing but the key and the model has been said so far.
  return stage !== 'sent' && byCode === 'validation' && !/model/i.test(said) ? 'auth' : byCode
}

/** Once sound has come the work was begun, whatever the words are. */
function chargedFor({ stage, partialPath }: SoFar, isRefused: boolean): 'no' | 'unknown' {
  return stage === 'sent' && (partialPath !== null || !isRefused) ? 'unknown' : 'no'
}
