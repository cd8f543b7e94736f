/** What was chosen for the deliveries of the open project. A change shows at once, and is taken back when main refuses it. */
import type { ChangedChoices } from '#contract/delivery-choices.ts'
import type { SoundTags } from '#contract/sound-tags.ts'
import { defineStore } from 'pinia'
import { computed, onScopeDispose, readonly, shallowRef, watch } from 'vue'
import { changeChoices, usualChoices } from '#contract/delivery-choices.ts'
import { attempt, studio, wire } from '../studio.ts'
import { follow } from './follow.ts'
import { useOptimistic } from './optimistic.ts'
import { useProject } from './project.ts'

export const useDeliveryChoices = defineStore('delivery-choices', () => {
  const open = useProject()
  const ofProject = shallowRef(useOptimistic({ first: usualChoices, apply: changeChoices }))
  const isReady = shallowRef(false)
  let stop = new AbortController()

  watch(() => open.projectId, (projectId) => {
    stop.abort()
    stop = new AbortController()
    isReady.value = false
    const fresh = useOptimistic({ first: usualChoices, apply: changeChoices })
    ofProject.value = fresh
    if (projectId === null)
      return
    let isFirst = true
    const source = {
      whenOpen: wire.whenOpen,
      open: (options: { signal: AbortSignal }) => {
        isFirst = true
        return studio.deliveries.choices({ projectId }, options)
      },
    }
    void follow(source, ({ choices, revision }) => {
      fresh.receive({ state: choices, revision }, isFirst)
      isFirst = false
      isReady.value = true
    }, stop.signal)
  }, { immediate: true })
  onScopeDispose(() => stop.abort())

  return {
    now: computed(() => ofProject.value.now.value),
    /** Whether main has told them. */
    isReady: readonly(isReady),
    /** Changes these; what another page chooses meanwhile stays. Null without a project. */
    async change(choices: ChangedChoices) {
      const { projectId } = open
      if (projectId === null)
        return null
      const { tags } = ofProject.value.now.value
      const names = Object.keys(choices.tags ?? {}) as (keyof SoundTags)[] // its own keys
      const expected = choices.tags && Object.fromEntries(names.map(name => [name, tags[name]]))
      return ofProject.value.change(
        choices,
        () => attempt(studio.deliveries.choose({ projectId, choices, ...expected && { expected } })),
        answer => ({ state: answer.choices, revision: answer.revision }),
      )
    },
  }
})
