/** How loud the next delivery of the open project is to become: by its preset, or as chosen in Deliver since; heard in the Timeline. */
import type { LoudnessTarget } from '#contract/presets.ts'
import type { ProjectId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { usualTargets } from '#rules/deliver/loudness-targets.ts'
import { presetById } from '#rules/deliver/presets.ts'
import { useDeliveryChoices } from './delivery-choices.ts'
import { useProject } from './project.ts'
import { useSettings } from './settings.ts'

export const useDeliveryTarget = defineStore('delivery-target', () => {
  const open = useProject()
  const choices = useDeliveryChoices()
  const settings = useSettings()
  /** Null is as mixed. */
  const chosen = shallowRef<{ projectId: ProjectId, presetId: string, target: LoudnessTarget | null } | null>(null)
  return {
    now: computed((): { target: LoudnessTarget | null, levelsLines: boolean } => {
      const { presetId, levelsLines } = choices.now
      const own = chosen.value
      const isOfThis = own !== null && own.projectId === open.projectId && own.presetId === presetId
      const preset = presetById(presetId, settings.now.presets)
      return { target: isOfThis ? own.target : preset ? preset.loudness : usualTargets.social, levelsLines }
    }),
    choose(target: LoudnessTarget | null): void {
      const { projectId } = open
      chosen.value = projectId && { projectId, presetId: choices.now.presetId, target }
    },
  }
})
