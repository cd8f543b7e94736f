/** Addresses of media: asked for in one batch per turn, kept until shortly before they expire. */
import type { MaybeRefOrGetter, Ref } from 'vue'
import type { MediaRef } from '#contract/studio.ts'
import { defineStore } from 'pinia'
import { computed, shallowRef, toValue, watch } from 'vue'
import { patientStudio, wire } from '../studio.ts'

/** An address this close to its end is not handed out any more. */
const marginMs = 30_000
/** An address that is refused sooner than this after it was asked for is not refused for its age. */
const freshMs = 10_000
const mostAtOnce = 500

/** A moment by both clocks of the page: one stops while the computer sleeps, the other one can be set. */
interface Moment { readonly awake: number, readonly wall: number }

interface MediaAddress {
  readonly url: string
  /** Before the host was asked, whose own clock is not known here. */
  readonly askedAt: Moment
  readonly goodForMs: number
  /** How often the wire had been lost when it came. A host that was started again refuses what the one before it signed. */
  readonly losses: number
}

const momentNow = (): Moment => ({ awake: performance.now(), wall: Date.now() })
const msSince = ({ awake, wall }: Moment): number => Math.max(performance.now() - awake, Date.now() - wall)

interface Waiting { ref: MediaRef, resolve: (address: MediaAddress) => void, reject: (cause: unknown) => void }

export const useMedia = defineStore('media', () => {
  const known = new Map<string, MediaAddress>()
  const asked = new Map<string, Promise<MediaAddress>>()
  let waiting: Waiting[] = []
  let losses = 0
  watch(wire.state, (state) => {
    if (state === 'lost')
      losses += 1
  }, { flush: 'sync' })

  async function ask(batch: Waiting[]): Promise<void> {
    const askedAt = momentNow()
    try {
      const { urls, goodForMs } = await patientStudio.studio.media({ refs: batch.map(one => one.ref) })
      batch.forEach((one, index) => {
        const url = urls[index]
        if (url === undefined)
          return one.reject(new Error('The response has fewer addresses than requested'))
        const address = { url, askedAt, goodForMs, losses }
        known.set(JSON.stringify(one.ref), address)
        one.resolve(address)
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
  function address(ref: MediaRef): Promise<MediaAddress> {
    const key = JSON.stringify(ref)
    const kept = cached(ref)
    if (kept)
      return Promise.resolve(kept)
    const already = asked.get(key)
    if (already)
      return already
    if (waiting.length === 0)
      queueMicrotask(flush)
    const answer = new Promise<MediaAddress>((resolve, reject) => waiting.push({ ref, resolve, reject })).finally(() => asked.delete(key))
    asked.set(key, answer)
    return answer
  }

  /** The address if it is known, without asking. */
  function cached(ref: MediaRef): MediaAddress | null {
    const kept = known.get(JSON.stringify(ref))
    return kept && kept.losses === losses && msSince(kept.askedAt) < kept.goodForMs - marginMs ? kept : null
  }

  /**
   * Another address in place of one that an element could not load: where it has expired, or a host signed it that was started again or
   * whose clock was set since, the element is refused what it has not loaded yet, which looks as if it could not decode the file. Null for
   * an address that has just come, so that nobody tries for ever, or when there is no other.
   */
  async function renewed(ref: MediaRef, before: MediaAddress): Promise<MediaAddress | null> {
    if (before.losses === losses && msSince(before.askedAt) < Math.min(freshMs, before.goodForMs))
      return null
    if (known.get(JSON.stringify(ref))?.url === before.url)
      known.delete(JSON.stringify(ref))
    const now = await address(ref).catch(() => null)
    return now?.url === before.url ? null : now
  }

  return {
    address,
    cached,
    renewed,
    url: async (ref: MediaRef): Promise<string> => (await address(ref)).url,
    cachedUrl: (ref: MediaRef): string | null => cached(ref)?.url ?? null,
  }
})

/** An address for an element that may have it for long: `renew`, called when it failed, answers another one, or null. See `renewed`. */
export async function lastingUrl(ref: MediaRef): Promise<{ url: string, renew: () => Promise<string | null> }> {
  const media = useMedia()
  let now = await media.address(ref)
  return {
    url: now.url,
    async renew() {
      const next = await media.renewed(ref, now)
      now = next ?? now
      return next?.url ?? null
    },
  }
}

/** Whether both are addresses of the same bytes, signed at different times. */
export function isSameMedia(one: string | null, other: string | null): boolean {
  return one !== null && one.split('?')[0] === other?.split('?')[0]
}

/** Addresses in the order asked. Waits for a wire that is lost; rejects when the studio refuses. */
export function mediaUrls(refs: readonly MediaRef[]): Promise<string[]> {
  const media = useMedia()
  return Promise.all(refs.map(media.url))
}

/** The address of what `ref` names now; null while it is not known. Asks again after the wire was lost. */
export function useMediaUrl(ref: MaybeRefOrGetter<MediaRef | null>): Readonly<Ref<string | null>> {
  return useLastingUrl(ref).url
}

/** The same, for an element that may have it for long: `renew`, called when it failed, replaces it, or answers false. See `renewed`. */
export function useLastingUrl(ref: MaybeRefOrGetter<MediaRef | null>) {
  const media = useMedia()
  const address = shallowRef<MediaAddress | null>(null)
  watch([() => JSON.stringify(toValue(ref)), wire.state], async ([key, state], before) => {
    const wanted = toValue(ref)
    if (key !== before[0])
      address.value = wanted ? media.cached(wanted) : null
    if (!wanted || address.value !== null || state === 'lost')
      return
    // A refusal leaves null: the place shows that there is no picture, and a wire that comes back asks again.
    const answer = await media.address(wanted).catch(() => null)
    if (JSON.stringify(toValue(ref)) === key)
      address.value = answer
  }, { immediate: true })

  async function renew(): Promise<boolean> {
    const [wanted, before] = [toValue(ref), address.value]
    const next = wanted && before && await media.renewed(wanted, before)
    // What it names may be something else by now, whose address is another.
    if (next && address.value === before)
      address.value = next
    return next !== null
  }
  return { url: computed(() => address.value?.url ?? null), renew }
}
