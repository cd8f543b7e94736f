/** One take's sound on the studio's player: whether it plays, its position, and the controls. */
import type { ComputedRef, MaybeRefOrGetter } from 'vue'
import type { Take } from '#contract/takes.ts'
import { computed, toValue } from 'vue'
import { usePlayer } from '../../player/use-player.ts'
import { mediaUrls } from '../../stores/media.ts'

export interface TakeSound {
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
  const isLoaded = computed(() => name.value !== null && player.sound.value?.name === name.value)
  const isPlaying = computed(() => isLoaded.value && player.isPlaying.value)

  /** Loads the sound; false when its address is not available now. */
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
    isPlaying,
    isUnplayable: computed(() => name.value !== null && player.unplayable.value === name.value),
    seconds: computed(() => isLoaded.value ? player.seconds.value : 0),
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
      if (isLoaded.value || await hold(seconds))
        player.seek(seconds)
    },
    async shuttle(way) {
      if (await hold())
        await player.shuttle(way)
    },
  }
}
