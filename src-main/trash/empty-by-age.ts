/** Empties the trash by age, when the person has said after how many days: at the start, and once a day while the studio is open. */
import type { SettingsStore } from '../accounts/settings.ts'
import type { Log } from '../base/log.ts'
import type { Trash } from './trash.ts'
import { isFault } from '#contract/faults.ts'

const dayMs = 86_400_000

/** Answers how to stop. */
export function keepTrash({ trash, settings, log }: { trash: Trash, settings: SettingsStore, log: Log }): () => void {
  async function empty(): Promise<void> {
    const { trashDays } = await settings.get()
    if (trashDays === null)
      return
    const count = await trash.purgeOlderThan(trashDays)
    if (count > 0)
      log.info('trash-emptied-by-age', { count, days: trashDays })
  }
  // While the library is damaged nothing is deleted either.
  const run = (): void => void empty().catch(error => isFault(error, 'library-read-only') || log.error('trash-not-emptied', { error }))
  run()
  const timer = setInterval(run, dayMs)
  timer.unref()
  return () => clearInterval(timer)
}
