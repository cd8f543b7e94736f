/** Who speaks for whom in the open project. A casting shows at once, and is taken back when main refuses it. */
import type { FaultCode } from '#contract/faults.ts'
import type { Casting, ToldCastings } from '#contract/script.ts'
import type { ProjectId } from '#contract/words.ts'
import type { Attempt } from '../wire/attempt.ts'
import { defineStore } from 'pinia'
import { computed, readonly, shallowRef } from 'vue'
import { studio } from '../studio.ts'
import { useFeedOf } from './feed.ts'
import { useOptimistic } from './optimistic.ts'
import { useProject } from './project.ts'

const none: readonly Casting[] = []

export const useProjectCastings = defineStore('castings', () => {
  const open = useProject()
  const begun = () => useOptimistic<readonly Casting[], Casting>({ first: none, apply: withCasting })
  const ofProject = shallowRef(begun())
  const isReady = shallowRef(false)

  useFeedOf(() => open.projectId, {
    begin() {
      isReady.value = false
      ofProject.value = begun()
    },
    open: (projectId, options) => studio.script.castings({ projectId }, options),
    take({ changed: [told], revision }, { isFirst }) {
      if (told)
        ofProject.value.receive({ state: told.castings, revision }, isFirst)
      isReady.value = true
    },
  })

  return {
    all: computed(() => ofProject.value.now.value),
    /** Whether main has told them. */
    isReady: readonly(isReady),
    /** What main answered to a change of this project. */
    receive(projectId: ProjectId, { castings, revision }: ToldCastings): void {
      if (projectId === open.projectId)
        ofProject.value.receive({ state: castings, revision })
    },
    /** Sends a casting of this project, and shows it until main has told of it. */
    change<Code extends FaultCode>(projectId: ProjectId, casting: Casting, send: () => Promise<Attempt<ToldCastings, Code>>) {
      return projectId === open.projectId
        ? ofProject.value.change(casting, send, ({ castings, revision }) => ({ state: castings, revision }))
        : send()
    },
  }
})

export function withCasting(all: readonly Casting[], casting: Casting): readonly Casting[] {
  return [...all.filter(({ speaker }) => speaker !== casting.speaker), casting]
}
