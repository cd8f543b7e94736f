/** One take's sound on the studio's player: whether it plays, its position, and the controls. */
import type { ComputedRef, MaybeRefOrGetter } from 'vue'
import type { Take } from '#contract/takes.ts'
import { computed, toValue } from 'vue'
import { usePlayer } from '../../player/use-player.ts'
import { useAssetSound } from './use-asset-sound.ts'

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
  const load = useAssetSound()
  const name = computed(() => toValue(take)?.asset.id ?? null)
  const isLoaded = computed(() => name.value !== null && player.sound.value?.name === name.value)
  const isPlaying = computed(() => isLoaded.value && player.isPlaying.value)

  async function hold(atSeconds = 0): Promise<boolean> {
    const asset = toValue(take)?.asset
    return asset !== undefined && load(asset, atSeconds)
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
