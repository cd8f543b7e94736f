/** Gives pictures their takes when these are filed, trashed or restored. */
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Takes } from '../library/takes.ts'
import type { Storyboard } from './storyboard.ts'
import { isFault } from '#contract/faults.ts'
import { retryOnDiskError } from '../storage/retry-on-disk-error.ts'

/** Runs until the signal aborts; never throws. Subscribe before the queue starts, so that no filed take is missed. */
export async function followPictures({ takes, storyboard, clock, log }: {
  takes: Pick<Takes, 'changes'>
  storyboard: Pick<Storyboard, 'chooseForgotten' | 'noteTakes'>
  clock: Clock
  log: Log
}, signal: AbortSignal): Promise<void> {
  const changes = takes.changes(signal)
  // On a full disk it is done as soon as there is room.
  const untilWritten = <T>(work: () => Promise<T>): Promise<T> => retryOnDiskError(work, { clock, log, signal })
  // Takes that were filed just before a crash were not chosen yet.
  await untilWritten(() => storyboard.chooseForgotten())
    .catch(error => signal.aborted || isFault(error, 'library-read-only') || log.error('picture-choices-failed', { error }))
  try {
    for await (const { changed } of changes) {
      await untilWritten(() => storyboard.noteTakes(changed))
        .catch(error => signal.aborted || log.error('picture-choice-failed', { error }))
    }
  }
  catch (error) {
    // A studio that closes as soon as it is open also closes the library under the first question.
    if (!signal.aborted)
      log.error('picture-follow-failed', { error })
  }
}
