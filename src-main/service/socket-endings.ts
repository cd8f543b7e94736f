/** What an error message or a close of a WebSocket means: whose fault it was, and whether it can have cost money. */
import type { AnswerContext } from './errors.ts'
import type { FailureKind } from './service-error.ts'
import type { SocketMessage } from './wire/socket-connection.ts'
import { found } from '#contract/found.ts'
import { safeMessage } from './error-body.ts'
import { errorInSuccess } from './errors.ts'
import { ServiceError } from './service-error.ts'

/** Only at `sent` can the request have cost money. */
export type Stage = 'before-commit' | 'committed' | 'sent'
export type Closed = Extract<SocketMessage, { is: 'closed' }>

/** How far a session has progressed. */
export interface SessionProgress {
  readonly stage: Stage
  readonly key: string
  readonly nowMs: number
  /** The file with the sound received so far; null when there is none. */
  readonly partialPath: string | null
}

// RFC 6455 §7.4 and the codes that services add: those that say the request was not accepted.
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

/** The ServiceError of an error message and of the close that followed it, if any. */
export function refusedWith(progress: SessionProgress, text: string, closed: Closed | null): ServiceError {
  const said = errorInSuccess(text, {}, contextOf(progress)) ?? new ServiceError({
    kind: 'server',
    said: safeMessage(text, [progress.key]),
    charged: progress.stage === 'sent' ? 'unknown' : 'no',
  })
  const byCode = kindByCode[closed?.code ?? 0]
  return said.with({
    status: null,
    kind: said.kind === 'server' && byCode !== undefined ? kindInWords(said.said, byCode, progress.stage) : said.kind,
    charged: chargedFor(progress, said.charged === 'no' || byCode !== undefined),
    isBeforeCommit: progress.stage === 'before-commit',
    partialPath: progress.partialPath,
  })
}

/** The ServiceError of a close without an error message before it. */
export function closedBy(progress: SessionProgress, { code, reason, error }: Closed): ServiceError {
  const byCode = kindByCode[code]
  const words = safeMessage(reason || (error instanceof Error ? error.message : ''), [progress.key])
  const kind = byCode ? kindInWords(words, byCode, progress.stage) : code === 1011 || code === 1012 ? 'server' : 'network'
  return new ServiceError({
    kind,
    said: words || (kind === 'network' ? found('socket-closed', code) : ''),
    charged: chargedFor(progress, byCode !== undefined),
    isBeforeCommit: progress.stage === 'before-commit',
    partialPath: progress.partialPath,
  }, { cause: error })
}

export function contextOf({ key, nowMs, stage }: SessionProgress): AnswerContext {
  return { secrets: [key], nowMs, mayBeCharged: stage === 'sent', isBeforeCommit: stage === 'before-commit' }
}

function kindInWords(said: string, byCode: FailureKind, stage: Stage): FailureKind {
  if (/not found|does not exist/i.test(said))
    return 'not-found'
  // Only key and model have been sent so far.
  return stage !== 'sent' && byCode === 'validation' && !/model/i.test(said) ? 'auth' : byCode
}

/** Once sound has arrived the work was begun, whatever the message says. */
function chargedFor({ stage, partialPath }: SessionProgress, isRefused: boolean): 'no' | 'unknown' {
  return stage === 'sent' && (partialPath !== null || !isRefused) ? 'unknown' : 'no'
}
