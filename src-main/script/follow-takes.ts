/** Updates the chosen take of each line when takes are filed, trashed or restored. */
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Takes } from '../library/takes.ts'
import type { Script } from './script-port.ts'
import { isFault } from '#contract/faults.ts'
import { retryOnDiskError } from '../storage/retry-on-disk-error.ts'

/** Runs until the signal aborts; never throws. Subscribe before the queue starts, so that no filed take is missed. */
export async function followTakes({ takes, script, clock, log }: {
  takes: Pick<Takes, 'changes'>
  script: Pick<Script, 'chooseForgotten' | 'noteTakeFiled'>
  clock: Clock
  log: Log
}, signal: AbortSignal): Promise<void> {
  const changes = takes.changes(signal)
  // On a full disk it is done as soon as there is room.
  const untilWritten = <T>(work: () => Promise<T>): Promise<T> => retryOnDiskError(work, { clock, log, signal })
  // Takes that were filed just before a crash were not chosen yet.
  await untilWritten(() => script.chooseForgotten())
    .catch(error => signal.aborted || isFault(error, 'library-read-only') || log.error('takes-not-chosen', { error }))
  try {
    for await (const { changed } of changes) {
      for (const { id, lineId, kind } of changed) {
        if (lineId !== null || kind === 'speech') {
          await untilWritten(() => script.noteTakeFiled(lineId, id))
            .catch(error => signal.aborted || log.error('take-not-chosen', { takeId: id, error }))
        }
      }
    }
  }
  catch (error) {
    // A studio that closes as soon as it is open also closes the library under the first question.
    if (!signal.aborted)
      log.error('takes-not-followed', { error })
  }
}
