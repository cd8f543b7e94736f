/** Whether the script of a project shows its storyboard: as it was left on this screen, and at first where the project is about pictures. */
import type { WritableComputedRef } from 'vue'
import type { ProjectId } from '#contract/words.ts'
import { useLocalStorage } from '@vueuse/core'
import { computed } from 'vue'
import { presetById } from '#rules/deliver/presets.ts'
import { useDeliveryChoices } from '../../stores/delivery-choices.ts'
import { useSettings } from '../../stores/settings.ts'
import { useStoryboardStore } from '../../stores/storyboard.ts'
import { pageKeys } from '../../wire/page-keys.ts'

export function useStoryboardShown(projectId: () => ProjectId): WritableComputedRef<boolean> {
  const chosen = useLocalStorage<Record<string, boolean>>(pageKeys.storyboardShown, {})
  const choices = useDeliveryChoices()
  const settings = useSettings()
  const storyboard = useStoryboardStore()
  // A book or a podcast has no use for rows of empty pictures.
  const isSoundAlone = computed(() => presetById(choices.now.presetId, settings.now.presets)?.video === null)

  return computed({
    get: () => chosen.value[projectId()] ?? (storyboard.pictures.length > 0 || !isSoundAlone.value),
    set(isShown) {
      chosen.value = { ...chosen.value, [projectId()]: isShown }
    },
  })
}
