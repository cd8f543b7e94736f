/** What is chosen after takes have left the list. */
import { setImmediate as settled } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { effectScope, shallowRef } from 'vue'
import { useSuccessor } from '../../../src-renderer/rooms/library/use-successor.ts'

function someTakes() {
  const order = shallowRef([1, 2, 3, 4])
  const chosen = shallowRef<readonly number[]>([])
  const scope = effectScope()
  const leave = scope.run(() => useSuccessor({
    order: () => order.value,
    has: number => order.value.includes(number),
    isAnyChosen: () => chosen.value.length > 0,
    choose: number => chosen.value = [number],
  }))
  const gone = (...numbers: number[]): void => {
    chosen.value = chosen.value.filter(number => !numbers.includes(number))
    order.value = order.value.filter(number => !numbers.includes(number))
  }
  return { order, chosen, scope, leave, gone }
}

describe('what takes the place of takes that leave', () => {
  it('is chosen however late the list hears of it', async () => {
    vi.useFakeTimers()
    const { chosen, leave, gone } = someTakes()
    chosen.value = [2]
    void leave?.(chosen.value, async () => {})
    await vi.advanceTimersByTimeAsync(60_000)
    gone(2)
    await vi.advanceTimersByTimeAsync(0)
    vi.useRealTimers()
    expect(chosen.value).toEqual([3])
  })

  it('is the last take where the end left, and nothing where all left', async () => {
    const { chosen, leave, gone } = someTakes()
    await leave?.([3, 4], async () => gone(3, 4))
    expect(chosen.value).toEqual([2])
    await leave?.([1, 2], async () => gone(1, 2))
    expect(chosen.value).toEqual([])
  })

  it('is the same where another search shows more of them in the meantime', async () => {
    const { order, chosen, leave, gone } = someTakes()
    order.value = [2, 3]
    void leave?.([2], async () => {})
    order.value = [1, 2, 3, 4]
    gone(2)
    await settled()
    expect(chosen.value).toEqual([3])
  })

  it('is not chosen where the user chose something else in the meantime, acted again, or left the room', async () => {
    const { chosen, scope, leave, gone } = someTakes()
    void leave?.([1], async () => {})
    chosen.value = [4]
    gone(1)
    await settled()
    expect(chosen.value).toEqual([4])

    chosen.value = []
    void leave?.([2], async () => {})
    scope.stop()
    gone(2)
    await settled()
    expect(chosen.value).toEqual([])
  })
})
