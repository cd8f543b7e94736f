/** The trash in the page: read when it is opened and after each change made here. */
import type { TrashItem, TrashRef } from '#contract/trash.ts'
import { onMounted, shallowReadonly, shallowRef } from 'vue'
import { useNotices } from '../../actions/notices.ts'
import { usePurge } from '../../parts/takes/use-purge.ts'
import { attempt, patientStudio, studio } from '../../studio.ts'

const refsOf = (items: readonly TrashItem[]): TrashRef[] => items.map(({ kind, id }) => ({ kind, id }))

export function useTrash() {
  const notices = useNotices()
  const items = shallowRef<readonly TrashItem[] | null>(null)

  async function load(): Promise<void> {
    const answer = await attempt(patientStudio.trash.list({}))
    if (answer.fault)
      notices.fault(answer.fault)
    else
      items.value = answer.value.items
  }
  onMounted(load)
  const purge = usePurge(load)

  return {
    items: shallowReadonly(items),
    async restore(chosen: readonly TrashItem[]): Promise<void> {
      const answer = await attempt(studio.trash.restore({ items: refsOf(chosen) }))
      if (answer.fault)
        notices.fault(answer.fault)
      else
        notices.say(texts => texts.trash.restored(answer.value.count), { tone: 'good' })
      await load()
    },
    askPurge: (chosen: readonly TrashItem[]) => purge(refsOf(chosen)),
  }
}
