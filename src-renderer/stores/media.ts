/** Addresses of media: asked for in one batch per turn, kept until shortly before they expire. */
import type { MaybeRefOrGetter, Ref } from 'vue'
import type { MediaRef } from '#contract/studio.ts'
import { defineStore } from 'pinia'
import { shallowRef, toValue, watch } from 'vue'
import { patientStudio, wire } from '../studio.ts'

/** An address this close to its end is not handed out any more. */
const marginMs = 30_000
const mostAtOnce = 500

interface Waiting { ref: MediaRef, resolve: (url: string) => void, reject: (cause: unknown) => void }

export const useMedia = defineStore('media', () => {
  const known = new Map<string, { url: string, expiresAt: number }>()
  const asked = new Map<string, Promise<string>>()
  let waiting: Waiting[] = []

  async function ask(batch: Waiting[]): Promise<void> {
    try {
      const { urls, expiresAt } = await patientStudio.studio.media({ refs: batch.map(one => one.ref) })
      batch.forEach((one, index) => {
        const url = urls[index]
        if (url === undefined)
          return one.reject(new Error('The response has fewer addresses than requested'))
        known.set(JSON.stringify(one.ref), { url, expiresAt })
        one.resolve(url)
      })
    }
    catch (cause) {
      for (const one of batch)
        one.reject(cause)
    }
  }

  function flush() {
    const batch = waiting
    waiting = []
    for (let from = 0; from < batch.length; from += mostAtOnce)
      void ask(batch.slice(from, from + mostAtOnce))
  }

  /** The address of these bytes. Waits for a wire that is lost; rejects when the studio refuses. */
  function url(ref: MediaRef): Promise<string> {
    const key = JSON.stringify(ref)
    const kept = known.get(key)
    if (kept && kept.expiresAt - marginMs > Date.now())
      return Promise.resolve(kept.url)
    const already = asked.get(key)
    if (already)
      return already
    if (waiting.length === 0)
      queueMicrotask(flush)
    const answer = new Promise<string>((resolve, reject) => waiting.push({ ref, resolve, reject })).finally(() => asked.delete(key))
    asked.set(key, answer)
    return answer
  }

  /** The address if it is at hand, without asking. */
  function cachedUrl(ref: MediaRef): string | null {
    const kept = known.get(JSON.stringify(ref))
    return kept && kept.expiresAt - marginMs > Date.now() ? kept.url : null
  }
  return { url, cachedUrl }
})

/** Addresses in the order asked. Waits for a wire that is lost; rejects when the studio refuses. */
export function mediaUrls(refs: readonly MediaRef[]): Promise<string[]> {
  const media = useMedia()
  return Promise.all(refs.map(media.url))
}

/** The address of what `ref` names now; null while it is not known. Asks again after the wire was lost. */
export function useMediaUrl(ref: MaybeRefOrGetter<MediaRef | null>): Readonly<Ref<string | null>> {
  const media = useMedia()
  const url = shallowRef<string | null>(null)
  watch([() => JSON.stringify(toValue(ref)), wire.state], async ([key, state], before) => {
    const wanted = toValue(ref)
    if (key !== before[0])
      url.value = wanted ? media.cachedUrl(wanted) : null
    if (!wanted || url.value !== null || state === 'lost')
      return
    // A refusal leaves null: the place shows that there is no picture, and a wire that comes back asks again.
    const answer = await media.url(wanted).catch(() => null)
    if (JSON.stringify(toValue(ref)) === key)
      url.value = answer
  }, { immediate: true })
  return url
}
