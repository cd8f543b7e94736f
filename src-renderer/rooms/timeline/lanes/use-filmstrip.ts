/** The filmstrip of an asset: how its tiles lie, and its picture, which all of its clips share. */
import type { MaybeRefOrGetter } from 'vue'
import type { AssetId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { computed, shallowRef, toValue, watch } from 'vue'
import { useMediaUrl } from '../../../stores/media.ts'
import { useRenditions } from '../../../stores/renditions.ts'

/** The browser decodes them when they are drawn, and lets go of what it has decoded. */
const kept = 100

const useFilmImages = defineStore('filmstrips', () => {
  const images = new Map<string, Promise<HTMLImageElement | null>>()

  async function load(name: string, url: string): Promise<HTMLImageElement | null> {
    const image = new Image()
    image.src = url
    try {
      await image.decode()
      return image
    }
    catch {
      // Disconnected, or made again meanwhile: the poster stays, and the next clip asks again.
      images.delete(name)
      return null
    }
  }
  return {
    imageOf(name: string, url: string): Promise<HTMLImageElement | null> {
      const image = images.get(name) ?? load(name, url)
      images.set(name, image)
      for (const oldest of images.keys()) {
        if (images.size <= kept)
          break
        images.delete(oldest)
      }
      return image
    },
  }
})

/** Null for no shot, and until it is there. */
export function useFilmstrip(assetId: MaybeRefOrGetter<AssetId | null>) {
  const renditions = useRenditions()
  const store = useFilmImages()
  const image = shallowRef<HTMLImageElement | null>(null)
  const ready = computed(() => {
    const id = toValue(assetId)
    const found = id === null ? undefined : renditions.get(id)
    return found?.state === 'ready' && found.filmstrip ? found : null
  })
  const url = useMediaUrl(() => ready.value && {
    of: 'rendition',
    assetId: ready.value.assetId,
    speed: ready.value.speed,
    part: 'filmstrip',
    madeAt: ready.value.madeAt,
  })
  const name = computed(() => ready.value && `${ready.value.assetId} ${ready.value.madeAt}`)
  watch([url, name], async ([address, wanted], before) => {
    if (wanted !== before[1])
      image.value = null
    if (!address || !wanted)
      return
    const found = await store.imageOf(wanted, address)
    if (name.value === wanted)
      image.value = found
  }, { immediate: true })
  return computed(() => ready.value?.filmstrip && image.value ? { strip: ready.value.filmstrip, image: image.value } : null)
}
