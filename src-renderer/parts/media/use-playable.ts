/**
 * What the page plays of a file: the file itself, or, once it turns out that this page cannot decode it, the preview that the studio makes
 * of it. The page is asked by letting it try.
 */
import type { Ref } from 'vue'
import type { NoRenditionBecause, Rendition } from '#contract/renditions.ts'
import type { MediaRef } from '#contract/studio.ts'
import type { Size } from '#rules/sequence/placement.ts'
import { computed, shallowRef, watch } from 'vue'
import { useFeedOf } from '../../stores/feed.ts'
import { useLastingUrl } from '../../stores/media.ts'
import { useRenditions } from '../../stores/renditions.ts'
import { attempt, studio } from '../../studio.ts'

export type PlayableRef = Extract<MediaRef, { of: 'asset' | 'delivery' }>

export interface Playable {
  /** Null while there is nothing to play, or no address for it. */
  readonly url: Readonly<Ref<string | null>>
  /** The preview is played, and not the file itself. */
  readonly isPreview: Readonly<Ref<boolean>>
  /** Of a preview that has its opacity below its colours: the size of the picture. */
  readonly clear: Readonly<Ref<Size | null>>
  readonly framesPerSecond: Readonly<Ref<number | null>>
  /** The share that is done of a preview that is being made or waits for it; null for none. */
  readonly share: Readonly<Ref<number | null>>
  /** Why neither can be played; null where one can. */
  readonly because: Readonly<Ref<NoRenditionBecause | null>>
  /** An element failed with what it was given; null where the page found out by itself that it cannot be decoded. */
  broken: (error?: Pick<MediaError, 'code'> | null) => Promise<void>
  /** The same, for the error event of an element. */
  onError: (event: Event) => Promise<void>
  /** Tries again to make the preview. */
  again: () => Promise<void>
}

/** An element without an error is a picture, or a film that lacks its picture or its sound. The numbers are those of MediaError. */
function isDecodeError(error: Pick<MediaError, 'code'> | null | undefined): boolean {
  return !error || error.code === 3 || error.code === 4
}

/** Files that this page could not decode: the next time, their preview is asked for at once. */
const undecodable = new Set<string>()

export function usePlayable(of: () => PlayableRef | null): Playable {
  const renditions = useRenditions()
  const key = computed(() => JSON.stringify(of()))
  const isPreview = shallowRef(false)
  const isBroken = shallowRef(false)
  /** Of a delivery: null where its file is missing, undefined until it is known. */
  const told = shallowRef<Rendition | null | undefined>()

  watch(key, (now) => {
    isPreview.value = undecodable.has(now)
    isBroken.value = false
  }, { immediate: true, flush: 'sync' })
  watch([key, isPreview], () => {
    const ref = of()
    if (isPreview.value && ref?.of === 'asset')
      void renditions.want([ref.assetId], [])
  }, { immediate: true })
  useFeedOf(() => {
    const ref = of()
    return isPreview.value && ref?.of === 'delivery' ? ref.deliveryId : null
  }, {
    begin: () => told.value = undefined,
    open: (deliveryId, options) => studio.deliveries.preview({ deliveryId }, options),
    take: ({ preview }) => told.value = preview,
  })

  const rendition = computed(() => {
    const ref = of()
    return isPreview.value && ref ? ref.of === 'asset' ? renditions.get(ref.assetId) : told.value : undefined
  })
  const ready = computed(() => rendition.value?.state === 'ready' ? rendition.value : null)
  const { url, renew } = useLastingUrl(() => {
    if (!isPreview.value)
      return of()
    const part = ready.value?.proxy ? 'proxy' : ready.value?.picture ? 'picture' : 'sound'
    return ready.value && { of: 'rendition', assetId: ready.value.assetId, speed: ready.value.speed, part, madeAt: ready.value.madeAt }
  })

  async function broken(error?: Pick<MediaError, 'code'> | null): Promise<void> {
    const failed = key.value
    if (await renew() || key.value !== failed || !isDecodeError(error))
      return
    if (isPreview.value) {
      isBroken.value = true
      return
    }
    undecodable.add(key.value)
    isPreview.value = true
  }

  return {
    url,
    isPreview,
    clear: computed(() => ready.value?.proxy?.hasAlpha ? ready.value.proxy : null),
    framesPerSecond: computed(() => ready.value?.proxy?.framesPerSecond ?? null),
    share: computed(() => {
      if (!isPreview.value || isBroken.value || ready.value || rendition.value === null || rendition.value?.state === 'impossible')
        return null
      return rendition.value?.state === 'making' ? rendition.value.share : 0
    }),
    because: computed(() => {
      if (isBroken.value)
        return 'failed'
      return rendition.value === null ? 'missing' : rendition.value?.state === 'impossible' ? rendition.value.because : null
    }),
    broken,
    onError: ({ target }) => broken(target instanceof HTMLMediaElement ? target.error : null),
    async again() {
      isBroken.value = false
      const ref = of()
      const assetId = rendition.value?.assetId ?? (ref?.of === 'asset' ? ref.assetId : null)
      if (assetId !== null)
        await attempt(studio.renditions.remake({ assetIds: [assetId] }))
    },
  }
}
