/** Tags of several takes: what all have and what some have, and a change that leaves all other tags as they are. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { partialTags, sharedTags, tagChanges } from '../../../../src-renderer/parts/takes/tag-changes.ts'

const tags: fc.Arbitrary<string[]> = fc.uniqueArray(fc.constantFrom('sea', '海', 'night', 'Night', 'a b'))

it('each tag is on all of them or on some', () => {
  fc.assert(fc.property(fc.array(tags.map(tags => ({ tags })), { minLength: 1 }), (takes) => {
    const [shared, partial] = [sharedTags(takes), partialTags(takes)]
    expect([...shared, ...partial].sort()).toEqual([...new Set(takes.flatMap(take => take.tags))].sort())
    expect(takes.every(take => shared.every(tag => take.tags.includes(tag)))).toBe(true)
    expect(partial.filter(tag => takes.every(take => take.tags.includes(tag)))).toEqual([])
  }))
})

it('a change makes what was into what is wanted', () => {
  fc.assert(fc.property(tags, tags, (before, wanted) => {
    const { add, remove } = tagChanges(before, wanted)
    expect([...before.filter(tag => !remove.includes(tag)), ...add].sort()).toEqual(wanted.toSorted())
  }))
})
