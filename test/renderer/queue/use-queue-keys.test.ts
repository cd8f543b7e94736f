/** The active row of the queue: when it leaves the list, the one in its place is active and gets the focus. */
import type { JobId } from '#contract/words.ts'
import type { QueueActs } from '../../../src-renderer/parts/jobs/use-queue-acts.ts'
import type { QueueItem } from '../../../src-renderer/rooms/queue/queue-groups.ts'
import { createPinia, setActivePinia } from 'pinia'
import { expect, it, onTestFinished, vi } from 'vitest'
import { computed, effectScope, nextTick, shallowRef } from 'vue'
import { useActionRegistry } from '../../../src-renderer/actions/action.ts'
import { createItems } from '../../../src-renderer/rooms/queue/queue-groups.ts'
import { useQueueKeys } from '../../../src-renderer/rooms/queue/use-queue-keys.ts'
import { idOf, jobOf } from '../../kit/job.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))
vi.stubGlobal('document', { activeElement: null })

it('is the next one after the active one was deleted, the last one at the end, and none in an empty list', async () => {
  setActivePinia(createPinia())
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const jobs = shallowRef([1, 2, 3].map(n => jobOf(n, { state: 'queued' })))
  const waiting = computed(() => jobs.value.map(head => ({ head, parts: [] })))
  const items = computed((): QueueItem[] => createItems()(waiting.value))
  const revealed: JobId[] = []
  const acts = {
    run: async (act: string, job: { id: JobId }) => {
      if (act === 'cancel')
        jobs.value = jobs.value.filter(each => each.id !== job.id)
    },
  } as unknown as QueueActs // The others are not asked for here.
  const { activeId } = scope.run(() => useQueueKeys({ items, waiting, acts, reveal: id => void revealed.push(id), pageSize: () => 10 }))!
  activeId.value = idOf(2) as JobId
  for (const next of [idOf(3), idOf(1), null]) {
    const remove = useActionRegistry().find('queue.act')
    expect([remove?.keys, remove?.when?.()]).toEqual([['delete', 'backspace'], true])
    await remove?.run()
    await nextTick()
    expect(activeId.value).toBe(next)
  }
  expect(revealed).toEqual([idOf(3), idOf(1)])
})

it('a key that is held moves the job on each time the list shows it elsewhere, in one series', async () => {
  setActivePinia(createPinia())
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const jobs = shallowRef([1, 2, 3, 4].map(n => jobOf(n, { state: 'queued' })))
  const waiting = computed(() => jobs.value.map(head => ({ head, parts: [] })))
  const items = computed((): QueueItem[] => createItems()(waiting.value))
  const asked: { gap: number, series: string | undefined }[] = []
  const acts = {
    move: async (_family: unknown, _waiting: unknown, gap: number, series?: string) => void asked.push({ gap, series }),
  } as unknown as QueueActs // The others are not asked for here.
  const { activeId } = scope.run(() => useQueueKeys({ items, waiting, acts, reveal: () => {}, pageSize: () => 10 }))!
  const inOrder = (...order: number[]): void => {
    jobs.value = order.map(n => jobOf(n, { state: 'queued' }))
  }
  activeId.value = idOf(4) as JobId
  const up = useActionRegistry().find('queue.move-up')!
  await up.run()
  await up.repeat?.()
  expect(asked.map(({ gap }) => gap)).toEqual([2])
  inOrder(1, 2, 4, 3)
  await up.repeat?.()
  inOrder(1, 4, 2, 3)
  await up.repeat?.()
  expect(asked.map(({ gap }) => gap)).toEqual([2, 1, 0])
  expect(new Set(asked.map(({ series }) => series)).size).toBe(1)
  inOrder(4, 1, 2, 3)
  expect(up.when?.()).toBe(false)
  await useActionRegistry().find('queue.move-down')?.run()
  expect(asked.at(-1)?.gap).toBe(2)
  expect(new Set(asked.map(({ series }) => series)).size).toBe(2)
})
