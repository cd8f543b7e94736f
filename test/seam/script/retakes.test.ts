/** Which lines share one new take when several are retaken. */
import type { Line } from '#contract/script.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { retakesOf } from '#rules/script/retakes.ts'

type Asking = Parameters<typeof retakesOf>[0][number] & { readonly place: number }

const takes = ['a', 'b'] as const
const line = fc.record({
  speaker: fc.constant('ANNA'),
  text: fc.constantFrom('Yes.', 'No.', ' '),
  direction: fc.constant(''),
  role: fc.constantFrom<Line['role']>('speech', 'direction'),
  isLocked: fc.boolean(),
  chosenTakeId: fc.constantFrom(null, ...takes),
  requestKey: fc.constantFrom(null, '1', '2', '3'),
})
const lines = fc.array(line, { maxLength: 12 }).map(all => all.map((each, place) => ({ ...each, place }) as Asking))
const anyLine: Asking = {
  ...{ speaker: 'ANNA', text: 'Yes.', direction: '', role: 'speech', isLocked: false, chosenTakeId: 'a' as Line['chosenTakeId'] },
  ...{ requestKey: '1', place: 0 },
}

describe('lines that are retaken together', () => {
  it('twelve equal ones need one take, whatever each uses', () => {
    const all = Array.from({ length: 12 }, (_, place) => ({ ...anyLine, place, chosenTakeId: takes[place % 2] as Line['chosenTakeId'] }))
    expect(retakesOf(all)).toEqual([all])
  })

  it('a locked line is retaken alone only', () => {
    const locked = { ...anyLine, isLocked: true, requestKey: '2' }
    expect(retakesOf([locked])).toEqual([[locked]])
    expect(retakesOf([anyLine, locked])).toEqual([[anyLine]])
  })

  it('no request is made twice, and no line is in two groups', () => {
    fc.assert(fc.property(lines, (all) => {
      const groups = retakesOf(all)
      const keys = groups.map(group => new Set(group.map(each => each.requestKey)))
      expect(keys.every(each => each.size === 1 && !each.has(null))).toBe(true)
      expect(new Set(keys.flatMap(each => [...each])).size).toBe(groups.length)
      expect(new Set(groups.flat()).size).toBe(groups.flat().length)
    }))
  })

  it('every line that can be spoken, is not locked and has a take is in one, in order', () => {
    fc.assert(fc.property(lines, (all) => {
      const groups = retakesOf(all)
      const places = groups.map(group => group.map(each => each.place))
      expect(places.every(group => group.every((place, at) => at === 0 || place > group[at - 1]!))).toBe(true)
      const meant = all.filter(({ requestKey, text, role, isLocked, chosenTakeId }) =>
        requestKey !== null && text.trim() !== '' && role === 'speech' && !isLocked && chosenTakeId !== null)
      expect(new Set(groups.flat())).toEqual(new Set([...groups.flat(), ...meant]))
    }))
  })
})
