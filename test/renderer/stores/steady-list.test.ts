/** A list whose items are the same is the same list for what is computed from it. */
import { expect, it } from 'vitest'
import { computed, shallowRef } from 'vue'
import { steadyList } from '../../../src-renderer/stores/steady-list.ts'

it('what is computed from a steady list is computed again only when an item comes, leaves, moves or is another', () => {
  const all = shallowRef([1, 2, 3, 4])
  const even = steadyList(() => all.value.filter(each => each % 2 === 0))
  let times = 0
  const sum = computed(() => {
    times += 1
    return even.value.reduce((left, right) => left + right, 0)
  })
  const sumAfter = (next: number[]): [number, number] => {
    all.value = next
    return [sum.value, times]
  }
  expect(sumAfter([1, 2, 3, 4])).toEqual([6, 1])
  expect(sumAfter([2, 4, 5, 7, 9])).toEqual([6, 1])
  expect(sumAfter([2, 4, 6])).toEqual([12, 2])
  expect(sumAfter([2, 6])).toEqual([8, 3])
  expect(sumAfter([6, 2])).toEqual([8, 4])
  expect(sumAfter([])).toEqual([0, 5])
  expect(sumAfter([1, 3])).toEqual([0, 5])
})
