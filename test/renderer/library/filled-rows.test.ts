/** Rows are filled some in each frame, nearest first, and those that stay in sight stay filled however they move. */
import { describe, expect, it, vi } from 'vitest'
import { effectScope, nextTick, shallowRef } from 'vue'
import { useFilledRows } from '../../../src-renderer/rooms/library/browser/use-filled-rows.ts'

function someRows() {
  const frames: (() => void)[] = []
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
  vi.stubGlobal('cancelAnimationFrame', (at: number) => frames[at - 1] = () => {})
  const shown = shallowRef<readonly number[]>([3, 2, 4, 1, 5])
  const loaded = shallowRef<readonly number[]>([1, 2, 3, 4, 5])
  const filled = effectScope().run(() =>
    useFilledRows({ shown: () => shown.value, isLoaded: key => loaded.value.includes(key), atOnce: () => 2 }))
  const frame = (): void => frames.splice(0).forEach(run => run())
  return { shown, loaded, frame, keys: () => [...filled?.value ?? []].toSorted((a, b) => a - b) }
}

describe('the rows of a long list', () => {
  it('are filled two in each frame, those nearest to the eye first, and only what is loaded', async () => {
    const { loaded, shown, frame, keys } = someRows()
    expect(keys()).toEqual([])
    frame()
    expect(keys()).toEqual([2, 3])
    frame()
    expect(keys()).toEqual([1, 2, 3, 4])
    frame()
    expect(keys()).toEqual([1, 2, 3, 4, 5])
    loaded.value = [1, 2, 3, 4, 5, 9]
    shown.value = [8, 9]
    await nextTick()
    frame()
    expect(keys(), 'what left is forgotten, and 8 is not loaded').toEqual([9])
  })

  it('stay filled where they return within the same frame, as when takes above them leave', async () => {
    const { shown, frame, keys } = someRows()
    for (let count = 0; count < 3; count++)
      frame()
    shown.value = [103, 102]
    await nextTick()
    expect(keys()).toEqual([1, 2, 3, 4, 5])
    shown.value = [3, 2, 4, 1, 5]
    await nextTick()
    frame()
    expect(keys()).toEqual([1, 2, 3, 4, 5])
  })
})
