/** Which entries of the studio's shelf the prompts of a project name. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { namedEntries, textsIn } from '../../../src-main/bundle/used-shelf.ts'

const entry = (name: string, text = '', words: string[] = []) => ({ name, text, words })
const names = (found: readonly { name: string }[]) => found.map(each => each.name).toSorted()

it('those that are named, and those that these name; in any case, and not within an address', () => {
  const studio = [entry('Noir', 'as @film'), entry('film', 'on film'), entry('colour', '', ['@red', 'blue']), entry('red'), entry('unused')]
  expect(names(namedEntries(['A harbour, @noir'], [], studio))).toEqual(['Noir', 'film'])
  expect(names(namedEntries(['in @colour'], [], studio))).toEqual(['colour', 'red'])
  expect(names(namedEntries(['anna@film.com', '@@film'], [], studio))).toEqual([])
})

it('a name of the project is the project\'s, and what it names may be the studio\'s', () => {
  expect(names(namedEntries(['@noir'], [entry('Noir', '@film')], [entry('noir'), entry('film')]))).toEqual(['film'])
})

it('entries that name each other end, and nothing is found twice', () => {
  fc.assert(fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })), { maxLength: 30 }), (links) => {
    const studio = Array.from({ length: 10 }, (_, index) =>
      entry(`n${index}`, links.filter(([from]) => from === index).map(([, to]) => `@n${to}`).join(' ')))
    const found = names(namedEntries(['@n0'], [], studio))
    const reached = new Set([0])
    for (let before = 0; before < reached.size;) {
      before = reached.size
      for (const [from, to] of links)
        reached.has(from) && reached.add(to)
    }
    expect(found).toEqual([...reached].map(index => `n${index}`).toSorted())
  }))
})

it('texts are found in JSON inside JSON, each with its own line breaks', () => {
  const inside = JSON.stringify({ c: ['{not', JSON.stringify({ d: 'deep' })] })
  expect(textsIn({ a: 'x\n@noir', b: inside, e: 4 })).toEqual(['x\n@noir', '{not', 'deep'])
})
