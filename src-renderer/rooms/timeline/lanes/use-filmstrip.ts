/** The filmstrip of an asset: how its tiles are, and its picture, which all of its clips share. */
import type { Filmstrip } from '#contract/renditions.ts'
import type { AssetId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
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
      // Disconnected, or made again in the meantime: the poster stays, and the next clip asks again.
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

interface Film { readonly strip: Filmstrip, readonly image: HTMLImageElement }

/** Null for no shot, and until it is there. While it is made again, the one before stays. */
export function useFilmstrip(assetId: AssetId | null) {
  const renditions = useRenditions()
  const store = useFilmImages()
  const film = shallowRef<Film | null>(null)
  const ready = computed(() => {
    const found = assetId === null ? undefined : renditions.get(assetId)
    return found?.state === 'ready' && found.filmstrip ? found : null
  })
  const url = useMediaUrl(() => ready.value && {
    of: 'rendition',
    assetId: ready.value.assetId,
    speed: ready.value.speed,
    part: 'filmstrip',
    madeAt: ready.value.madeAt,
  })
  watch(url, async (address) => {
    const wanted = ready.value
    const strip = wanted?.filmstrip
    if (!address || !strip)
      return
    const image = await store.imageOf(`${wanted.assetId} ${wanted.madeAt}`, address)
    if (image && ready.value === wanted)
      film.value = { strip, image }
  }, { immediate: true })
  return computed(() => assetId !== null && renditions.get(assetId)?.state === 'impossible' ? null : film.value)
}
