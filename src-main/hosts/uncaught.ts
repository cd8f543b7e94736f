/**
 * What nobody caught. A promise that broke is told to the log and the studio goes on: whatever waits for it has an end of
 * its own. After a throw outside every call nobody knows what is still true, so the program says so and ends as in a crash,
 * which the next start mends.
 */
import type { Log } from '../base/log.ts'
import process from 'node:process'
import { newId } from '../base/ids.ts'
import { storyOf } from './wire.ts'

export interface LastWords {
  readonly log: Log
  /** Brings what was logged to the disk. */
  readonly flush: () => Promise<void>
  /** Tells the person, by the reference under which the log has it, and ends the program. */
  readonly end: (reference: string) => void
}

export function catchUncaught({ log, flush, end }: LastWords): void {
  process.on('unhandledRejection', thrown => log.error('promise-broke', { error: storyOf(thrown) }))
  process.on('uncaughtException', (thrown) => {
    const reference = newId().slice(-8)
    log.error('program-broke', { reference, error: storyOf(thrown) })
    flush().finally(() => end(reference))
  })
}
