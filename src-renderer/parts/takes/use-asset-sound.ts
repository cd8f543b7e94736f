/** Loads sounds into the studio's player by their asset. */
import type { Asset } from '#contract/takes.ts'
import { useNotices } from '../../actions/notices.ts'
import { usePlayer } from '../../player/use-player.ts'
import { mediaUrls } from '../../stores/media.ts'
import { attempt } from '../../studio.ts'
import { useUndecodedSounds } from './undecoded-sounds.ts'

/** Answers false when another sound was asked for meanwhile, or when this one can't be had, which is told. */
export function useAssetSound(): (asset: Asset, atSeconds?: number) => Promise<boolean> {
  const player = usePlayer()
  const notices = useNotices()
  const undecoded = useUndecodedSounds()
  return async (asset, atSeconds = 0) => {
    const isWanted = player.want(asset.id)
    const { value, fault } = await attempt(mediaUrls([undecoded.refOf(asset)]))
    if (fault)
      notices.fault(fault)
    const [url] = value ?? []
    if (url === undefined || !isWanted())
      return false
    player.load({ name: asset.id, url, durationSeconds: asset.durationSeconds ?? 0 }, atSeconds)
    return true
  }
}
