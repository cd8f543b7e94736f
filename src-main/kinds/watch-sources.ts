/** Notices that a file changes while a film is made of it, before anything is delivered or kept under the hash of what it was. */
import type { SegmentCache } from '../media/render/segment-cache.ts'
import { stat } from 'node:fs/promises'

interface Source { readonly path: string, readonly sizeBytes: number }

export interface WatchedSources {
  /** The first that is not what it was; null when all are. */
  changed: () => Promise<string | null>
}

/** From now on. A file of another size than it was filed with has changed already. */
export async function watchSources({ sources }: { readonly sources: readonly Source[] }): Promise<WatchedSources> {
  const look = async ({ path }: Source) => stat(path).then(({ size, mtimeMs }) => ({ size, mtimeMs }), () => null)
  const before = await Promise.all(sources.map(look))
  return {
    async changed() {
      const now = await Promise.all(sources.map(look))
      return sources.find(({ sizeBytes }, at) => now[at]?.size !== sizeBytes || now[at]?.mtimeMs !== before[at]?.mtimeMs)?.path ?? null
    },
  }
}

type Cache = Pick<SegmentCache, 'has' | 'take' | 'keep'>

/** Keeps nothing more once this is no longer so. */
export function onlyWhile(isSo: () => Promise<boolean>, cache: Cache): Cache {
  return {
    has: cache.has,
    take: cache.take,
    async keep(key, path) {
      if (await isSo())
        await cache.keep(key, path)
    },
  }
}
