/** What was chosen for the deliveries of the open project. A change shows at once, and is taken back when main refuses it. */
import type { ChangedChoices } from '#contract/delivery-choices.ts'
import type { AskedStep } from '#contract/journal.ts'
import type { SoundTags } from '#contract/sound-tags.ts'
import type { ProjectId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { computed, readonly, shallowRef } from 'vue'
import { changeChoices, usualChoices } from '#contract/delivery-choices.ts'
import { attempt, studio } from '../studio.ts'
import { useFeedOf } from './feed.ts'
import { useOptimistic } from './optimistic.ts'
import { useProject } from './project.ts'

export const useDeliveryChoices = defineStore('delivery-choices', () => {
  const open = useProject()
  const ofProject = shallowRef(useOptimistic({ first: usualChoices, apply: changeChoices }))
  const isReady = shallowRef(false)

  useFeedOf(() => open.projectId, {
    begin() {
      isReady.value = false
      ofProject.value = useOptimistic({ first: usualChoices, apply: changeChoices })
    },
    open: (projectId, options) => studio.deliveries.choices({ projectId }, options),
    take({ choices, revision }, { isFirst }) {
      ofProject.value.receive({ state: choices, revision }, isFirst)
      isReady.value = true
    },
  })

  return {
    now: computed(() => ofProject.value.now.value),
    /** Whether main has told them. */
    isReady: readonly(isReady),
    /**
     * Changes these; what another page chooses in the meantime stays. Null without a project. `stepIn` names the step of a person, who may
     * undo it.
     */
    async change(choices: ChangedChoices, stepIn?: (projectId: ProjectId) => AskedStep) {
      const { projectId } = open
      if (projectId === null)
        return null
      const { tags } = ofProject.value.now.value
      const names = Object.keys(choices.tags ?? {}) as (keyof SoundTags)[] // its own keys
      const expected = choices.tags && Object.fromEntries(names.map(name => [name, tags[name]]))
      const step = stepIn?.(projectId)
      return ofProject.value.change(
        choices,
        () => attempt(studio.deliveries.choose({ projectId, choices, ...expected && { expected }, ...step && { step } })),
        answer => ({ state: answer.choices, revision: answer.revision }),
      )
    },
  }
})
