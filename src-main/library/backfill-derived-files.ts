/** Backfills peaks and posters of takes imported while ffmpeg was missing. */
import type { Asset } from '#contract/takes.ts'
import type { Log } from '../base/log.ts'
import type { Assets } from './assets.ts'
import type { Takes } from './takes.ts'
import { fileExists } from '../base/atomic-file.ts'

/** Tries each once, after all other work. Never throws. */
export async function backfillDerivedFiles({ assets, takes, log }: {
  assets: Pick<Assets, 'withoutDerivedFiles' | 'backfillDerivedFiles' | 'pathOf'>
  takes: Pick<Takes, 'announceAssets'>
  log: Log
}, signal: AbortSignal): Promise<void> {
  try {
    for (const asset of await assets.withoutDerivedFiles()) {
      signal.throwIfAborted()
      if (!await fileExists(assets.pathOf(asset)))
        continue
      try {
        if (await assets.backfillDerivedFiles(asset, signal))
          await takes.announceAssets([asset.id])
      }
      catch (error) {
        signal.throwIfAborted()
        log.warn('backfill-failed', { assetId: asset.id, error })
      }
    }
  }
  catch (error) {
    if (!signal.aborted)
      log.error('backfill-scan-failed', { error })
  }
}

/** The same for files that are back: what was next to them may have been lost with them. Never throws. */
export async function restoreDerivedFiles(found: readonly Asset[], { assets, takes, log }: {
  assets: Pick<Assets, 'backfillDerivedFiles' | 'pathOf'>
  takes: Pick<Takes, 'announceAssets'>
  log: Log
}, signal: AbortSignal): Promise<void> {
  for (const asset of found) {
    if (signal.aborted)
      return
    try {
      if (await lacksDerivedFiles(asset, assets)) {
        await assets.backfillDerivedFiles(asset, signal)
        await takes.announceAssets([asset.id])
      }
    }
    catch (error) {
      if (!signal.aborted)
        log.warn('backfill-failed', { assetId: asset.id, error })
    }
  }
}

async function lacksDerivedFiles(asset: Asset, assets: Pick<Assets, 'pathOf'>): Promise<boolean> {
  const isSeen = /^(?:image|video)\//.test(asset.mime)
  const isHeard = /^(?:audio|video)\//.test(asset.mime) && asset.channels !== null
  return (isSeen && !await fileExists(assets.pathOf(asset, 'poster'))) || (isHeard && !await fileExists(assets.pathOf(asset, 'peaks')))
}
