/** Updates the chosen take of each line when takes are filed, trashed or restored. */
import type { Log } from '../base/log.ts'
import type { Takes } from '../library/takes.ts'
import type { Script } from './script-port.ts'
import { isFault } from '#contract/faults.ts'

/** Runs until the signal aborts; never throws. Subscribe before the queue starts, so that no filed take is missed. */
export async function followTakes({ takes, script, log }: {
  takes: Pick<Takes, 'changes'>
  script: Pick<Script, 'chooseForgotten' | 'noteTakeFiled'>
  log: Log
}, signal: AbortSignal): Promise<void> {
  const changes = takes.changes(signal)
  // Takes that were filed just before a crash were not chosen yet.
  await script.chooseForgotten().catch(error => isFault(error, 'library-read-only') || log.error('takes-not-chosen', { error }))
  try {
    for await (const { changed } of changes) {
      for (const { id, lineId, kind } of changed) {
        if (lineId !== null || kind === 'speech')
          await script.noteTakeFiled(lineId, id).catch(error => log.error('take-not-chosen', { takeId: id, error }))
      }
    }
  }
  catch (error) {
    // A studio that closes as soon as it is open also closes the library under the first question.
    if (!signal.aborted)
      log.error('takes-not-followed', { error })
  }
}
