/** The trash in the page: read when it is opened, and after each change made here or by a step of undo. */
import type { TrashItem, TrashRef } from '#contract/trash.ts'
import { useEventListener } from '@vueuse/core'
import { onMounted, watch } from 'vue'
import { useNotices } from '../../actions/notices.ts'
import { useUndo } from '../../actions/undo.ts'
import { usePurge } from '../../parts/takes/use-purge.ts'
import { attempt, patientStudio, studio } from '../../studio.ts'
import { useLatestRead } from '../../wire/use-latest-read.ts'

const refsOf = (items: readonly TrashItem[]): TrashRef[] => items.map(({ kind, id }) => ({ kind, id }))

export function useTrash() {
  const notices = useNotices()
  const undo = useUndo()
  const { value: items, fault, load } = useLatestRead(async () => (await patientStudio.trash.list({})).items)
  onMounted(load)
  // What was deleted or restored by a step, also one that ended after the room was opened.
  watch(() => [undo.next, undo.turned], () => load())
  // Another page may have deleted or restored something.
  useEventListener('focus', () => load())
  const purge = usePurge(load)

  return {
    items,
    /** Why it could not be read last. */
    fault,
    async restore(chosen: readonly TrashItem[]): Promise<void> {
      const answer = await attempt(studio.trash.restore({ items: refsOf(chosen) }))
      if (answer.fault)
        notices.fault(answer.fault)
      else
        notices.say(texts => texts.trash.restored(answer.value.count, answer.value.projects), { tone: 'good' })
      await load()
    },
    askPurge: (chosen: readonly TrashItem[]) => purge(refsOf(chosen)),
  }
}
