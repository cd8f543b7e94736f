/** Ids in the text of a project become others wherever they are named, and back. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { numberedId, ownIds, replaceIds } from '../../../src-main/bundle/new-ids.ts'

const project = numberedId(900)
const anId = fc.uuid().filter(id => id !== project)

it('numbering and naming again gives the same text, in JSON inside JSON and as names of members, too', () => {
  fc.assert(fc.property(fc.uniqueArray(anId, { minLength: 1, maxLength: 20 }), fc.array(fc.string()), (ids, words) => {
    const inside = JSON.stringify({ whenShortOf: Object.fromEntries(ids.map(id => [id, words])), lineIds: ids })
    const text = JSON.stringify({ ids, inside, deeper: JSON.stringify({ inside }), words })
    const numbers = new Map(ids.map((id, index) => [id, numberedId(index + 1)]))
    const numbered = replaceIds(text, numbers)
    expect(ids.filter(id => numbered.includes(id) && ![...numbers.values()].includes(id))).toEqual([])
    expect(replaceIds(numbered, new Map([...numbers].map(([id, number]) => [number, id])))).toBe(text)
  }))
})

it('an id within a longer word is none', () => {
  const id = numberedId(1)
  expect(replaceIds(`a${id} ${id}b ${id}`, new Map([[id, 'new']]))).toBe(`a${id} ${id}b new`)
})

it('the ids of a project are in their order', () => {
  const of = (number: number) => ({ id: numberedId(number) })
  const version = { lines: [of(2), of(3)], storyboard: { pictures: [of(4)] }, sequences: [of(5)], shelf: [of(6)], pronunciations: [of(7)] }
  const rows = { conversations: [of(8)], messages: [of(9)] }
  expect(ownIds({ id: numberedId(1), version, rows } as never)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map(numberedId))
})
