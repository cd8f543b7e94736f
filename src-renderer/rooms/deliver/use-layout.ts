/** The open project's script laid out for the chosen size, derived anew whenever either changes. Looking at it writes nothing. */
import type { FrameRate, Layout, Sequence } from '#contract/sequences.ts'
import type { ProjectId } from '#contract/words.ts'
import type { AnyFault } from '../../studio.ts'
import { useDebounceFn } from '@vueuse/core'
import { computed, shallowReadonly, shallowRef, watch } from 'vue'
import { useProject } from '../../stores/project.ts'
import { attempt, studio } from '../../studio.ts'

/** Smooth on every screen, and a whole number of samples for each frame. */
const rate: FrameRate = { numerator: 30, denominator: 1 }

export function useLayout(projectId: () => ProjectId, size: () => { width: number, height: number }) {
  const open = useProject()
  const isLaying = shallowRef(false)
  const fault = shallowRef<AnyFault | null>(null)
  const laid = shallowRef<Sequence | null>(null)
  let turn = 0

  async function ask(call: (layout: Layout) => Promise<{ sequence: Sequence }>): Promise<Sequence | null> {
    const mine = ++turn
    isLaying.value = true
    const answer = await attempt(call({ projectId: projectId(), ...size(), rate }))
    const sequence = answer.value?.sequence ?? null
    if (mine === turn) {
      isLaying.value = false
      fault.value = answer.fault ?? null
      laid.value = sequence
    }
    return sequence
  }
  const look = () => ask(studio.sequences.layout)

  const isReady = computed(() => open.projectId === projectId() && open.hasLines)
  /** Everything in the script that a layout depends on, and how many takes there are for the pictures. */
  const basis = computed(() => isReady.value
    ? JSON.stringify([
        size(),
        open.project?.takeCount,
        open.lines.map(line => [line.id, line.chosenTakeId, line.text, line.speaker, line.pauseSeconds]),
      ])
    : null)
  const lookSoon = useDebounceFn(look, 400)
  watch(basis, (now, before) => {
    if (now === null)
      return
    void (before === null || before === undefined ? look() : lookSoon())
  }, { immediate: true })

  return {
    sequence: computed(() => laid.value?.projectId === projectId() ? laid.value : null),
    isLaying: shallowReadonly(isLaying),
    fault: shallowReadonly(fault),
    isNothing: computed(() => fault.value?.code === 'nothing-to-lay-out'),
    /** Keeps the layout as it is now as the project's sequence; null when that failed. Only for what a person asked for. */
    keep: () => ask(studio.sequences.layOut),
  }
}
