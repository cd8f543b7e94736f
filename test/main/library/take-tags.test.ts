/** Names and tags: takes are found by them, and what was sent stays as it is. */
import { expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { countOutOfStep, rebuildSearch } from '../../../src-main/library/search-index.ts'
import { anyQuery, openTestLibrary, plainAsset, spokenTake } from '../../kit/library.ts'

async function openThree() {
  const library = await openTestLibrary()
  const file = async (words: string, voice: string | null) =>
    library.takes.file(spokenTake(words, { voice }), await plainAsset(library, words))
  const made = [await file('one', 'Vivian'), await file('two', 'Serena'), await file('three', null)]
  const found = async (text: string) => (await library.takes.search({ ...anyQuery, text })).takes.map(take => take.text)
  return { ...library, ids: made.map(take => take.id), found }
}

it('a name is shown in place of the first words, is found as they are, and may be taken away', async () => {
  const { takes, ids: [one, two], found } = await openThree()
  expect(await takes.rename([{ takeId: one!, name: 'Wave 1' }, { takeId: two!, name: 'Wave 2' }])).toMatchObject([
    { title: 'Wave 1', name: 'Wave 1', text: 'one' },
    { title: 'Wave 2', name: 'Wave 2', text: 'two' },
  ])
  expect([await found('wave'), await found('one')]).toEqual([['two', 'one'], ['one']])
  expect(await takes.rename([{ takeId: one!, name: '', expected: 'Wave 1' }])).toMatchObject([{ title: 'one', name: '' }])
  expect(await found('wave')).toEqual(['two'])
})

it('of several names all are given or none', async () => {
  const { takes, ids: [one, two] } = await openThree()
  await takes.rename([{ takeId: two!, name: 'Theirs' }])
  const both = [{ takeId: one!, name: 'Mine', expected: '' }, { takeId: two!, name: 'Mine', expected: '' }]
  await expect(takes.rename(both)).rejects.toMatchObject({ code: 'changed-meanwhile' })
  await expect(takes.rename([both[0]!, { takeId: newId(), name: 'Mine' }])).rejects.toMatchObject({ code: 'not-found' })
  expect((await takes.find([one!, two!])).map(take => take.name)).toEqual(['', 'Theirs'])
})

it('tags are in the order in which they were added, each once, and takes are found by them', async () => {
  const { takes, ids, found } = await openThree()
  const [one, two, three] = ids
  expect(await takes.tag(ids, { add: ['night', '海边'], remove: [] })).toHaveLength(3)
  expect(await takes.tag([one!, two!, newId()], { add: ['night', 'dawn'], remove: [] }), 'those that changed').toEqual([one, two])
  expect(await takes.tag([one!], { add: [], remove: ['night', 'none'] })).toEqual([one])
  expect((await takes.find(ids)).map(take => take.tags)).toEqual([['海边', 'dawn'], ['night', '海边', 'dawn'], ['night', '海边']])
  expect([await found('night'), await found('海边')]).toEqual([['three', 'two'], ['three', 'two', 'one']])
  expect(await found('dawn')).toEqual(['two', 'one'])
  expect(await takes.tag([three!], { add: ['night'], remove: [] }), 'what has it already').toEqual([])
})

it('all tags and voices are listed once, by name, those of deleted takes no more', async () => {
  const { takes, ids } = await openThree()
  expect(await takes.known()).toEqual({ tags: [], voices: ['Serena', 'Vivian'] })
  await takes.tag(ids, { add: ['night'], remove: [] })
  await takes.tag([ids[0]!], { add: ['alone', 'Night'], remove: [] })
  expect((await takes.known()).tags).toEqual(['Night', 'alone', 'night'])
  await takes.trash([ids[0]!])
  await takes.purge([ids[0]!])
  expect(await takes.known()).toEqual({ tags: ['night'], voices: ['Serena'] })
})

it('an index that is rebuilt finds names and tags again', async () => {
  const { db, takes, ids: [one], found } = await openThree()
  await takes.rename([{ takeId: one!, name: 'Wave' }])
  await takes.tag([one!], { add: ['night'], remove: [] })
  await rebuildSearch(db)
  expect(await countOutOfStep(db)).toBe(0)
  expect([await found('wave night')]).toEqual([['one']])
})
