/** Compares the marks of missing files with the disk: a file can go, or come back, while nobody looks. */
import type { Asset } from '#contract/takes.ts'
import type { AssetId } from '#contract/words.ts'
import type { Assets } from './assets.ts'
import { stat } from 'node:fs/promises'
import { mapConcurrently } from '../base/concurrency.ts'

const filesAtOnce = 8

/** Those of `all` whose files are not there or have another size, in their order. `onChange` hears of each mark that was wrong. */
export async function markMissing(
  all: readonly Asset[],
  assets: Pick<Assets, 'pathOf' | 'markMissing'>,
  { signal, onChange = () => {} }: { readonly signal: AbortSignal, readonly onChange?: (assetId: AssetId) => unknown },
): Promise<Asset[]> {
  const missing = new Set<AssetId>()
  await mapConcurrently(filesAtOnce, all, async (asset) => {
    signal.throwIfAborted()
    const isMissing = await stat(assets.pathOf(asset)).then(file => file.size !== asset.sizeBytes, () => true)
    if (isMissing)
      missing.add(asset.id)
    if (isMissing === asset.isMissing)
      return
    await assets.markMissing(asset.id, isMissing)
    onChange(asset.id)
  })
  return all.filter(({ id }) => missing.has(id))
}
