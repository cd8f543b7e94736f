/** The queue by keys: one row is active, arrows walk, letters act on it. */
import type { ComputedRef, ShallowRef } from 'vue'
import type { JobId } from '#contract/words.ts'
import type { JobFamily } from '../../parts/jobs/job-families.ts'
import type { QueueActs } from '../../parts/jobs/use-queue-acts.ts'
import type { QueueItem } from './queue-groups.ts'
import { computed, shallowRef, watch } from 'vue'
import { useActions } from '../../actions/action.ts'
import { useMeant } from '../../actions/meant.ts'
import { jobMenu, useJobActions } from '../../parts/jobs/job-actions.ts'
import { randomId } from '../../wire/random-id.ts'

export function useQueueKeys(room: {
  items: ComputedRef<readonly QueueItem[]>
  waiting: ComputedRef<readonly JobFamily[]>
  acts: QueueActs
  reveal: (id: JobId) => unknown
  pageSize: () => number
}): { activeId: ShallowRef<JobId | null>, openMenu: (event: MouseEvent, id: JobId) => void } {
  const activeId = shallowRef<JobId | null>(null)
  const families = computed(() => room.items.value.flatMap(item => item.type === 'family' ? [item.family] : []))
  const index = computed(() => families.value.findIndex(({ head }) => head.id === activeId.value))
  const meant = useMeant(() => activeId.value)
  const active = computed(() => families.value.find(({ head }) => head.id === meant.now.value))

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
  watch(families, (now, before) => {
    const id = activeId.value
    const placeIn = (all: readonly JobFamily[]): number => all.findIndex(({ head }) => head.id === id)
    if (id === null || placeIn(now) >= 0 || placeIn(before) < 0)
      return
    activeId.value = now[Math.min(placeIn(before), now.length - 1)]?.head.id ?? null
    if (activeId.value !== null && document.activeElement?.closest('input, textarea, [role=dialog]') == null)
      room.reveal(activeId.value)
  })

  let series = ''
  /** From where the last move began: a key that is held moves the job on as soon as the list shows it elsewhere. */
  let movedFrom = -1

  async function move(family: JobFamily, by: 1 | -1, isHeld = false): Promise<void> {
    const id = family.head.id
    const at = room.waiting.value.findIndex(({ head }) => head.id === id)
    if (isHeld && at === movedFrom)
      return
    series = isHeld ? series : randomId()
    movedFrom = at
    await room.acts.move(family, room.waiting.value, by < 0 ? at - 1 : at + 2, series)
    // If another row became active in the meantime, it stays.
    if (activeId.value === id)
      room.reveal(id)
  }

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
    ...useJobActions('queue', { family: () => active.value, waiting: () => room.waiting.value, move, acts: room.acts }),
  ])
  return {
    activeId,
    openMenu(event, id) {
      if (meant.open(event, id, jobMenu('queue')))
        activeId.value = id
    },
  }
}
