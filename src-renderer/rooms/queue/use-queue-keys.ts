/** The queue by keys: one row is active, arrows walk, letters act on it. */
import type { ComputedRef, ShallowRef } from 'vue'
import type { JobId } from '#contract/words.ts'
import type { MenuIds } from '../../actions/menu.ts'
import type { JobFamily } from '../../parts/jobs/job-families.ts'
import type { QueueItem } from './queue-groups.ts'
import type { JobAct, useQueueActs } from './use-queue.ts'
import { computed, shallowRef, watch } from 'vue'
import { hasEnded, mayLookAgain } from '#rules/jobs/attention.ts'
import { useActions } from '../../actions/action.ts'
import { openTakeInspector } from '../../actions/overlay.ts'
import { useCopy } from '../../parts/text/use-copy.ts'
import { againOf, isAttachable } from './job-words.ts'
import { waitingOf } from './queue-groups.ts'

export function useQueueKeys(room: {
  items: ComputedRef<readonly QueueItem[]>
  waiting: ComputedRef<readonly JobFamily[]>
  acts: ReturnType<typeof useQueueActs>
  reveal: (id: JobId) => unknown
  pageSize: () => number
}): { activeId: ShallowRef<JobId | null>, menu: MenuIds } {
  const copy = useCopy()
  const activeId = shallowRef<JobId | null>(null)
  const families = computed(() => room.items.value.flatMap(item => item.type === 'family' ? [item.family] : []))
  const index = computed(() => families.value.findIndex(({ head }) => head.id === activeId.value))
  const active = computed(() => families.value[index.value])
  const waitingIndex = computed(() => room.waiting.value.findIndex(({ head }) => head.id === activeId.value))

  function step(by: number): void {
    const to = index.value < 0
      ? (by > 0 ? 0 : families.value.length - 1)
      : Math.min(Math.max(index.value + by, 0), families.value.length - 1)
    const family = families.value[to]
    if (!family)
      return
    activeId.value = family.head.id
    room.reveal(family.head.id)
  }

  // The active row left the list: the one that takes its place is active, and has the focus that would be lost.
  watch(() => families.value.map(({ head }) => head.id), (now, before) => {
    const id = activeId.value
    const place = id === null ? -1 : before.indexOf(id)
    if (place < 0 || id === null || now.includes(id))
      return
    activeId.value = now[Math.min(place, now.length - 1)] ?? null
    if (activeId.value !== null && document.activeElement?.closest('input, textarea, [role=dialog]') == null)
      room.reveal(activeId.value)
  })

  async function move(by: 1 | -1): Promise<void> {
    const [family, id] = [active.value, activeId.value]
    if (!family || id === null)
      return
    await room.acts.move(family, room.waiting.value, by < 0 ? waitingIndex.value - 1 : waitingIndex.value + 2)
    // If another row became active meanwhile, it stays.
    if (activeId.value === id)
      room.reveal(id)
  }

  const run = (act: JobAct): unknown => active.value && room.acts.run(act, active.value.head, active.value)
  const canWait = (): boolean => active.value !== undefined && waitingOf(active.value).length > 0
  const isOver = (): boolean => active.value !== undefined && hasEnded(active.value.head)

  useActions([
    {
      id: 'queue.next',
      group: 'queue',
      keys: ['arrowdown', 'j'],
      label: t => t.queue.next,
      isHidden: true,
      when: () => families.value.length > 0,
      run: () => step(1),
    },
    {
      id: 'queue.previous',
      group: 'queue',
      keys: ['arrowup', 'k'],
      label: t => t.queue.previous,
      isHidden: true,
      when: () => families.value.length > 0,
      run: () => step(-1),
    },
    {
      id: 'queue.page-down',
      group: 'queue',
      label: t => t.queue.next,
      isHidden: true,
      keys: ['pagedown'],
      when: () => families.value.length > 0,
      run: () => step(room.pageSize()),
    },
    {
      id: 'queue.page-up',
      group: 'queue',
      label: t => t.queue.previous,
      isHidden: true,
      keys: ['pageup'],
      when: () => families.value.length > 0,
      run: () => step(-room.pageSize()),
    },
    {
      id: 'queue.move-up',
      group: 'queue',
      keys: ['alt+arrowup'],
      label: t => t.queue.moveUp,
      when: () => waitingIndex.value > 0,
      run: () => move(-1),
    },
    {
      id: 'queue.move-down',
      group: 'queue',
      keys: ['alt+arrowdown'],
      label: t => t.queue.moveDown,
      when: () => waitingIndex.value >= 0 && waitingIndex.value < room.waiting.value.length - 1,
      run: () => move(1),
    },
    {
      id: 'queue.run-next',
      group: 'queue',
      keys: ['n'],
      label: t => t.queue.runNext,
      when: () => waitingIndex.value >= 0,
      run: () => run('next'),
    },
    {
      id: 'queue.pause',
      group: 'queue',
      keys: ['p'],
      label: t => t.queue.pause,
      when: canWait,
      run: () => run(active.value?.head.isPaused ? 'resume' : 'pause'),
    },
    {
      id: 'queue.again',
      group: 'queue',
      keys: ['r'],
      label: t => t.queue.retry,
      when: () => active.value !== undefined && againOf(active.value.head) !== 'never',
      // The free act first: making it again stays at hand as a button.
      run: () => run(active.value && mayLookAgain(active.value.head) ? 'look' : 'again'),
    },
    {
      id: 'queue.attach',
      group: 'queue',
      keys: ['a'],
      label: t => t.queue.attach,
      when: () => active.value !== undefined && isAttachable(active.value.head),
      run: () => run('attach'),
    },
    {
      id: 'queue.act',
      group: 'queue',
      keys: ['delete', 'backspace'],
      label: t => t.queue.act,
      when: () => active.value !== undefined,
      run: () => run(!isOver() ? 'cancel' : active.value?.head.state === 'unsure' ? 'give-up' : 'clear'),
    },
    {
      id: 'queue.copy',
      group: 'queue',
      label: t => t.saving.copyName,
      isHidden: true,
      when: () => active.value !== undefined,
      run: () => copy(active.value?.head.title ?? ''),
    },
    {
      id: 'queue.open',
      group: 'queue',
      keys: ['enter'],
      label: t => t.queue.openTake,
      when: () => active.value?.head.takeIds[0] !== undefined,
      run: () => active.value?.head.takeIds[0] && openTakeInspector(active.value.head.takeIds[0]),
    },
  ])
  return {
    activeId,
    menu: [
      ['queue.open', 'queue.copy'],
      ['queue.run-next', 'queue.move-up', 'queue.move-down', 'queue.pause'],
      ['queue.again', 'queue.attach'],
      ['queue.act'],
    ],
  }
}
