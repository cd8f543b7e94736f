/** What is drawn along clips, shared by all clips of an asset: the peaks of its sound, its filmstrip, its still. */
import type { ComputedRef } from 'vue'
import type { Filmstrip } from '#contract/renditions.ts'
import type { Asset } from '#contract/takes.ts'
import type { HeardSound } from '#contract/words.ts'
import type { Peaks } from '../../../player/peaks.ts'
import { computed, effectScope, onScopeDispose, shallowRef, watch } from 'vue'
import { heardKey } from '#rules/sequence/heard.ts'
import { stillOf } from '../../../parts/media/still-of.ts'
import { usePeaks } from '../../../parts/media/use-peaks.ts'
import { useMediaUrl } from '../../../stores/media.ts'
import { useFilmstrip } from './use-filmstrip.ts'

export interface ClipMedia {
  /** Null until they are there, and where there is no sound. */
  readonly peaks: Peaks | null
  /** Null until it is there, and for what is no shot. */
  readonly film: { readonly strip: Filmstrip, readonly image: HTMLImageElement } | null
  /** The poster, or a still itself; null until it is there. */
  readonly still: ImageBitmap | null
}

export type MediaPart = 'sound' | 'picture'

/** Twice as high as most tracks, for screens with dense pixels: a still of many megapixels would be scaled again at each drawing. */
const stillHeight = 192

function useStill(asset: Asset | null) {
  const still = shallowRef<ImageBitmap | null>(null)
  const url = useMediaUrl(() => asset && stillOf(asset))
  let isGone = false
  onScopeDispose(() => {
    isGone = true
    still.value?.close()
  })
  watch(url, async (address) => {
    if (!address || still.value)
      return
    const image = new Image()
    image.src = address
    try {
      await image.decode()
      const picture = await createImageBitmap(image, { resizeHeight: stillHeight, resizeQuality: 'medium' })
      if (isGone)
        picture.close()
      else
        still.value = picture
    }
    catch {
      // Disconnected, or no picture: the clip keeps its plain colour.
    }
  }, { immediate: true })
  return still
}

/** Lives as long as the scope in which it was made. */
export function useClipMedia() {
  const scope = effectScope()
  const known = new Map<string, ComputedRef<ClipMedia>>()

  return {
    /** `heard` is what the clip has chosen of a sound. Asked for at the first call; keep the answer, or call again: it is the same. */
    of(asset: Asset, part: MediaPart, heard?: HeardSound): ComputedRef<ClipMedia> {
      const name = `${asset.id} ${part} ${asset.hasPeaks} ${asset.hasPoster} ${asset.isMissing} ${heardKey(heard)}`
      const kept = known.get(name)
      if (kept)
        return kept
      const found = scope.run(() => {
        const isPicture = part === 'picture'
        const peaks = usePeaks(isPicture ? null : asset, () => heard)
        const film = useFilmstrip(isPicture && !asset.isMissing ? asset.id : null)
        const still = useStill(isPicture ? asset : null)
        return computed(() => ({ peaks: peaks.value, film: film.value, still: still.value }))
      }) ?? computed(() => ({ peaks: null, film: null, still: null }))
      known.set(name, found)
      return found
    },
  }
}
