/** Compares the mark of a missing file with the disk when a page has asked for the file and the mark was wrong. */
import type { AssetId } from '#contract/words.ts'
import type { Log } from '../base/log.ts'
import type { Scope } from '../base/scope.ts'
import type { Assets } from './assets.ts'
import type { Takes } from './takes.ts'
import { markMissing } from './mark-missing.ts'

export function createDoubtedFiles({ assets, takes, log, scope }: {
  assets: Pick<Assets, 'get' | 'pathOf' | 'markMissing'>
  takes: Pick<Takes, 'announceAssets'>
  log: Log
  scope: Pick<Scope, 'signal' | 'join'>
}): { doubt: (assetId: AssetId) => void } {
  const { signal } = scope
  /** A player asks for the same file again and again. */
  const underWay = new Set<AssetId>()

  async function compare(assetId: AssetId): Promise<void> {
    try {
      const asset = await assets.get(assetId)
      const changed: AssetId[] = []
      await markMissing(asset ? [asset] : [], assets, { signal, onChange: id => changed.push(id) })
      await takes.announceAssets(changed)
    }
    catch (error) {
      if (!signal.aborted)
        log.warn('file-not-compared', { assetId, error })
    }
    finally {
      underWay.delete(assetId)
    }
  }

  return {
    doubt(assetId) {
      if (underWay.has(assetId) || signal.aborted)
        return
      underWay.add(assetId)
      scope.join(compare(assetId))
    },
  }
}
