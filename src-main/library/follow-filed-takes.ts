/** Makes renditions of takes and finds their words soon after they are filed, so that they can be placed, played and followed at once. */
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Renditions } from './renditions.ts'
import type { Takes } from './takes.ts'
import type { TakeWordTimes } from './word-times.ts'
import { newId } from '../base/ids.ts'

/** Newly filed takes are examined first, after other work of the same moment. */
const restMs = 3000

/** Runs until the signal aborts; never throws. */
export async function followFiledTakes({ takes, renditions, takeWords, clock, log }: {
  takes: Pick<Takes, 'changes'>
  renditions: Pick<Renditions, 'makeLater'>
  takeWords: Pick<TakeWordTimes, 'findLater'>
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
      for (const take of filed) {
        await renditions.makeLater(take.asset.id)
        await takeWords.findLater(take)
      }
    }
  }
  catch (error) {
    if (!signal.aborted)
      log.error('take-follow-failed', { error })
  }
}
