/** Gives pictures their takes when these are filed, trashed or restored. */
import type { Log } from '../base/log.ts'
import type { Takes } from '../library/takes.ts'
import type { Storyboard } from './storyboard.ts'
import { isFault } from '#contract/faults.ts'

/** Runs until the signal aborts; never throws. Subscribe before the queue starts, so that no filed take is missed. */
export async function followPictures({ takes, storyboard, log }: {
  takes: Pick<Takes, 'changes'>
  storyboard: Pick<Storyboard, 'chooseForgotten' | 'noteTakes'>
  log: Log
}, signal: AbortSignal): Promise<void> {
  const changes = takes.changes(signal)
  // Takes that were filed just before a crash were not chosen yet.
  await storyboard.chooseForgotten().catch(error => isFault(error, 'library-read-only') || log.error('pictures-not-chosen', { error }))
  try {
    for await (const { changed } of changes)
      await storyboard.noteTakes(changed).catch(error => log.error('picture-not-chosen', { error }))
  }
  catch (error) {
    // A studio that closes as soon as it is open also closes the library under the first question.
    if (!signal.aborted)
      log.error('pictures-not-followed', { error })
  }
}
