/** The trash in the page: read when it is opened, when something else is asked for, and after each change made here or by a step of undo. */
import type { TrashAct, TrashChoice, TrashItem, TrashKind, TrashOrder, TrashRef } from '#contract/trash.ts'
import type { Choice } from './trash-choice.ts'
import { refDebounced, useEventListener } from '@vueuse/core'
import { computed, onMounted, shallowRef, watch } from 'vue'
import { mostListed } from '#contract/trash.ts'
import { useNotices } from '../../actions/notices.ts'
import { useUndo } from '../../actions/undo.ts'
import { usePurge } from '../../parts/takes/use-purge.ts'
import { attempt, patientStudio, studio } from '../../studio.ts'
import { useLatestRead } from '../../wire/use-latest-read.ts'
import { countChosen, nothing } from './trash-choice.ts'

const typingPauseMs = 150

export function useTrash() {
  const notices = useNotices()
  const undo = useUndo()
  const kind = shallowRef<TrashKind | 'all'>('all')
  const words = shallowRef('')
  const order = shallowRef<TrashOrder>('newest')
  const most = shallowRef(mostListed)
  const typed = refDebounced(words, typingPauseMs)
  const wanted = computed(() => ({ words: typed.value.slice(0, 500), ...kind.value !== 'all' && { kind: kind.value } }))
  const choice = shallowRef<Choice>(nothing)
  /** How many items of opened acts are shown. */
  const open = shallowRef<ReadonlyMap<string, number>>(new Map())

  const { value: found, fault, load } = useLatestRead(async () => {
    const asked = wanted.value
    const acts = await patientStudio.trash.acts({ ...asked, order: order.value, most: most.value })
    const items = new Map<string, TrashItem[]>()
    for (const { key } of acts.acts.filter(act => open.value.has(act.key))) {
      const read: TrashItem[] = []
      for (let from = 0; from < (open.value.get(key) ?? 0); from += mostListed)
        read.push(...(await patientStudio.trash.list({ ...asked, act: key, from })).items)
      items.set(key, read)
    }
    return { asked, ...acts, items }
  })
  onMounted(load)
  // What was deleted or restored by a step, also one that ended after the room was opened.
  watch(() => [undo.next, undo.turned], () => load())
  // Another page may have deleted or restored something.
  useEventListener('focus', () => load())
  watch([order, most, open], () => load())
  watch(wanted, () => {
    // It was about what was found before.
    choice.value = nothing
    most.value = mostListed
    void load()
  })
  const purge = usePurge(load)

  /** What is meant of the list that is shown. */
  function meant({ isAll, acts, items }: Choice): { items: TrashRef[], choice: TrashChoice } {
    const refs = [...items.values()].map(item => item.ref)
    return { items: [], choice: { ...found.value?.asked, upTo: found.value?.upTo ?? 0, isAll, acts: [...acts], items: refs } }
  }

  return {
    kind,
    words,
    order,
    found,
    choice,
    open,
    chosen: computed(() => found.value ? countChosen(choice.value, found.value.acts, found.value.count) : 0),
    /** Why it could not be read last. */
    fault,
    toggle({ key }: TrashAct): void {
      const next = new Map(open.value)
      if (!next.delete(key))
        next.set(key, mostListed)
      open.value = next
    },
    showMore: () => most.value += mostListed,
    showMoreOf({ key }: TrashAct): void {
      open.value = new Map(open.value).set(key, (open.value.get(key) ?? 0) + mostListed)
    },
    async restore(wished: Choice): Promise<void> {
      const answer = await attempt(studio.trash.restore(meant(wished)))
      if (answer.fault)
        notices.fault(answer.fault)
      else
        notices.say(texts => texts.trash.restored(answer.value.count, answer.value.projects), { tone: 'good' })
      choice.value = nothing
      await load()
    },
    askPurge: (wished: Choice) => purge(meant(wished)),
  }
}
