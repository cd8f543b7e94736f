/** Gives a take its missing file back, from a file that a person picks. */
import type { Take } from '#contract/takes.ts'
import type { ProjectId, TakeId } from '#contract/words.ts'
import { useFileDialog } from '@vueuse/core'
import { onScopeDispose } from 'vue'
import { useNotices } from '../../actions/notices.ts'
import { useTakes } from '../../stores/takes.ts'
import { attempt, importFile, studio } from '../../studio.ts'
import { useRelinking } from '../relink/use-relinking.ts'

interface Place {
  /** A file with other content becomes a take of this project. */
  readonly projectId: () => ProjectId | null
  readonly onFound?: (take: Take) => unknown
  /** `found` is the take of another file. */
  readonly onOther: (found: Take, wantedId: TakeId) => unknown
}

export function useRelink({ projectId, onFound, onOther }: Place): (takeId: TakeId) => void {
  const takes = useTakes()
  const notices = useNotices()
  const relinking = useRelinking()

  async function find(file: File, takeId: TakeId): Promise<void> {
    const received = await attempt(importFile(file))
    if (received.fault)
      return notices.fault(received.fault)
    const answer = await attempt(studio.takes.locate({ ticket: received.value, takeId, projectId: projectId() }))
    if (answer.fault)
      return notices.fault(answer.fault)
    const { take } = answer.value
    takes.remember([take])
    if (take.id !== takeId)
      return void await onOther(take, takeId)
    await onFound?.(take)
    await relinking.offerOthers(take.title)
  }

  const dialog = useFileDialog({ accept: 'audio/*,image/*,video/*', multiple: false, reset: true })
  let wantedId: TakeId | null = null
  const { off } = dialog.onChange((picked) => {
    const file = picked?.[0]
    if (file && wantedId)
      void find(file, wantedId)
  })
  onScopeDispose(off)

  return (takeId) => {
    wantedId = takeId
    dialog.open()
  }
}
