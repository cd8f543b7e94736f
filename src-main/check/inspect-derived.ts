/** Looks at what was made of takes: posters, waveforms, deliveries. All but the deliveries are made again for nothing. */
import type { DeliveryFile } from '#contract/deliveries.ts'
import type { Asset } from '#contract/takes.ts'
import type { InsidePath } from '../base/inside.ts'
import type { Assets } from '../library/assets.ts'
import type { DeliveredFiles } from '../library/deliveries.ts'
import type { Database } from '../storage/database.ts'
import { open, stat } from 'node:fs/promises'
import { countOf, fileNamesOf } from '#rules/deliver/frames.ts'
import { sha256Files } from '../base/hash.ts'
import { deliveredFiles, hasNoPlace, pathOfDelivered } from '../library/deliveries.ts'
import { isWholePeaks } from '../media/sound/peaks.ts'

/** Posters and waveforms that a row promises and that are missing, or do not end where they should. */
export async function findBrokenBeside(all: readonly Asset[], assets: Pick<Assets, 'pathOf'>, signal: AbortSignal): Promise<Broken[]> {
  const broken: Broken[] = []
  for (const asset of all.filter(each => !each.isMissing)) {
    signal.throwIfAborted()
    const [poster, peaks] = [assets.pathOf(asset, 'poster'), assets.pathOf(asset, 'peaks')]
    if (asset.hasPoster && !await isWholeJpeg(poster).catch(() => false))
      broken.push({ asset, path: poster })
    if (asset.hasPeaks && !await isWholePeaks(peaks).catch(() => false))
      broken.push({ asset, path: peaks })
  }
  return broken
}

export interface Broken { readonly asset: Asset, readonly path: string }

/** Begins and ends as a JPEG does. */
async function isWholeJpeg(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const [head, tail] = [Buffer.alloc(3), Buffer.alloc(2)]
    await file.read(head, 0, 3, 0)
    await file.read(tail, 0, 2, Math.max(0, size - 2))
    return size > 4 && head.equals(Buffer.from([0xFF, 0xD8, 0xFF])) && tail.equals(Buffer.from([0xFF, 0xD9]))
  }
  finally {
    await file.close()
  }
}

/** Delivered files that are missing, or not as they were delivered; their content is read only with `isDeep`. */
export async function findChangedDeliveries(
  library: Pick<Database, 'all'>,
  { isDeep, signal }: { readonly isDeep: boolean, readonly signal: AbortSignal },
): Promise<string[]> {
  const changed: string[] = []
  for (const delivered of await deliveredFiles(library)) {
    // A restored studio has none of the files of such a delivery, and says so.
    if (hasNoPlace(delivered))
      continue
    for (const file of delivered.files) {
      signal.throwIfAborted()
      const paths = pathsOf(delivered, file)
      const isAsDelivered = paths !== null && await sizeOf(paths, signal) === file.sizeBytes
        && (!isDeep || file.sha256 === undefined || await sha256Files(paths, signal).catch(() => null) === file.sha256)
      signal.throwIfAborted()
      if (!isAsDelivered)
        changed.push(paths?.[0] ?? file.name)
    }
  }
  return changed
}

/** Null where one has no place. */
function pathsOf(delivered: DeliveredFiles, file: DeliveryFile): InsidePath[] | null {
  const paths = fileNamesOf(file).flatMap(name => pathOfDelivered(delivered, { name }) ?? [])
  return paths.length === countOf(file) ? paths : null
}

/** Of all together; null where one is missing. */
async function sizeOf(paths: readonly string[], signal: AbortSignal): Promise<number | null> {
  let sum = 0
  for (const path of paths) {
    signal.throwIfAborted()
    const size = await stat(path).then(found => found.size, () => null)
    if (size === null)
      return null
    sum += size
  }
  return sum
}
