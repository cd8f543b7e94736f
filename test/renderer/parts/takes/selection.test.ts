/** Selecting takes works as in a file manager. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keepShown, nothingSelected, touch } from '../../../../src-renderer/parts/takes/selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const plain = { adds: false, stretches: false }
const ctrl = { adds: true, stretches: false }
const shift = { adds: false, stretches: true }

describe('selecting', () => {
  it('a click selects one and deselects the others', () => {
    const one = touch(touch(nothingSelected, order, 'a', plain), order, 'c', plain)
    expect([...one.ids]).toEqual(['c'])
    expect(one.at).toBe('c')
  })

  it('ctrl adds and removes', () => {
    const two = touch(touch(nothingSelected, order, 'a', plain), order, 'c', ctrl)
    expect([...two.ids]).toEqual(['a', 'c'])
    const back = touch(two, order, 'c', ctrl)
    expect([...back.ids]).toEqual(['a'])
    expect(back.at).toBe('a')
  })

  it('shift extends from the anchor in both directions, and the anchor stays', () => {
    const start = touch(nothingSelected, order, 'c', plain)
    const down = touch(start, order, 'e', shift)
    expect([...down.ids]).toEqual(['c', 'd', 'e'])
    const up = touch(down, order, 'b', shift)
    expect([...up.ids]).toEqual(['b', 'c'])
  })

  it('shift with no selection selects one', () => {
    expect([...touch(nothingSelected, order, 'd', shift).ids]).toEqual(['d'])
  })

  it('what is selected with others is added, stretched over and removed with them', () => {
    const allOf = (id: string): string[] => id === 'b' ? ['b', 'b2', 'b3'] : [id]
    expect([...touch(nothingSelected, order, 'b', plain, allOf).ids]).toEqual(['b', 'b2', 'b3'])
    const two = touch(touch(nothingSelected, order, 'a', plain, allOf), order, 'b', ctrl, allOf)
    expect([...two.ids]).toEqual(['a', 'b', 'b2', 'b3'])
    const back = touch(two, order, 'b', ctrl, allOf)
    expect([[...back.ids], back.at]).toEqual([['a'], 'a'])
    expect([...touch(two, order, 'c', { adds: false, stretches: true }, allOf).ids]).toEqual(['b', 'b2', 'b3', 'c'])
  })

  it('a take that is no longer shown is no longer selected', () => {
    const three = touch(touch(nothingSelected, order, 'b', plain), order, 'd', shift)
    const left = keepShown(three, new Set(['a', 'b']))
    expect([...left.ids]).toEqual(['b'])
    expect(left.at).toBe('b')
    expect(keepShown(left, new Set(order))).toBe(left)
  })

  it('the last clicked take is always selected, after any sequence of clicks', () => {
    const step = fc.record({ id: fc.constantFrom(...order), adds: fc.boolean(), stretches: fc.boolean() })
    fc.assert(fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const end = steps.reduce<ReturnType<typeof touch<string>>>(
        (selection, { id, ...held }) => touch(selection, order, id, held),
        nothingSelected,
      )
      expect(end.at === null ? end.ids.size === 0 : end.ids.has(end.at)).toBe(true)
    }))
  })

  it('a stretch has exactly what is between its ends, and with ctrl also what was selected before', () => {
    const numbers = fc.uniqueArray(fc.nat(10_000), { minLength: 2, maxLength: 2_000 })
    fc.assert(fc.property(numbers, fc.nat(), fc.nat(), fc.boolean(), fc.nat(), (all, from, to, adds, other) => {
      const [a, b, c] = [from % all.length, to % all.length, other % all.length]
      const at = (place: number): number => all[place] ?? -1
      const start = touch(touch(nothingSelected, all, at(c), plain), all, at(a), adds && a !== c ? ctrl : plain)
      const end = touch(start, all, at(b), { adds, stretches: true })
      const between = all.slice(Math.min(a, b), Math.max(a, b) + 1)
      expect(new Set(end.ids)).toEqual(new Set(adds ? [...start.ids, ...between] : between))
      expect(end).toMatchObject({ at: at(b), anchor: at(a) })
      const [first] = between
      const without = touch(end, all, first ?? -1, ctrl)
      expect(without.ids.has(first ?? -1), 'all except one').toBe(false)
      expect(without.ids.size).toBe(end.ids.size - 1)
    }))
  })
})
