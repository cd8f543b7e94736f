/** What the preview plays in place of the originals: which is ready, and asking for those that are shown. */
import type { CourseKey } from '#contract/ramp.ts'
import type { Rendition } from '#contract/renditions.ts'
import type { AssetId, HeardSound } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowReadonly, shallowRef, watch } from 'vue'
import { heardKey } from '#rules/sequence/heard.ts'
import { attempt, studio } from '../studio.ts'
import { useFeed } from './feed.ts'

/** As many as one call takes. */
const atOnce = 500

/** How a sound is played, and what of it. */
export interface Pace { readonly speed: number, readonly along?: CourseKey | undefined, readonly heard?: HeardSound | undefined }
export interface WantedSound extends Pace { readonly assetId: AssetId }

/** How everything but copies of sounds plays. */
const whole: Pace = { speed: 100 }

export const useRenditions = defineStore('renditions', () => {
  /** Watched one by one: of an hour, thousands are shown, and news come with each percent of one. */
  const byKey = shallowReactive(new Map<string, Rendition>())
  const missing = shallowReactive(new Set<AssetId>())
  /** Those that are being made or wait for it, with the share that is done. */
  const coming = shallowReactive(new Map<string, number>())
  /** How many there were since none was made last. */
  const asked = shallowRef(0)
  const news = shallowRef<readonly AssetId[]>([])
  const keyOf = (assetId: AssetId, { speed, along, heard }: Pace = whole): string => `${assetId} ${along ?? speed} ${heardKey(heard)}`

  function keep(rendition: Rendition): void {
    const key = keyOf(rendition.assetId, rendition)
    byKey.set(key, rendition)
    if (rendition.state === 'making' || rendition.state === 'waiting') {
      asked.value = coming.size === 0 ? 1 : asked.value + (coming.has(key) ? 0 : 1)
      coming.set(key, rendition.state === 'making' ? rendition.share : 0)
    }
    else {
      coming.delete(key)
    }
    if (key !== keyOf(rendition.assetId))
      return
    if (rendition.state === 'impossible' && rendition.because === 'missing')
      missing.add(rendition.assetId)
    else
      missing.delete(rendition.assetId)
  }

  useFeed(options => studio.renditions.changes({}, options), (event) => {
    const told = new Set([...event.changed.map(one => one.assetId), ...event.removed])
    // Most news remove nothing, and there are thousands.
    const ended = event.isWhole || event.removed.length > 0
      ? [...byKey].filter(([, one]) => event.isWhole || event.removed.includes(one.assetId))
      : []
    for (const [key, { assetId }] of ended) {
      told.add(assetId)
      byKey.delete(key)
      coming.delete(key)
      missing.delete(assetId)
    }
    for (const rendition of event.changed)
      keep(rendition)
    news.value = [...told]
  })

  type Settled = Extract<Rendition, { state: 'ready' | 'impossible' }>

  function isSettled(rendition: Rendition | undefined): rendition is Settled {
    return rendition?.state === 'ready' || rendition?.state === 'impossible'
  }

  /** As soon as it is told, after now or before. */
  function whenSettled(key: string): Promise<Settled> {
    return new Promise((resolve) => {
      const stopLooking = watch(() => byKey.get(key), (now) => {
        if (!isSettled(now))
          return
        resolve(now)
        queueMicrotask(() => stopLooking())
      }, { immediate: true, flush: 'sync' })
    })
  }

  /** Most wanted first. What cannot be asked for now is asked for again with the next change. */
  async function want(assetIds: readonly AssetId[], sounds: readonly WantedSound[]): Promise<void> {
    for (let from = 0; from < assetIds.length; from += atOnce)
      await attempt(studio.renditions.want({ assetIds: assetIds.slice(from, from + atOnce) }))
    for (let from = 0; from < sounds.length; from += atOnce)
      await attempt(studio.renditions.requestAtSpeed({ sounds: sounds.slice(from, from + atOnce) }))
  }

  return {
    /** Of a sound: asked for, and waited for. Null where it cannot be made, or the studio cannot be asked. */
    async ready(wanted: WantedSound): Promise<Extract<Rendition, { state: 'ready' }> | null> {
      const { value } = await attempt(studio.renditions.requestAtSpeed({ sounds: [wanted] }))
      const [told] = value?.renditions ?? []
      if (!told)
        return null
      const settled = isSettled(told) ? told : await whenSettled(keyOf(wanted.assetId, wanted))
      return settled.state === 'ready' ? settled : null
    },
    /** What the latest piece of news was about; replaced by each. */
    news: shallowReadonly(news),
    get: (assetId: AssetId, pace: Pace = whole): Rendition | undefined => byKey.get(keyOf(assetId, pace)),
    /** What is done of it, from 0 to 1; null where it is neither being made nor waits for it. */
    shareOf: (assetId: AssetId): number | null => coming.get(keyOf(assetId)) ?? null,
    /** How many are being made or wait for it, and what is done of all that came since there were none; null while there are none. */
    coming: computed((): { readonly count: number, readonly share: number } | null => coming.size === 0
      ? null
      : { count: coming.size, share: [...coming.values()].reduce((sum, share) => sum + share, asked.value - coming.size) / asked.value }),
    /** Its file was not found when a preview was wanted. */
    isMissing: (assetId: AssetId): boolean => missing.has(assetId),
    want,
    /** Files were put back: those that were not found are asked for again. */
    wantMissing: (): Promise<void> => want([...missing], []),
  }
})
