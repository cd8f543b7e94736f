/** Makes renditions of takes soon after they are filed or imported, so that they can be placed and played at once. */
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Renditions } from './renditions.ts'
import type { Takes } from './takes.ts'
import { newId } from '../base/ids.ts'

/** Newly filed takes are examined first, after other work of the same moment. */
const restMs = 3000

/** Runs until the signal aborts; never throws. */
export async function followFiledTakes({ takes, renditions, clock, log }: {
  takes: Pick<Takes, 'changes'>
  renditions: Pick<Renditions, 'makeLater'>
  clock: Clock
  log: Log
}, signal: AbortSignal): Promise<void> {
  // Ids sort in the order in which takes were filed.
  const openedWith = newId(clock.now())
  try {
    for await (const { changed } of takes.changes(signal)) {
      const filed = changed.filter(take => take.id > openedWith && take.trashedAt === null && take.medium !== 'text')
      if (filed.length === 0)
        continue
      const restedMs = clock.now() - Math.max(...filed.map(take => take.takenAt))
      // Negative where the clock was set back.
      await clock.sleep(Math.min(restMs, Math.max(0, restMs - restedMs)), signal)
      for (const { asset } of filed)
        await renditions.makeLater(asset.id)
    }
  }
  catch (error) {
    if (!signal.aborted)
      log.error('take-follow-failed', { error })
  }
}
