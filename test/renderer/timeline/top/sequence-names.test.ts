/** Names that the page makes for sequences are as long as the contract takes: nothing is refused for a name that nobody typed. */
import { expect, it } from 'vitest'
import { SequenceDocument } from '#contract/sequence-document.ts'
import { freeName, nameInShape } from '../../../../src-renderer/rooms/timeline/top/sequence-names.ts'

const { name: Name } = SequenceDocument.shape

it('the next free name keeps its number, however long the name is', () => {
  expect(freeName('Harbour', ['Harbour'])).toBe('Harbour 2')
  const long = 'h'.repeat(200)
  const second = freeName(long, [long])
  expect([second, Name.safeParse(second).success]).toEqual([`${'h'.repeat(198)} 2`, true])
  expect(freeName(long, [long, second])).toBe(`${'h'.repeat(198)} 3`)
})

it('a copy in another shape says its shape, however long the name is', () => {
  const wide = nameInShape('🌊'.repeat(100), null, '16:9')
  expect([wide, Name.safeParse(wide).success]).toEqual([`${'🌊'.repeat(97)} 16:9`, true])
  expect(nameInShape('Harbour 16:9', '16:9', '9:16')).toBe('Harbour 9:16')
})
