/** Folding an order: what is shown of each stack, where everything is, and that nothing is lost. */
import type { Stack } from '#rules/search/stacks.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { foldOrder, printStacks, readStacks } from '#rules/search/stacks.ts'

it('a closed stack is its best, at the place of that; an open one has the others after it', () => {
  const order = [9, 8, 7, 6, 5, 4]
  const stacks = [[6, 9, 7], [8, 4]]
  const closed = foldOrder(order, stacks, [])
  expect(closed.shown).toEqual([8, 6, 5])
  expect(order.map(closed.placeOf)).toEqual([1, 0, 1, 1, 2, 0])
  expect(closed.stackOf(9)).toEqual({ numbers: [6, 9, 7], head: 6, isOpen: false })
  expect([closed.stackOf(5), closed.placeOf(3), closed.placeOf(99)]).toEqual([null, -1, -1])
  const open = foldOrder(order, stacks, [[6, 9, 7]])
  expect(open.shown).toEqual([8, 6, 9, 7, 5])
  expect(open.stackOf(7)?.isOpen).toBe(true)
})

it('an open stack keeps its head while another take becomes its best, and remains open without its head', () => {
  const order = [9, 8, 7, 6]
  expect(foldOrder(order, [[9, 7, 6]], [[6, 9, 7]]).shown).toEqual([8, 6, 9, 7])
  expect(foldOrder([9, 8, 7], [[9, 7, 6]], [[6, 9, 7]]).shown, 'the head has left').toEqual([9, 7, 8])
  expect(foldOrder([8, 7], [[9, 7, 6]], [[6, 9, 7]]).stackOf(7), 'one alone is no stack').toBeNull()
})

const cases = fc.uniqueArray(fc.nat(200), { maxLength: 60 }).chain(numbers => fc.record({
  order: fc.constant(numbers),
  groups: fc.array(fc.nat(8), { minLength: numbers.length, maxLength: numbers.length }),
  opened: fc.uniqueArray(fc.nat(8)),
  left: fc.nat(5),
}))

it('each take is shown once, or its stack is; opening all shows all', () => {
  fc.assert(fc.property(cases, ({ order, groups, opened, left }) => {
    const stacks = Array.from({ length: 8 }, (_, group): Stack => order.filter((_number, at) => groups[at] === group + 1))
    const listed = order.slice(left)
    const { shown, placeOf, stackOf } = foldOrder(listed, stacks, opened.flatMap(group => stacks[group] ? [stacks[group]] : []))
    expect(new Set(shown).size).toBe(shown.length)
    for (const number of listed) {
      const stack = stackOf(number)
      expect(shown[placeOf(number)]).toBe(stack && !stack.isOpen ? stack.head : number)
    }
    for (const number of order.slice(0, left))
      expect(placeOf(number)).toBe(-1)
    const heads = shown.filter(number => (stackOf(number)?.head ?? number) === number)
    expect(heads, 'in the order').toEqual(listed.filter(number => heads.includes(number)))
    expect(foldOrder(listed, stacks, stacks.filter(({ length }) => length > 0)).shown.toSorted()).toEqual(listed.toSorted())
  }))
})

it('stacks are read as they were written', () => {
  expect(printStacks([[6, 9, 8, 7], [3, 2]])).toBe('6,9-7;3-2')
  fc.assert(fc.property(fc.array(fc.array(fc.nat(), { minLength: 1 })), (stacks) => {
    expect(readStacks(printStacks(stacks))).toEqual(stacks)
  }))
})
