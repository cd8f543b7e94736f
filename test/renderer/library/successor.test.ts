/** What is chosen after takes have left the list. */
import type { TakeId } from '#contract/words.ts'
import { setImmediate as settled } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { effectScope, shallowRef } from 'vue'
import { useSuccessor } from '../../../src-renderer/rooms/library/use-successor.ts'

function someTakes() {
  const order = shallowRef(['a', 'b', 'c', 'd'] as TakeId[])
  const chosen = shallowRef<readonly TakeId[]>([])
  const scope = effectScope()
  const leave = scope.run(() => useSuccessor({
    order: () => order.value,
    isAnyChosen: () => chosen.value.length > 0,
    choose: takeId => chosen.value = [takeId],
  }))
  const gone = (...ids: string[]): void => {
    chosen.value = chosen.value.filter(id => !ids.includes(id))
    order.value = order.value.filter(id => !ids.includes(id))
  }
  return { order, chosen, scope, leave, gone }
}

describe('what takes the place of takes that leave', () => {
  it('is chosen however late the list hears of it', async () => {
    vi.useFakeTimers()
    const { chosen, leave, gone } = someTakes()
    chosen.value = ['b' as TakeId]
    void leave?.(chosen.value, async () => {})
    await vi.advanceTimersByTimeAsync(60_000)
    gone('b')
    await vi.advanceTimersByTimeAsync(0)
    vi.useRealTimers()
    expect(chosen.value).toEqual(['c'])
  })

  it('is the last take where the end left, and nothing where all left', async () => {
    const { chosen, leave, gone } = someTakes()
    await leave?.(['c', 'd'] as TakeId[], async () => gone('c', 'd'))
    expect(chosen.value).toEqual(['b'])
    await leave?.(['a', 'b'] as TakeId[], async () => gone('a', 'b'))
    expect(chosen.value).toEqual([])
  })

  it('is the same where another search shows more of them in the meantime', async () => {
    const { order, chosen, leave, gone } = someTakes()
    order.value = ['b', 'c'] as TakeId[]
    void leave?.(['b'] as TakeId[], async () => {})
    order.value = ['a', 'b', 'c', 'd'] as TakeId[]
    gone('b')
    await settled()
    expect(chosen.value).toEqual(['c'])
  })

  it('is not chosen where the user chose something else in the meantime, acted again, or left the room', async () => {
    const { chosen, scope, leave, gone } = someTakes()
    void leave?.(['a'] as TakeId[], async () => {})
    chosen.value = ['d' as TakeId]
    gone('a')
    await settled()
    expect(chosen.value).toEqual(['d'])

    chosen.value = []
    void leave?.(['b'] as TakeId[], async () => {})
    scope.stop()
    gone('b')
    await settled()
    expect(chosen.value).toEqual([])
  })
})
