/** The first start at the new place: what named the former folder names the new one, and the move is over. */
import type { PlanStore } from '../backup/plan-store.ts'
import type { Library } from '../library/open-library.ts'
import { movedPath } from '../base/moved-path.ts'
import { deliveredFiles, moveDeliveredFiles } from '../library/deliveries.ts'
import { readMark, removeMark, writeMark } from '../storage/folder-marks.ts'

interface Arriving {
  readonly folder: string
  readonly library: Library
  readonly backupPlan: PlanStore
}

/** Repeats are harmless: an interrupted one is done again at the next start. While the library is damaged it waits for the repair. */
export async function settleArrival({ folder, library, backupPlan }: Arriving): Promise<void> {
  const arrival = readMark(folder, 'arrival')
  if (arrival === null || arrival.isSettled || library.damage() !== null)
    return
  const moved = (path: string): string => movedPath(path, arrival.from, folder)
  await library.transaction(async (tx) => {
    for (const { deliveryId, folder: place, files } of await deliveredFiles(tx)) {
      if (moved(place) !== place)
        await moveDeliveredFiles(tx, { deliveryId, folder: moved(place), files })
    }
  })
  await backupPlan.change(({ folder: chosen, writing, made }) => ({
    folder: chosen === null ? null : moved(chosen),
    writing: writing && { ...writing, folder: moved(writing.folder) },
    made: made.map(backup => ({ ...backup, folder: moved(backup.folder) })),
  }))
  // Of earlier moves away from this folder, and of one that failed.
  await removeMark(folder, 'moved')
  await removeMark(folder, 'moving')
  await writeMark(folder, 'arrival', { ...arrival, isSettled: true })
}
