/** What the preview plays in place of the originals: which is ready, and asking for those that are shown. */
import type { AssetId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { attempt, studio, wire } from '../studio.ts'
import { mirror } from './mirror.ts'

/** As many as one call takes. */
const atOnce = 500

export const useRenditions = defineStore('renditions', () => {
  const picture = mirror((_key, options) => studio.renditions.changes({}, options), wire)
  return {
    byId: picture.byId,
    get: picture.get,
    /** Most wanted first. What cannot be asked for now is asked for again when the preview is opened again. */
    async want(assetIds: readonly AssetId[]): Promise<void> {
      for (let from = 0; from < assetIds.length; from += atOnce)
        await attempt(studio.renditions.want({ assetIds: assetIds.slice(from, from + atOnce) }))
    },
  }
})
