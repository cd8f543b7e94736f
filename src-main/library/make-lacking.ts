/** Gives what was filed while there was no ffmpeg its peaks and its poster: takes are found by their looks. */
import type { Log } from '../base/log.ts'
import type { Assets } from './assets.ts'
import type { Takes } from './takes.ts'
import { fileExists } from '../base/atomic-file.ts'

/** Tries each once, behind all other work. Never throws. */
export async function makeLacking({ assets, takes, log }: {
  assets: Pick<Assets, 'lacking' | 'makeLacking' | 'pathOf'>
  takes: Pick<Takes, 'announceAsset'>
  log: Log
}, signal: AbortSignal): Promise<void> {
  try {
    for (const asset of await assets.lacking()) {
      signal.throwIfAborted()
      if (!await fileExists(assets.pathOf(asset)))
        continue
      try {
        if (await assets.makeLacking(asset, signal))
          await takes.announceAsset(asset.id)
      }
      catch (error) {
        signal.throwIfAborted()
        log.warn('lacking-not-made', { assetId: asset.id, error })
      }
    }
  }
  catch (error) {
    if (!signal.aborted)
      log.error('lacking-not-found', { error })
  }
}
