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
})
