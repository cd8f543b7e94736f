/** Which takes are of high dynamic range: read from their files, once each. */
import type { Take } from '#contract/takes.ts'
import type { AssetId, TakeId } from '#contract/words.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import { mapConcurrently } from '../base/concurrency.ts'
import { probe } from '../media/probe/probe.ts'
import { canToneMap } from '../media/probe/tone-map.ts'

/** `unconverted`: none where ffmpeg converts them. */
type Which = 'all' | 'unconverted'
type FindHdr = (takes: readonly Take[], ffmpeg: Ffmpeg | null, which?: Which) => Promise<ReadonlySet<TakeId>>

/** Unreadable files have a finding of their own. */
export function createHdrFinder(pathOf: (take: Take) => string): FindHdr {
  const known = new Map<AssetId, boolean>()
  return async (takes, ffmpeg, which = 'unconverted') => {
    const videos = ffmpeg && (which === 'all' || !canToneMap(ffmpeg)) ? takes.filter(({ medium }) => medium === 'video') : []
    await mapConcurrently(2, videos.filter(({ asset }) => !known.has(asset.id)), async (take) => {
      const probed = await probe(pathOf(take), { ffmpeg }).catch(() => null)
      if (probed)
        known.set(take.asset.id, probed.hdr !== null)
    })
    return new Set(videos.filter(({ asset }) => known.get(asset.id)).map(({ id }) => id))
  }
}
