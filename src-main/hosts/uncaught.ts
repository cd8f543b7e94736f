/**
 * Handles uncaught errors. An unhandled rejection is logged and the studio continues. After an uncaught exception the state
 * is unknown, so the program reports it and exits as in a crash, which the next start recovers from.
 */
import type { Log } from '../base/log.ts'
import process from 'node:process'
import { newId } from '../base/ids.ts'
import { stackOf } from './wire.ts'

export interface UncaughtOptions {
  readonly log: Pick<Log, 'error'>
  /** Writes the buffered log to disk. */
  readonly flush: () => Promise<void>
  /** Tells the user the reference of the log entry, and ends the program. */
  readonly end: (reference: string) => void
}

export function catchUncaught({ log, flush, end }: UncaughtOptions): void {
  process.on('unhandledRejection', thrown => log.error('unhandled-rejection', { error: stackOf(thrown) }))
  process.on('uncaughtException', (thrown) => {
    const reference = newId().slice(-8)
    log.error('program-failed', { reference, error: stackOf(thrown) })
    flush().finally(() => end(reference))
  })
}
