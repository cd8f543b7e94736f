/** The sequence of the open project, kept in step with its script and with the size that is asked for. */
import type { FrameRate, Sequence } from '#contract/sequences.ts'
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

  const isReady = computed(() => open.projectId === projectId() && open.hasLines && open.hasSequences)
  /** Main's own, which another page may have changed since. */
  const sequence = computed(() => {
    const known = open.sequences.find(one => one.id === laid.value?.id) ?? open.sequences[0] ?? null
    return laid.value !== null && (known === null || known.revision < laid.value.revision) ? laid.value : known
  })

  async function layOut(): Promise<void> {
    const mine = ++turn
    isLaying.value = true
    const answer = await attempt(studio.sequences.layOut({ projectId: projectId(), ...size(), rate }))
    if (mine !== turn)
      return
    isLaying.value = false
    fault.value = answer.fault ?? null
    laid.value = answer.value?.sequence ?? null
  }

  /** Everything in the script that a layout depends on, and how many takes there are for the pictures. */
  const basis = computed(() => isReady.value
    ? JSON.stringify([size(), open.project?.takeCount, open.lines.map(line => [line.id, line.chosenTakeId, line.text, line.speaker, line.pauseSeconds])])
    : null)
  const layOutSoon = useDebounceFn(layOut, 400)
  watch(basis, (now, before) => {
    if (now === null)
      return
    void (before === null || before === undefined ? layOut() : layOutSoon())
  }, { immediate: true })

  return {
    sequence,
    isReady,
    isLaying: shallowReadonly(isLaying),
    fault: shallowReadonly(fault),
    isNothing: computed(() => fault.value?.code === 'nothing-to-lay-out'),
    layOut,
  }
}
