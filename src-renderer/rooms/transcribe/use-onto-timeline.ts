/** Puts the captions of a transcript onto its recording on a Timeline; where it is on none, says so and offers to place it. */
import type { ProjectId, SequenceId, TakeId } from '#contract/words.ts'
import { shallowReadonly, shallowRef } from 'vue'
import { useRouter } from 'vue-router'
import { useNotices } from '../../actions/notices.ts'
import { useUndo } from '../../actions/undo.ts'
import { useProject } from '../../stores/project.ts'
import { attempt, studio } from '../../studio.ts'

/** A sequence in which the recording is. */
export interface Place { readonly key: SequenceId, readonly label: string }
interface Asked { readonly id: TakeId, readonly sourceTakeIds: readonly TakeId[], readonly projectId: ProjectId | null }

export function useOntoTimeline() {
  const notices = useNotices()
  const undo = useUndo()
  const open = useProject()
  const router = useRouter()
  /** Where it is more than once, the user chooses. */
  const choices = shallowRef<readonly Place[]>([])

  function offerToPlace({ sourceTakeIds: [takeId], projectId }: Asked): void {
    const into = open.lastId ?? projectId
    notices.say(t => t.transcribe.onto.notPlaced, into && takeId
      ? { act: {
          label: t => t.transcribe.onto.place,
          run: () => router.push({ name: 'timeline', params: { projectId: into }, query: { place: takeId } }),
        } }
      : {})
  }

  async function put(asked: Asked, { key: sequenceId, label }: Place): Promise<void> {
    choices.value = []
    const answer = await attempt(studio.sequences.captionTranscript({ sequenceId, takeId: asked.id }))
    if (answer.fault)
      return notices.fault(answer.fault)
    const { clipCount, captionCount, revision } = answer.value
    if (clipCount === 0)
      return offerToPlace(asked)
    if (captionCount === 0)
      return notices.say(t => t.transcribe.onto.nothing(label))
    notices.say(t => t.transcribe.onto.done(captionCount, label), {
      tone: 'good',
      act: { label: t => t.shell.act.undo, run: undo.takeBackEdit(sequenceId, revision) },
    })
  }

  return {
    choices: shallowReadonly(choices),
    put,
    leave: () => choices.value = [],
    async find(asked: Asked): Promise<void> {
      const answer = await attempt(studio.takes.uses({ takeIds: [...asked.sourceTakeIds] }))
      if (answer.fault)
        return notices.fault(answer.fault)
      const places = new Map<SequenceId, Place>()
      for (const { kind, sequenceId, isTrashed, name, projectId, projectName } of answer.value.uses) {
        if (kind === 'timeline' && sequenceId && !isTrashed)
          places.set(sequenceId, { key: sequenceId, label: projectId === open.lastId ? name : `${projectName} · ${name}` })
      }
      const [only, ...others] = places.values()
      if (!only)
        offerToPlace(asked)
      else if (others.length === 0)
        await put(asked, only)
      else
        choices.value = [only, ...others]
    },
  }
}
