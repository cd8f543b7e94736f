/** Where the preview finds the pictures and sounds of takes: their renditions, at addresses that are fetched ahead. */
import type { MediaRef } from '#contract/studio.ts'
import type { AssetId, TakeId } from '#contract/words.ts'
import type { Size } from '#rules/sequence/placement.ts'
import type { LutTextOf } from '../../player/preview/luts.ts'
import type { SoundUrlOf, SourceOf } from '../../player/preview/media.ts'
import type { Pace } from '../../stores/renditions.ts'
import { onScopeDispose, watch } from 'vue'
import { heardKey } from '#rules/sequence/heard.ts'
import { useMedia } from '../../stores/media.ts'
import { useRenditions } from '../../stores/renditions.ts'
import { useTakes } from '../../stores/takes.ts'
import { paceOf } from './placed-sources.ts'

/** News of several files come together. */
const pauseMs = 120

/** `changed` is called when a file or an address has come. */
export function usePreviewSources(changed: () => void) {
  const media = useMedia()
  const takes = useTakes()
  const renditions = useRenditions()
  /** What was looked for since this began. News of other files change nothing that is seen or heard. */
  const lookedFor = new Set<AssetId>()
  let timer: ReturnType<typeof setTimeout> | undefined
  onScopeDispose(() => clearTimeout(timer))

  function tellSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      changed()
    }, pauseMs)
  }
  function addressOf(ref: MediaRef): string | null {
    const url = media.cachedUrl(ref)
    if (url === null)
      void media.url(ref).then(tellSoon, () => {}) // A refusal leaves it waiting; a wire that comes back asks again.
    return url
  }
  function readyOf(takeId: TakeId, pace: Pace) {
    const asset = takes.get(takeId)?.asset
    if (asset)
      lookedFor.add(asset.id)
    const rendition = asset && renditions.get(asset.id, pace)
    if (asset && (asset.isMissing || renditions.isMissing(asset.id)))
      return { kind: 'missing' } as const
    if (rendition?.state === 'impossible')
      return { kind: 'unreadable' } as const
    return rendition?.state === 'ready' ? rendition : { kind: 'waiting' } as const
  }

  // At once, as the next news may come before the page rests.
  watch(() => renditions.news, told => told.some(assetId => lookedFor.has(assetId)) && tellSoon(), { flush: 'sync' })

  /** Until the preview of a take is made. */
  function posterOf(takeId: TakeId): ReturnType<SourceOf> {
    const asset = takes.get(takeId)?.asset
    if (!asset?.hasPoster || asset.width === null || asset.height === null)
      return { kind: 'waiting' }
    const url = addressOf({ of: 'asset', assetId: asset.id, variant: 'poster' })
    return url === null ? { kind: 'waiting' } : { kind: 'still', name: `${asset.id} poster`, url, width: asset.width, height: asset.height }
  }

  const sourceOf: SourceOf = (takeId) => {
    const ready = readyOf(takeId, { speed: 100 })
    if ('kind' in ready)
      return ready.kind === 'waiting' ? posterOf(takeId) : ready
    const { assetId, speed, madeAt, proxy, picture } = ready
    const part = proxy ? 'proxy' : 'picture'
    const asset = takes.get(takeId)?.asset
    const size = proxy ?? picture
    if (!size)
      return { kind: 'missing' }
    const url = addressOf({ of: 'rendition', assetId, speed, part, madeAt })
    const [width, height] = [asset?.width ?? size.width, asset?.height ?? size.height]
    return url === null
      ? { kind: 'waiting' }
      : {
          kind: proxy ? 'video' : 'still',
          name: `${assetId} ${part} ${madeAt}`,
          url,
          width,
          height,
          ...proxy?.hasAlpha && { clear: { width: proxy.width, height: proxy.height } },
        }
  }
  const soundUrlOf: SoundUrlOf = (clip) => {
    const ready = readyOf(clip.takeId, paceOf(clip))
    if ('kind' in ready)
      return ready
    const { assetId, speed, along, heard, madeAt, sound } = ready
    if (!sound)
      return { kind: 'missing' }
    const url = addressOf({ of: 'rendition', assetId, speed, ...along && { along }, ...heard && { heard }, part: 'sound', madeAt })
    const name = `${assetId} sound ${along ?? speed} ${heardKey(heard)} ${madeAt}`
    return url === null ? { kind: 'waiting' } : { kind: 'sound', name, url, speed, ...sound }
  }
  /** Upright; null until the picture is ready. */
  function sizeOf(takeId: TakeId): Size | null {
    const source = sourceOf(takeId)
    return source.kind === 'still' || source.kind === 'video' ? { width: source.width, height: source.height } : null
  }
  const lutTextOf: LutTextOf = async (assetId) => {
    const response = await fetch(await media.url({ of: 'asset', assetId, variant: 'original' }))
    if (!response.ok)
      throw new Error(`HTTP ${response.status}`)
    return response.text()
  }
  return { sourceOf, soundUrlOf, lutTextOf, sizeOf, tellSoon }
}
