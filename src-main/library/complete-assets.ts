/** Gives what was filed while there was no ffmpeg its peaks and its poster, as soon as there is one: takes are found by their looks. */
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { Assets } from './assets.ts'
import type { Takes } from './takes.ts'
import { fileExists } from '../base/atomic-file.ts'

/** Looking for ffmpeg costs a few questions to the file system. */
const lookAgainMs = 30_000

/** Each is tried once, behind all other work. Never throws. */
export async function completeAssets({ assets, takes, ffmpeg, clock, log }: {
  assets: Pick<Assets, 'incomplete' | 'complete' | 'pathOf'>
  takes: Pick<Takes, 'announceAsset'>
  ffmpeg: () => Promise<Ffmpeg | null>
  clock: Clock
  log: Log
}, signal: AbortSignal): Promise<void> {
  try {
    while (await ffmpeg() === null)
      await clock.sleep(lookAgainMs, signal)
    for (const asset of await assets.incomplete()) {
      signal.throwIfAborted()
      if (!await fileExists(assets.pathOf(asset)))
        continue
      try {
        if (await assets.complete(asset, signal))
          await takes.announceAsset(asset.id)
      }
      catch (error) {
        signal.throwIfAborted()
        log.warn('asset-not-completed', { assetId: asset.id, error })
      }
    }
  }
  catch (error) {
    if (!signal.aborted)
      log.error('assets-not-completed', { error })
  }
}
