/** Deletes old items from the trash, when the user has set an age: when the studio opens and once a day after that. */
import type { SettingsStore } from '../accounts/settings.ts'
import type { Log } from '../base/log.ts'
import type { Trash } from './trash.ts'
import { isFault } from '#contract/faults.ts'

const dayMs = 86_400_000

/** Returns a function that stops it. */
export function keepTrash({ trash, settings, log }: { trash: Trash, settings: SettingsStore, log: Log }): () => void {
  async function empty(): Promise<void> {
    const { trashDays } = await settings.get()
    if (trashDays === null)
      return
    const count = await trash.purgeOlderThan(trashDays)
    if (count > 0)
      log.info('trash-emptied-by-age', { count, days: trashDays })
  }
  // Nothing is deleted while the library is damaged.
  const run = (): void => void empty().catch(error => isFault(error, 'library-read-only') || log.error('trash-purge-failed', { error }))
  run()
  const timer = setInterval(run, dayMs)
  timer.unref()
  return () => clearInterval(timer)
}
