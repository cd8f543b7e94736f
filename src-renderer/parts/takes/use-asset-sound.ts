/** Loads sounds into the studio's player by their asset: the file as it is, or what is chosen of its sound. */
import type { MediaRef } from '#contract/studio.ts'
import type { Asset } from '#contract/takes.ts'
import { heardKey } from '#rules/sequence/heard.ts'
import { useNotices } from '../../actions/notices.ts'
import { usePlayer } from '../../player/use-player.ts'
import { lastingUrl } from '../../stores/media.ts'
import { useRenditions } from '../../stores/renditions.ts'
import { attempt } from '../../studio.ts'
import { chosenOf, partOfSound } from '../media/use-chosen-sound.ts'
import { useUndecodedSounds } from './undecoded-sounds.ts'

/** The name of an asset's sound in the player: another one when something else is chosen of it. */
export function soundNameOf({ id, heard }: Pick<Asset, 'id' | 'heard'>): string {
  const key = heardKey(heard)
  return key === '' ? id : `${id} ${key}`
}

/** The file in which an asset's sound can be heard. Null where what is chosen of it cannot be made. */
export function useSoundRef(): (asset: Asset) => Promise<MediaRef | null> {
  const renditions = useRenditions()
  const undecoded = useUndecodedSounds()
  return async (asset) => {
    const chosen = chosenOf(asset.id, asset.heard)
    if (!chosen)
      return undecoded.refOf(asset)
    const ready = await renditions.ready({ ...chosen, speed: 100 })
    return ready && partOfSound(ready, 'sound')
  }
}

/** Answers false when another sound was asked for in the meantime, or when this one can't be had, which is told. */
export function useAssetSound(): (asset: Asset, atSeconds?: number, volume?: number) => Promise<boolean> {
  const player = usePlayer()
  const notices = useNotices()
  const refOf = useSoundRef()

  return async (asset, atSeconds = 0, volume = 1) => {
    const name = soundNameOf(asset)
    const isWanted = player.want(name)
    const ref = await refOf(asset)
    if (!ref) {
      notices.say(t => t.player.noChosenSound, { tone: 'bad' })
      return false
    }
    const { value, fault } = await attempt(lastingUrl(ref))
    if (fault)
      notices.fault(fault)
    if (!value || !isWanted())
      return false
    player.load({ name, ...value, durationSeconds: asset.durationSeconds ?? 0, volume }, atSeconds)
    return true
  }
}
