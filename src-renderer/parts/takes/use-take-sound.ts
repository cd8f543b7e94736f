/** One take's sound on the studio's player: whether it plays, its position, and the controls. */
import type { ComputedRef, MaybeRefOrGetter } from 'vue'
import type { NoRenditionBecause } from '#contract/renditions.ts'
import type { Take } from '#contract/takes.ts'
import { computed, toValue, watch } from 'vue'
import { usePlayer } from '../../player/use-player.ts'
import { useUndecodedSounds } from './undecoded-sounds.ts'
import { soundNameOf, useAssetSound } from './use-asset-sound.ts'

export interface TakeSound {
  isPlaying: ComputedRef<boolean>
  /** The share that is done of its preview, which this page needs to play it; null for none. */
  previewShare: ComputedRef<number | null>
  /** Why it cannot be played; null while it can, or is tried. */
  unplayable: ComputedRef<NoRenditionBecause | null>
  seconds: ComputedRef<number>
  durationSeconds: ComputedRef<number>
  /** Tries again to make its preview. */
  previewAgain: () => Promise<void>
  toggle: () => Promise<void>
  play: () => Promise<void>
  seek: (seconds: number) => Promise<void>
  shuttle: (way: -1 | 0 | 1) => Promise<void>
}

/** Nothing is fetched before the first act. */
export function useTakeSound(take: MaybeRefOrGetter<Take | null>): TakeSound {
  const player = usePlayer()
  const load = useAssetSound()
  const undecoded = useUndecodedSounds()
  /** Of the whole file: what is chosen of it is always decoded in main. */
  const assetId = computed(() => toValue(take)?.asset.id ?? null)
  const name = computed(() => {
    const asset = toValue(take)?.asset
    return asset ? soundNameOf(asset) : null
  })
  const isLoaded = computed(() => name.value !== null && player.sound.value?.name === name.value)
  const isPlaying = computed(() => isLoaded.value && player.isPlaying.value)

  // Something else is chosen of the same file: what was chosen before is not heard on.
  watch([() => toValue(take)?.asset.id, name], ([assetId, now], [before, nameBefore]) => {
    if (assetId === before && now !== nameBefore && player.sound.value?.name === nameBefore)
      player.pause()
  })

  async function hold(atSeconds = 0): Promise<boolean> {
    const asset = toValue(take)?.asset
    return asset !== undefined && load(asset, atSeconds)
  }

  return {
    isPlaying,
    previewShare: computed(() => assetId.value && undecoded.shareOf(assetId.value)),
    unplayable: computed(() => assetId.value && undecoded.becauseOf(assetId.value)),
    seconds: computed(() => isLoaded.value ? player.seconds.value : 0),
    durationSeconds: computed(() => toValue(take)?.asset.durationSeconds ?? 0),
    previewAgain: async () => assetId.value === null ? undefined : undecoded.again(assetId.value),
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
