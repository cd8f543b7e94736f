/** Takes that are moved by hand: the gap under the pointer, what they land before, and steps of keys. */
import type { Moving } from '../../../src-renderer/rooms/library/browser/places.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { gapAfter, gapUnder, landingAt } from '../../../src-renderer/rooms/library/browser/places.ts'

/** Letters are takes; `followers` are shown after the first of their open stack. */
function moving(shown: string, moved: string, followers = ''): Moving {
  const codes = (letters: string): number[] => [...letters].map(letter => letter.charCodeAt(0))
  const [those, ofStack] = [new Set(codes(moved)), new Set(codes(followers))]
  return { shown: codes(shown), isMoved: number => those.has(number), isFollower: number => ofStack.has(number) }
}
/** The letter of what they land before; `end`, or `same` where nothing changes. */
function lands(list: Moving, gap: number): string {
  const landing = landingAt(list, gap)
  return landing === undefined ? 'same' : landing === null ? 'end' : String.fromCharCode(landing)
}
const steps = (list: Moving, by: number): string => lands(list, gapAfter(list, by))

it('finds the gap between the cells of a grid, at the end of a row and below all', () => {
  const grid = { count: 7, columns: 3, rowWidth: 300, rowPixels: 100 }
  expect(gapUnder({ x: 40, y: 20 }, grid)).toEqual({ gap: 0, at: 0, isAfter: false })
  expect(gapUnder({ x: 60, y: 20 }, grid)).toEqual({ gap: 1, at: 1, isAfter: false })
  expect(gapUnder({ x: 290, y: 20 }, grid)).toEqual({ gap: 3, at: 2, isAfter: true })
  expect(gapUnder({ x: 10, y: 120 }, grid)).toEqual({ gap: 3, at: 3, isAfter: false })
  expect(gapUnder({ x: 290, y: 220 }, grid), 'a row that is not full').toEqual({ gap: 7, at: 6, isAfter: true })
  expect(gapUnder({ x: -5, y: 900 }, grid)).toEqual({ gap: 6, at: 6, isAfter: false })
  expect(gapUnder({ x: 0, y: 0 }, { ...grid, count: 0 })).toBeNull()
})

it('finds the gap between the rows of a list', () => {
  const list = { count: 3, columns: 1, rowWidth: 800, rowPixels: 40 }
  const gaps = [-10, 10, 30, 90, 110, 900].map(y => gapUnder({ x: 400, y }, list))
  expect(gaps.map(gap => gap?.gap)).toEqual([0, 0, 1, 2, 3, 3])
  expect(gaps.at(-1)).toEqual({ gap: 3, at: 2, isAfter: true })
})

it('lands before the next take that stays, and says where nothing would change', () => {
  expect([lands(moving('abcd', 'c'), 0), lands(moving('abcd', 'a'), 4), lands(moving('abcd', 'a'), 2)]).toEqual(['a', 'end', 'c'])
  expect([lands(moving('abcd', 'b'), 1), lands(moving('abcd', 'b'), 2), lands(moving('abcd', 'd'), 4)]).toEqual(['same', 'same', 'same'])
  expect([lands(moving('abcd', 'bd'), 2), lands(moving('abcd', 'ac'), 1), lands(moving('abcd', 'bc'), 2)]).toEqual(['c', 'b', 'same'])
  expect([lands(moving('abcd', ''), 2), lands(moving('abcd', 'abcd'), 2)]).toEqual(['same', 'same'])
  expect(lands(moving('abcde', 'e', 'cd'), 3), 'after all of an open stack').toBe('same')
  expect(lands(moving('abcde', 'a', 'cd'), 2)).toBe('e')
})

it('moves by keys, several together, and never into an open stack', () => {
  expect([steps(moving('abcd', 'b'), 1), steps(moving('abcd', 'b'), -1), steps(moving('abcd', 'b'), 2)]).toEqual(['d', 'a', 'end'])
  expect([steps(moving('abcd', 'a'), -1), steps(moving('abcd', 'd'), 1)]).toEqual(['same', 'same'])
  expect([steps(moving('abcde', 'bd'), 1), steps(moving('abcde', 'bd'), -1)], 'they come together').toEqual(['end', 'a'])
  expect([steps(moving('abcde', 'ce'), -Infinity), steps(moving('abcde', 'ac'), Infinity)]).toEqual(['a', 'end'])
  expect(steps(moving('abcde', 'e', 'cd'), -1), 'before all of it').toBe('b')
  expect(steps(moving('abcde', 'a', 'cd'), 1)).toBe('e')
  expect(steps(moving('abcd', ''), 1)).toBe('same')
})

it('one step there and one back is the same order', () => {
  fc.assert(fc.property(fc.integer({ min: 2, max: 9 }), fc.nat(), fc.boolean(), (size, which, isOn) => {
    let list = Array.from({ length: size }, (_, at) => at)
    const number = which % size
    const step = (by: number): boolean => {
      const all = { shown: list, isMoved: (each: number) => each === number, isFollower: () => false }
      const landing = landingAt(all, gapAfter(all, by))
      if (landing === undefined)
        return false
      const rest = list.filter(each => each !== number)
      list = rest.toSpliced(landing === null ? rest.length : rest.indexOf(landing), 0, number)
      return true
    }
    const before = list
    const way = isOn ? 1 : -1
    if (step(way)) {
      expect(list).not.toEqual(before)
      step(-way)
    }
    expect(list).toEqual(before)
  }))
})
