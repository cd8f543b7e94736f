/** Lets main encode the open sequence while the page is idle and nothing plays; the first input ends it. */
import type { AheadState } from '#contract/deliveries.ts'
import type { SequenceId } from '#contract/words.ts'
import type { DeliveredAs } from './delivered-as.ts'
import { useIdle, useIntervalFn } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import { presetById } from '#rules/deliver/presets.ts'
import { plainText } from '#rules/plain-data.ts'
import { useOutput } from '../../player/use-player.ts'
import { useFeedOf } from '../../stores/feed.ts'
import { isUnderWay, useJobs } from '../../stores/jobs.ts'
import { useSettings } from '../../stores/settings.ts'
import { studio, wire } from '../../studio.ts'
import { useDeliveredAs } from './delivered-as.ts'

interface Wish extends Omit<DeliveredAs, 'size'> { readonly sequenceId: SequenceId, readonly mostMegabytes?: number }

/** The next delivery of this sequence, if it is like the last one from this page. */
export function aheadWish(sequenceId: SequenceId, { size, ...as }: DeliveredAs): Wish {
  return { ...as, sequenceId, ...size?.sequenceId === sequenceId && { mostMegabytes: size.mostMegabytes } }
}

/** Longer than a pause to think. */
const restMs = 60_000
const lookMs = 2000

/** Null follows none. `page` is where keys and pointers are heard. Answers how far it is while it continues. */
export function useRenderAhead(sequenceId: () => SequenceId | null, page?: Window) {
  const settings = useSettings()
  const jobs = useJobs()
  const output = useOutput()
  const deliveredAs = useDeliveredAs()
  const { idle } = useIdle(restMs, page ? { window: page } : {})
  const state = shallowRef<AheadState | null>(null)
  const isPlaying = shallowRef(false)
  // What plays is not told: looked at now and then, and only at rest.
  useIntervalFn(() => {
    isPlaying.value = idle.value && output.isHeld()
  }, lookMs, { immediateCallback: true })
  const wish = computed((before?: Wish | null): Wish | null => {
    const id = sequenceId()
    const isAtRest = idle.value && !isPlaying.value && !output.isHeld() && !jobs.all.some(isUnderWay)
    const isThere = presetById(deliveredAs.value.presetId, settings.now.presets) !== undefined
    const now = id !== null && isThere && isAtRest && settings.now.rendersAhead ? aheadWish(id, deliveredAs.value) : null
    // An equal one continues.
    return before && plainText(before) === plainText(now) ? before : now
  })
  useFeedOf(() => wish.value, {
    begin: () => state.value = null,
    open: (wanted, options) => studio.deliveries.ahead(wanted, options),
    take: now => state.value = now,
  }, { ...wire, flush: 'sync' })

  /** Whole percent; null while nothing is rendered ahead. */
  return computed(() => state.value?.state === 'rendering' ? Math.floor(state.value.share * 100) : null)
}
