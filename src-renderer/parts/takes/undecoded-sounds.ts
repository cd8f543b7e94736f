/** Sounds of takes that this page cannot decode: their previews, which it can, are made and played in their place. */
import type { NoRenditionBecause } from '#contract/renditions.ts'
import type { MediaRef } from '#contract/studio.ts'
import type { Asset } from '#contract/takes.ts'
import { defineStore } from 'pinia'
import { computed, shallowReactive, watch } from 'vue'
import { AssetId } from '#contract/words.ts'
import { usePlayer } from '../../player/use-player.ts'
import { lastingUrl } from '../../stores/media.ts'
import { useRenditions } from '../../stores/renditions.ts'
import { attempt, studio } from '../../studio.ts'

export const useUndecodedSounds = defineStore('undecoded-sounds', () => {
  const player = usePlayer()
  const renditions = useRenditions()
  const ids = shallowReactive(new Set<AssetId>())
  /** Their previews could not be played either. */
  const given = shallowReactive(new Set<AssetId>())

  function refOf(assetId: AssetId): MediaRef {
    const rendition = ids.has(assetId) ? renditions.get(assetId) : undefined
    return rendition?.state === 'ready' && rendition.sound
      ? { of: 'rendition', assetId, speed: rendition.speed, part: 'sound', madeAt: rendition.madeAt }
      : { of: 'asset', assetId, variant: 'original' }
  }

  // The player names a whole file's sound by its asset; what is chosen of one has a longer name, and is decoded in main already.
  const unplayable = computed(() => AssetId.safeParse(player.unplayable.value).data ?? null)
  watch(unplayable, (assetId) => {
    if (assetId === null || ids.has(assetId))
      return
    ids.add(assetId)
    void renditions.want([assetId], [])
  })
  // Play was pressed: it plays as soon as it can, unless another sound was asked for in the meantime.
  watch(() => {
    const assetId = unplayable.value
    return assetId !== null && ids.has(assetId) && !given.has(assetId) && renditions.get(assetId)?.state === 'ready' ? assetId : null
  }, async (assetId) => {
    const sound = player.sound.value
    if (assetId === null || sound?.name !== assetId)
      return
    given.add(assetId)
    const { value } = await attempt(lastingUrl(refOf(assetId)))
    if (!value || player.sound.value?.name !== assetId || player.unplayable.value !== assetId)
      return
    player.load({ ...sound, ...value })
    await player.play()
  })

  return {
    refOf: ({ id }: Pick<Asset, 'id'>) => refOf(id),
    /** What is done of its preview, where that is being made; null for any other. */
    shareOf: (assetId: AssetId): number | null => ids.has(assetId) ? renditions.shareOf(assetId) : null,
    /** Tries again to make its preview. */
    async again(assetId: AssetId): Promise<void> {
      given.delete(assetId)
      await attempt(studio.renditions.remake({ assetIds: [assetId] }))
    },
    /** Why it can be heard in no way; null while it can, or is tried. */
    becauseOf(assetId: AssetId): NoRenditionBecause | null {
      const rendition = ids.has(assetId) ? renditions.get(assetId) : undefined
      if (rendition?.state === 'impossible')
        return rendition.because
      return rendition?.state === 'ready' && given.has(assetId) && player.unplayable.value === assetId ? 'failed' : null
    },
  }
})
