/** Which pictures have colours that are not understood: read from their files, once each. */
import type { Take } from '#contract/takes.ts'
import type { AssetId, TakeId } from '#contract/words.ts'
import { mapConcurrently } from '../base/concurrency.ts'
import { understandsColours } from '../media/probe/colour.ts'

type FindOddColours = (takes: readonly Take[]) => Promise<ReadonlySet<TakeId>>

/** Unreadable files have another finding. */
export function createOddColoursFinder(pathOf: (take: Take) => string): FindOddColours {
  const known = new Map<AssetId, boolean>()
  return async (takes) => {
    const pictures = takes.filter(({ asset }) => asset.mime.startsWith('image/'))
    await mapConcurrently(2, pictures.filter(({ asset }) => !known.has(asset.id)), async (take) => {
      const isUnderstood = await understandsColours(pathOf(take), take.asset.mime).catch(() => null)
      if (isUnderstood !== null)
        known.set(take.asset.id, !isUnderstood)
    })
    return new Set(pictures.filter(({ asset }) => known.get(asset.id)).map(({ id }) => id))
  }
}
