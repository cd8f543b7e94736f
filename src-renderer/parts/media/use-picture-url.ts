/** A picture that is only there to be recognized, such as a cover: where its file cannot be shown, something else is drawn. */
import type { MediaRef } from '#contract/studio.ts'
import { computed, shallowRef } from 'vue'
import { useMediaUrl } from '../../stores/media.ts'

export function usePictureUrl(media: () => MediaRef | null) {
  const url = useMediaUrl(media)
  const broken = shallowRef<string | null>(null)
  return {
    /** Null without a picture, and once the browser could not show it. */
    url: computed(() => url.value === broken.value ? null : url.value),
    onError: (): void => {
      broken.value = url.value
    },
  }
}
