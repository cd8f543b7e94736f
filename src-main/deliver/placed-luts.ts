/** The look-up tables of the colours of a sequence, with their files. */
import type { Sequence } from '#contract/sequence-document.ts'
import type { AssetId } from '#contract/words.ts'
import type { Assets } from '../library/assets.ts'
import { playingOf, tracksOf } from '#rules/sequence/document.ts'
import { showsLut } from '#rules/sequence/graded.ts'
import { fileExists } from '../base/atomic-file.ts'

/** Of clips that play; those of which nothing is seen need no file. */
export function placedLutIds(sequence: Sequence): Set<AssetId> {
  return new Set(tracksOf(sequence).flatMap(track => playingOf(track).flatMap(clip =>
    'look' in clip && clip.grade?.lut && showsLut(clip) ? [clip.grade.lut.id] : [])))
}

/** Absolute paths of those whose files are there. */
export async function lutPaths(sequence: Sequence, assets: Pick<Assets, 'get' | 'pathOf'>): Promise<Map<AssetId, string>> {
  const found = new Map<AssetId, string>()
  for (const id of placedLutIds(sequence)) {
    const asset = await assets.get(id)
    const path = asset && assets.pathOf(asset)
    if (path !== undefined && await fileExists(path))
      found.set(id, path)
  }
  return found
}
