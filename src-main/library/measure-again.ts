/** What earlier versions measured of files, and the posters that they made, are made again: one by one, while nothing else is done. */
import type { AssetId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Assets } from './assets.ts'
import type { Takes } from './takes.ts'

export interface MeasureAgain {
  /** Measures all outdated assets again, until none is left or the signal aborts. Never throws. */
  run: (signal: AbortSignal) => Promise<void>
  /** Measures this asset next. Cheap for all others. */
  see: (assetId: AssetId) => void
}

/** Between two looks whether the other work has ended. */
const usualLookMs = 5000
/** After each file, so that a library of years is not one long load. */
const usualRestMs = 250

export function createMeasureAgain({ assets, takes, clock, log, isWorking, lookMs = usualLookMs, restMs = usualRestMs }: {
  assets: Pick<Assets, 'old' | 'get' | 'measureAgain'>
  takes: Pick<Takes, 'announceAssets'>
  clock: Pick<Clock, 'sleep'>
  log: Log
  /** Whether other work must run first. */
  isWorking: () => boolean
  lookMs?: number
  restMs?: number
}): MeasureAgain {
  /** In the order in which they are made. */
  let left = new Set<AssetId>()
  let isRunning = false

  async function measure(assetId: AssetId, signal: AbortSignal): Promise<void> {
    const asset = await assets.get(assetId)
    try {
      if (asset && await assets.measureAgain(asset, signal))
        await takes.announceAssets([assetId])
    }
    catch (error) {
      signal.throwIfAborted()
      log.warn('remeasure-failed', { assetId, error })
    }
  }

  return {
    see(assetId) {
      if (left.has(assetId))
        left = new Set([assetId, ...left])
    },
    async run(signal) {
      // ffmpeg may come and go in the meantime.
      if (isRunning)
        return
      isRunning = true
      try {
        left = new Set(await assets.old())
        for (let [next] = left; next !== undefined; [next] = left) {
          while (isWorking())
            await clock.sleep(lookMs, signal)
          left.delete(next)
          await measure(next, signal)
          await clock.sleep(restMs, signal)
        }
      }
      catch (error) {
        if (!signal.aborted)
          log.error('remeasure-scan-failed', { error })
      }
      finally {
        isRunning = false
      }
    },
  }
}
