/** The trash as the page holds it: read when it is opened and after each change made here. */
import type { TrashItem, TrashRef } from '#contract/trash.ts'
import { useDialog } from 'naive-ui'
import { onMounted, shallowReadonly, shallowRef } from 'vue'
import { useNotices } from '../../actions/notices.ts'
import { showSize } from '../../parts/show-size.ts'
import { attempt, studio } from '../../studio.ts'
import { useTexts } from '../../texts/texts.ts'

const sizeWords = (bytes: number): string => bytes === 0 ? '' : showSize(bytes)
const refsOf = (items: readonly TrashItem[]): TrashRef[] => items.map(({ kind, id }) => ({ kind, id }))

export function useTrash() {
  const t = useTexts()
  const dialog = useDialog()
  const notices = useNotices()
  const items = shallowRef<readonly TrashItem[] | null>(null)

  async function load(): Promise<void> {
    const answer = await attempt(studio.trash.list({}))
    if (answer.fault)
      notices.fault(answer.fault)
    else
      items.value = answer.value.items
  }
  onMounted(load)

  async function purge(refs: TrashRef[]): Promise<void> {
    const answer = await attempt(studio.trash.purge({ items: refs }))
    if (answer.fault)
      notices.fault(answer.fault)
    else
      notices.say(texts => texts.trash.purged(answer.value.count, sizeWords(answer.value.sizeBytes)))
    await load()
  }

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
    /** Says first how much would go, and what would not. */
    async askPurge(chosen: readonly TrashItem[]): Promise<void> {
      const refs = refsOf(chosen)
      const weighed = await attempt(studio.trash.weigh({ items: refs }))
      if (weighed.fault)
        return notices.fault(weighed.fault)
      const { count, sizeBytes } = weighed.value
      if (count === 0)
        return notices.say(texts => texts.trash.keptAll)
      const words = t.value.trash
      dialog.warning({
        title: words.purgeTitle(count),
        content: words.purgeBody(sizeWords(sizeBytes), refs.length - count),
        positiveText: words.purgeAct,
        negativeText: t.value.shell.act.cancel,
        onPositiveClick: () => void purge(refs),
      })
    },
  }
}
