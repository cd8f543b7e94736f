/** One take's sound on the studio's player: whether it is the one that plays, where it stands, and the acts upon it. */
import type { ComputedRef, MaybeRefOrGetter } from 'vue'
import type { Take } from '#contract/takes.ts'
import { computed, toValue } from 'vue'
import { usePlayer } from '../../player/use-player.ts'
import { mediaUrls } from '../../stores/media.ts'

export interface TakeSound {
  isInHand: ComputedRef<boolean>
  isPlaying: ComputedRef<boolean>
  isUnplayable: ComputedRef<boolean>
  seconds: ComputedRef<number>
  durationSeconds: ComputedRef<number>
  toggle: () => Promise<void>
  play: () => Promise<void>
  seek: (seconds: number) => Promise<void>
  shuttle: (way: -1 | 0 | 1) => Promise<void>
}

/** Nothing is fetched before the first act. */
export function useTakeSound(take: MaybeRefOrGetter<Take | null>): TakeSound {
  const player = usePlayer()
  const name = computed(() => toValue(take)?.asset.id ?? null)
  const isInHand = computed(() => name.value !== null && player.sound.value?.name === name.value)
  const isPlaying = computed(() => isInHand.value && player.isPlaying.value)

  /** Takes the sound in hand; false when its address cannot be had now. */
  async function hold(atSeconds = 0): Promise<boolean> {
    const asset = toValue(take)?.asset
    if (!asset)
      return false
    const [url] = await mediaUrls([{ of: 'asset', assetId: asset.id, variant: 'original' }]).catch(() => [])
    if (url === undefined || toValue(take)?.asset.id !== asset.id)
      return false
    player.load({ name: asset.id, url, durationSeconds: asset.durationSeconds ?? 0 }, atSeconds)
    return true
  }

  return {
    isInHand,
    isPlaying,
    isUnplayable: computed(() => name.value !== null && player.unplayable.value === name.value),
    seconds: computed(() => isInHand.value ? player.seconds.value : 0),
    durationSeconds: computed(() => toValue(take)?.asset.durationSeconds ?? 0),
    async toggle() {
      if (isPlaying.value)
        player.pause()
      else if (await hold())
        await player.play()
    },
    async play() {
      if (await hold()) {
        player.seek(0)
        await player.play()
      }
    },
    async seek(seconds) {
      if (isInHand.value || await hold(seconds))
        player.seek(seconds)
    },
    async shuttle(way) {
      if (await hold())
        await player.shuttle(way)
    },
  }
}
