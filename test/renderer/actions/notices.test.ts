/** How long notices stay: for a while, and as long as the pointer is on them. */
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { nextTick, shallowRef, watchEffect } from 'vue'
import { useNotices } from '../../../src-renderer/actions/notices.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  setActivePinia(createPinia())
})

const saidBy = (notices: ReturnType<typeof useNotices>) => notices.shown.map(notice => notice.text(undefined as never))

it('disappears by itself, later when it has an action', () => {
  const notices = useNotices()
  notices.say(() => 'done')
  notices.say(() => 'moved', { act: { label: () => 'Undo', run: () => {} } })
  vi.advanceTimersByTime(7_000)
  expect(saidBy(notices)).toEqual(['moved'])
  vi.advanceTimersByTime(7_000)
  expect(saidBy(notices)).toEqual([])
})

it('stays under the pointer, and for its full time afterwards', () => {
  const notices = useNotices()
  notices.say(() => 'done')
  const [notice] = notices.shown
  notices.hold(notice!.id)
  vi.advanceTimersByTime(60_000)
  expect(saidBy(notices)).toEqual(['done'])
  notices.release(notice!)
  vi.advanceTimersByTime(5_900)
  expect(saidBy(notices)).toEqual(['done'])
  vi.advanceTimersByTime(200)
  expect(saidBy(notices)).toEqual([])
})

it('a fifth notice removes the oldest, and a dismissed one does not come back', () => {
  const notices = useNotices()
  for (const word of ['one', 'two', 'three', 'four', 'five'])
    notices.say(() => word)
  expect(saidBy(notices)).toEqual(['two', 'three', 'four', 'five'])
  const [two] = notices.shown
  notices.dismiss(two!.id)
  notices.release(two!)
  vi.advanceTimersByTime(60_000)
  expect(saidBy(notices)).toEqual([])
})

it('is withdrawn by its sender when it no longer applies', () => {
  const notices = useNotices()
  const takeBack = notices.hint(() => 'Request loaded')
  notices.say(() => 'Sent')
  takeBack()
  takeBack()
  expect(saidBy(notices)).toEqual(['Sent'])
})

it('keeps clear of several controls at the lower edge, each of which asks by itself', async () => {
  const notices = useNotices()
  const heights = [shallowRef(28), shallowRef(90)]
  let asked = 0
  for (const height of heights) {
    const who = Symbol('control')
    watchEffect(() => {
      if (++asked > 50)
        throw new Error('They wake each other for ever.')
      notices.keepClear(who, height.value)
    })
  }
  await nextTick()
  expect(notices.standAt).toBe(110)
  heights[1]!.value = 0
  await nextTick()
  expect(notices.standAt).toBe(48)
})

it('keeps clear of a dialog alone while it dims the room', () => {
  const notices = useNotices()
  const [room, dialog] = [Symbol('room'), Symbol('dialog')]
  notices.keepClear(room, 400)
  const close = notices.dim(dialog)
  expect(notices.standAt).toBe(20)
  notices.keepClear(dialog, 60)
  expect(notices.standAt).toBe(80)
  notices.keepClear(dialog, 0)
  close()
  expect(notices.standAt).toBe(420)
})
