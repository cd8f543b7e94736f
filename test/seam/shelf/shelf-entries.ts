/** Entries of a shelf for tests. */
import type { ShelfEntry, ShelfKind } from '#contract/shelf.ts'
import type { AssetId, ShelfEntryId, TakeId } from '#contract/words.ts'

export function shelved(kind: ShelfKind, name: string, text: string, more: Partial<ShelfEntry> = {}): ShelfEntry {
  const words = kind === 'wildcard' ? text.split('|') : []
  const own = { id: name as ShelfEntryId, projectId: null, kind, name, text: kind === 'wildcard' ? '' : text, words }
  return { ...own, takeIds: [], stills: [], ...more }
}

/** A character with reference images. */
export function withImages(name: string, ...files: string[]): ShelfEntry {
  return shelved('character', name, 'tall', {
    takeIds: files as TakeId[],
    stills: files.map(file => ({ takeId: file as TakeId, assetId: file as AssetId, mime: 'image/png' })),
  })
}
