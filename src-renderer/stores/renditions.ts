/** What the preview plays in place of the originals: which is ready, and asking for those that are shown. */
import type { Rendition } from '#contract/renditions.ts'
import type { AssetId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { onScopeDispose, shallowReadonly, shallowRef } from 'vue'
import { attempt, studio, wire } from '../studio.ts'
import { follow } from './follow.ts'

/** As many as one call takes. */
const atOnce = 500
/** Percent at which everything but stretched sound plays. */
const asRecorded = 100

export interface WantedSound { readonly assetId: AssetId, readonly speed: number }

export const useRenditions = defineStore('renditions', () => {
  const byKey = shallowRef<ReadonlyMap<string, Rendition>>(new Map())
  const stop = new AbortController()
  const keyOf = (assetId: AssetId, speed: number): string => `${assetId} ${speed}`

  void follow({ whenOpen: wire.whenOpen, open: options => studio.renditions.changes({}, options) }, (event) => {
    const next = new Map(event.isWhole ? [] : byKey.value)
    for (const rendition of event.changed)
      next.set(keyOf(rendition.assetId, rendition.speed), rendition)
    for (const assetId of event.removed) {
      for (const key of [...next.keys()].filter(one => one.startsWith(assetId)))
        next.delete(key)
    }
    byKey.value = next
  }, stop.signal)
  onScopeDispose(() => stop.abort())

  return {
    /** Changes with every piece of news. */
    news: shallowReadonly(byKey),
    get: (assetId: AssetId, speed = asRecorded): Rendition | undefined => byKey.value.get(keyOf(assetId, speed)),
    /** Most wanted first. What cannot be asked for now is asked for again with the next change. */
    async want(assetIds: readonly AssetId[], sounds: readonly WantedSound[]): Promise<void> {
      for (let from = 0; from < assetIds.length; from += atOnce)
        await attempt(studio.renditions.want({ assetIds: assetIds.slice(from, from + atOnce) }))
      for (let from = 0; from < sounds.length; from += atOnce)
        await attempt(studio.renditions.wantAtSpeed({ sounds: sounds.slice(from, from + atOnce) }))
    },
  }
})
