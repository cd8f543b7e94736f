/** Two rows of words have a way in common exactly where one of all their texts is the same, however many there are. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { haveWayInCommon } from '#rules/listening/same-letters.ts'

function textsOf(words: readonly (readonly string[])[]): string[] {
  return words.reduce<string[]>((texts, ways) => texts.flatMap(text => ways.map(way => text + way)), [''])
}

const words = fc.array(fc.array(fc.stringMatching(/^[ab]{0,3}$/), { minLength: 1, maxLength: 3 }), { maxLength: 4 })

it('is true exactly where all texts, written out, have one in common', () => {
  fc.assert(fc.property(words, words, (one, other) => {
    const texts = new Set(textsOf(one))
    expect(haveWayInCommon(one, other)).toBe(textsOf(other).some(text => texts.has(text)))
  }), { numRuns: 2000 })
})

it('reads words that are cut otherwise, and none for an empty way', () => {
  expect(haveWayInCommon([['twenty', '20'], ['one', '1']], [['twentyone', '21']])).toBe(true)
  expect(haveWayInCommon([['', 'the'], ['end']], [['end']])).toBe(true)
  expect(haveWayInCommon([], [['', 'uh']])).toBe(true)
  expect(haveWayInCommon([['a'], ['b']], [['a']])).toBe(false)
})

it('finds the one text in common among 2 to the 40th', () => {
  const one = Array.from({ length: 40 }, (_, at) => [`x${at}`, `y${at}`])
  expect(haveWayInCommon(one, [[one.map(ways => ways[1]).join('')]])).toBe(true)
  expect(haveWayInCommon(one, [[one.map(ways => ways[1]).join(''), 'x0'], ['z']])).toBe(false)
})
