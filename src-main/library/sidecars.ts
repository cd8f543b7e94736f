/**
 * What was found of sounds: a JSON file next to each, in no database and no backup, since it can be found again. A script has thousands of
 * them, so what is there is looked up once, and what was read lately is remembered.
 */
import type { z } from 'zod'
import type { Asset } from '#contract/takes.ts'
import type { AssetId } from '#contract/words.ts'
import type { Sidecar } from './asset-names.ts'
import type { Assets } from './assets.ts'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readJson } from '#rules/plain-data.ts'
import { fileExists, writeFileAtomic } from '../base/atomic-file.ts'
import { sidecarEndings } from './asset-names.ts'

export interface Sidecars<Kept> {
  /** Null where there is none, and where it cannot be read. */
  read: (asset: Pick<Asset, 'id' | 'extension'>) => Promise<Kept | null>
  /** Nothing is written for a sound that was deleted meanwhile. */
  write: (asset: Pick<Asset, 'id' | 'extension'>, kept: Kept) => Promise<void>
}

/** Of 0.1 to 2 kB each. */
const mostRemembered = 4000

export function createSidecars<Kept>({ assets, sidecar, shape }: {
  assets: Pick<Assets, 'pathOf' | 'folder'>
  sidecar: Sidecar
  shape: z.ZodType<Kept>
}): Sidecars<Kept> {
  const ending = sidecarEndings[sidecar]
  /** Some may be gone meanwhile. */
  let present: Promise<Set<string>> | null = null
  async function findPresent(): Promise<Set<string>> {
    const folders = await readdir(assets.folder).catch(() => [])
    const names = await Promise.all(folders.map(folder => readdir(join(assets.folder, folder)).catch(() => [])))
    return new Set(names.flat().flatMap(name => name.endsWith(ending) ? [name.slice(0, -ending.length)] : []))
  }

  /** What was read or found lately. */
  const known = new Map<AssetId, Kept>()
  function remember(assetId: AssetId, kept: Kept): Kept {
    known.delete(assetId)
    known.set(assetId, kept)
    for (const [oldest] of known) {
      if (known.size <= mostRemembered)
        break
      known.delete(oldest)
    }
    return kept
  }

  async function readFrom(asset: Pick<Asset, 'id' | 'extension'>): Promise<Kept | null> {
    present ??= findPresent()
    if (!(await present).has(asset.id))
      return null
    const text = await readFile(assets.pathOf(asset, sidecar), 'utf8').catch(() => null)
    return text === null ? null : readJson(shape, text) ?? null
  }

  return {
    async read(asset) {
      const kept = known.get(asset.id) ?? await readFrom(asset)
      return kept === null ? null : remember(asset.id, kept)
    },
    async write(asset, kept) {
      if (await fileExists(assets.pathOf(asset)))
        await writeFileAtomic(assets.pathOf(asset, sidecar), JSON.stringify(kept))
      await present?.then(all => all.add(asset.id))
      remember(asset.id, kept)
    },
  }
}
