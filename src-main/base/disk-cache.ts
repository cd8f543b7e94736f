/** Files that may be made again, kept up to a limit: how much there is of them, when each was used, and which go first. */
import type { Instant } from '#contract/words.ts'
import { utimes } from 'node:fs/promises'

/** `usedAt` is when it was used last; on disk, the time of its file. */
export interface KeptFile { readonly sizeBytes: number, usedAt: Instant }

export interface Totals { readonly sizeBytes: number, readonly count: number }

export function totalsOf(index: ReadonlyMap<unknown, KeptFile>): Totals {
  return { sizeBytes: [...index.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0), count: index.size }
}

/** The least recently used that have to go until the rest fits; none that was used after `since`. */
export function surplusOf<Key>(index: ReadonlyMap<Key, KeptFile>, limitBytes: number, since: Instant = Infinity): Key[] {
  let { sizeBytes } = totalsOf(index)
  return [...index].sort(([, a], [, b]) => a.usedAt - b.usedAt).flatMap(([key, kept]) => {
    if (sizeBytes <= limitBytes || kept.usedAt > since)
      return []
    sizeBytes -= kept.sizeBytes
    return [key]
  })
}

/** A use that cannot be written to `path` is known for as long as the studio is open. */
export async function noteUse(kept: KeptFile, path: string, now: Instant): Promise<void> {
  kept.usedAt = now
  await utimes(path, now / 1000, now / 1000).catch(() => {})
}
