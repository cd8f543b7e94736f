/** Where the open project is to be published, by the preset that was chosen for it in Deliver. */
import type { ComputedRef } from 'vue'
import type { Platform } from '#contract/presets.ts'
import { computed } from 'vue'
import { presetById } from '#rules/deliver/presets.ts'
import { useDeliveryChoices } from './delivery-choices.ts'
import { useSettings } from './settings.ts'

/** Null where no platform was chosen. */
export function useChosenPlatform(): ComputedRef<Platform | null> {
  const choices = useDeliveryChoices()
  const settings = useSettings()
  return computed(() => presetById(choices.now.presetId, settings.now.presets)?.platform ?? null)
}
