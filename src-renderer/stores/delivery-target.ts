/** How loud the next delivery is to become: chosen in Deliver, heard in the Timeline. */
import type { Ref } from 'vue'
import type { LoudnessTarget } from '#contract/presets.ts'
import { useLocalStorage } from '@vueuse/core'
import { usualTargets } from '#rules/deliver/loudness-targets.ts'
import { pageKeys } from '../wire/page-keys.ts'

export interface DeliveryTarget {
  /** Null is as mixed. */
  readonly target: LoudnessTarget | null
  readonly levelsLines: boolean
}

export function useDeliveryTarget(): Ref<DeliveryTarget> {
  return useLocalStorage(pageKeys.deliveryTarget, { target: usualTargets.social, levelsLines: true })
}
