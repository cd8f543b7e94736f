/** Tells voices which take is their sample now when takes are filed, trashed or restored. */
import type { Log } from '../base/log.ts'
import type { Takes } from './takes.ts'
import type { Voices } from './voices.ts'

/** Runs until the signal aborts; never throws. */
export async function followVoices({ takes, voices, log }: {
  takes: Pick<Takes, 'changes'>
  voices: Pick<Voices, 'noteTakes'>
  log: Log
}, signal: AbortSignal): Promise<void> {
  try {
    // A take that is deleted for good was in the trash, where it was no sample.
    for await (const { changed } of takes.changes(signal))
      await voices.noteTakes(changed)
  }
  catch (error) {
    if (!signal.aborted)
      log.error('voice-follow-failed', { error })
  }
}
