/** What is delivered: the sequence that a user edited, or the script laid out for the chosen size. Looking at it writes nothing. */
import type { FrameRate, Layout, Sequence } from '#contract/sequence-document.ts'
import type { ProjectId, SequenceId } from '#contract/words.ts'
import type { AnyFault } from '../../studio.ts'
import { useDebounceFn } from '@vueuse/core'
import { computed, onScopeDispose, shallowReadonly, shallowRef, watch } from 'vue'
import { usualChoices } from '#contract/delivery-choices.ts'
import { sequenceIn } from '#contract/sequences.ts'
import { useOpenSequence } from '../../stores/open-sequence.ts'
import { useProject } from '../../stores/project.ts'
import { useSequence } from '../../stores/sequence.ts'
import { useTakes } from '../../stores/takes.ts'
import { attempt, patientStudio, studio } from '../../studio.ts'

/** Smooth on every screen, and a whole number of samples for each frame. */
const rate: FrameRate = { numerator: 30, denominator: 1 }

/** `size` is null until it is known; nothing is laid out before. */
export function useLayout(projectId: () => ProjectId, size: () => { width: number, height: number } | null) {
  const open = useProject()
  const edited = useSequence()
  const takes = useTakes()
  const isLaying = shallowRef(false)
  const lookFault = shallowRef<AnyFault | null>(null)
  /** Why the last act failed: a layout that can be read does not take that away. */
  const actFault = shallowRef<AnyFault | null>(null)
  const fault = computed(() => actFault.value ?? lookFault.value)
  const laid = shallowRef<{ sequence: Sequence, isEdited: boolean } | null>(null)
  // The rooms of a project are built again for another one.
  const opened = useOpenSequence(projectId())
  /** Null is the project's first. */
  const chosenId = computed(() => open.sequences.find(({ id }) => id === opened.value)?.id ?? null)
  let turn = 0

  const layout = (): Layout => ({ projectId: projectId(), ...size() ?? usualChoices.filmSize, rate })

  async function look(): Promise<void> {
    const mine = ++turn
    isLaying.value = true
    const answer = await attempt(patientStudio.sequences.layout({ ...layout(), sequenceId: chosenId.value }))
    if (mine !== turn)
      return
    isLaying.value = false
    lookFault.value = answer.fault ?? null
    laid.value = answer.value ? { ...answer.value, sequence: sequenceIn(answer.value.sequence) } : null
  }

  /** Keeps what is shown as a sequence of the project, and returns its id; null when that failed. */
  async function keep(): Promise<SequenceId | null> {
    if (laid.value?.isEdited)
      return laid.value.sequence.id
    actFault.value = null
    turn++
    isLaying.value = true
    const answer = await attempt(studio.sequences.layOut(layout()))
    actFault.value = answer.fault ?? null
    await look()
    return answer.value?.sequence.id ?? null
  }

  /** Brings it up to date with the script: as a step that can be undone once a user has edited it. */
  async function again(): Promise<void> {
    if (!laid.value?.isEdited)
      return void await keep()
    const { id: sequenceId } = laid.value.sequence
    actFault.value = null
    isLaying.value = true
    await edited.whenSent()
    const answer = await attempt(studio.sequences.assemble({ sequenceId }))
    actFault.value = answer.fault ?? null
    await look()
  }

  const isReady = computed(() => open.projectId === projectId() && open.hasLines && open.hasSequences && size() !== null)
  const editedRevisions = computed(() => open.sequences
    .filter(sequence => sequence.editedAt !== null)
    .map(({ id, revision }) => [id, revision]))
  /** Everything that a layout depends on but the takes of pictures; `changedAt` also says that the storyboard has changed. */
  const basis = computed(() => isReady.value
    ? JSON.stringify([
        size(),
        chosenId.value,
        editedRevisions.value,
        ...[open.project?.takeCount, open.project?.changedAt],
        open.lines.map(line => [line.id, line.chosenTakeId, line.text, line.speaker, line.pauseSeconds, line.role, line.isMuted]),
      ])
    : null)
  const lookSoon = useDebounceFn(look, 400)
  watch(basis, (now, before) => {
    if (now === null)
      return
    actFault.value = null
    void (before === null || before === undefined ? look() : lookSoon())
  }, { immediate: true })
  // A star, or a picture in the trash, changes what is in the film.
  onScopeDispose(takes.listen(({ changed, removed, isCatchUp }) => {
    if (isReady.value && (isCatchUp || removed.length > 0 || changed.some(take => take.medium === 'picture' || take.medium === 'video')))
      void lookSoon()
  }))

  return {
    sequence: computed(() => laid.value?.sequence.projectId === projectId() ? laid.value.sequence : null),
    /** Whether a user has edited it; then it does not follow the script by itself. */
    isEdited: computed(() => laid.value?.isEdited ?? false),
    choose: (id: SequenceId) => {
      opened.value = id
    },
    isLaying: shallowReadonly(isLaying),
    fault,
    isNothing: computed(() => fault.value?.code === 'nothing-to-lay-out'),
    keep,
    again,
  }
}
