/** Plays takes from their beginning under keys of the caller, one at a time, and knows which one is heard. */
import type { Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import { shallowReadonly, shallowRef, watch } from 'vue'
import { useNotices } from '../../actions/notices.ts'
import { usePlayer } from '../../player/use-player.ts'
import { useTakes } from '../../stores/takes.ts'
import { useAssetSound } from './use-asset-sound.ts'

/** `as` says how a take is heard under a key; absent, as it was made. */
export function usePlayTake({ as = (_, take) => take }: { as?: (key: string, take: Take) => Take } = {}) {
  const takes = useTakes()
  const player = usePlayer()
  const load = useAssetSound()
  const notices = useNotices()
  const playing = shallowRef<string | null>(null)
  /** What waits for its take or address plays only if nothing was played or stopped since. */
  let round = 0
  watch(player.isPlaying, (isPlaying) => {
    if (!isPlaying)
      playing.value = null
  })

  return {
    /** The key of what is heard now. */
    playing: shallowReadonly(playing),
    /** `volume` is from 0 to 1. */
    async play(key: string, takeId: TakeId, volume = 1): Promise<void> {
      const mine = ++round
      const answer = await takes.load(takeId)
      if (mine !== round)
        return
      if (answer.fault)
        return notices.fault(answer.fault)
      if (!await load(as(key, answer.value.take).asset, 0, volume) || mine !== round)
        return
      playing.value = key
      player.seek(0)
      await player.play()
    },
    stop(): void {
      round++
      player.pause()
    },
  }
}
