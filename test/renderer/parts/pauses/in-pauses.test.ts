/** What is worked out in the pauses of the page. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { computed, effectScope, shallowRef } from 'vue'
import { inPauses } from '../../../../src-renderer/parts/pauses/in-pauses.ts'

describe('a value that is worked out in pauses', () => {
  const asked = new Map<number, () => void>()
  const pause = (): void => {
    const all = [...asked.values()]
    asked.clear()
    all.forEach(work => work())
  }
  beforeEach(() => {
    let last = 0
    vi.stubGlobal('requestIdleCallback', (work: () => void) => {
      asked.set(++last, work)
      return last
    })
    vi.stubGlobal('cancelIdleCallback', (id: number) => asked.delete(id))
  })
  afterEach(() => {
    asked.clear()
    vi.unstubAllGlobals()
  })

  it('comes with the first pause, and again after what it reads has changed, once for all changes', () => {
    const scope = effectScope()
    scope.run(() => {
      const lines = shallowRef(['a', 'b'])
      const letters = computed(() => lines.value.join(''))
      const work = vi.fn(() => letters.value.length)
      const count = inPauses(work, 0)
      expect([count.value, work.mock.calls.length]).toEqual([0, 0])
      pause()
      expect(count.value).toBe(2)
      lines.value = ['a']
      lines.value = ['a', 'b', 'c']
      expect([count.value, asked.size]).toEqual([2, 1])
      pause()
      expect([count.value, work.mock.calls.length]).toEqual([3, 2])
    })
    scope.stop()
  })

  it('is not worked out after its room was left', () => {
    const scope = effectScope()
    const lines = shallowRef(1)
    const work = vi.fn(() => lines.value)
    scope.run(() => inPauses(work, 0))
    pause()
    lines.value = 2
    scope.stop()
    expect(asked.size).toBe(0)
    lines.value = 3
    pause()
    expect(work).toHaveBeenCalledTimes(1)
  })
})
