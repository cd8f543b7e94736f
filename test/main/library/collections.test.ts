/** Collections and saved searches: what is in them and found by them, undone and made again, and kept over a restart. */
import type { JournalStepName } from '#contract/journal.ts'
import type { StepId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { longestSearch } from '#contract/saved-searches.ts'
import { newestFirst } from '#contract/take-order.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { anyQuery, spokenTake } from '../../kit/library.ts'
import { openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' as const }
const ofNone = { is: 'project', projectId: null } as const

async function openThree() {
  const studio = await openTestStudio()
  const { parts, handlers } = studio
  const file = async (words: string) =>
    (await parts.takes.file(spokenTake(words), await parts.assets.adoptText(words, { mime: 'text/plain', extension: 'txt' }))).id
  const ids = [await file('one gull'), await file('two gulls'), await file('three crows')] as const
  const found = async (text: string) => (await parts.takes.search({ ...anyQuery, text })).takes.map(take => take.text)
  /** As the list of collections shows it. */
  const counted = async (name: string): Promise<number> => (await parts.takes.facets({ text: '', inTrash: false }))
    .find(each => each.facet === 'collection')
    ?.values
    .find(each => each.value === name)
    ?.count ?? 0
  const step = (name: JournalStepName) => ({ id: newId<StepId>(), projectId: null, name, of: 'x', room: 'library' })
  async function turn(way: 'undo' | 'redo') {
    const stepId = (await handlers.journal.next({ of: ofNone }, call))[way]?.id ?? null
    expect((await handlers.journal[way]({ of: ofNone, stepId }, call)).turned).not.toBeNull()
  }
  return { ...studio, ids, found, counted, step, turn }
}

it('a take may be in many, is found by their names, and is counted while it is not in the trash', async () => {
  const { parts: { collections, takes }, ids: [one, two, three], found, counted } = await openThree()
  const best = await collections.create('Best of the sea', [one, two])
  expect(best).toMatchObject({ collection: { name: 'Best of the sea' }, takeIds: [one, two] })
  const birds = await collections.create('鸟', [one, three, newId()])
  expect(birds.takeIds, 'those that there are').toEqual([one, three])
  expect((await takes.get(one)).collectionIds?.toSorted()).toEqual([best.collection.id, birds.collection.id].toSorted())
  expect((await takes.get(two)).collectionIds).toEqual([best.collection.id])
  expect(await found('collection:鸟')).toEqual(['three crows', 'one gull'])
  expect(await found('合集:"best OF the sea"')).toEqual(['two gulls', 'one gull'])
  expect(await found('collection:sea collection:鸟'), 'several are alternatives').toHaveLength(3)
  expect([await found('-collection:sea'), await found('gull collection:鸟')]).toEqual([['three crows'], ['one gull']])
  expect(await found('collection:none')).toEqual([])
  expect([await counted('Best of the sea'), await counted('鸟')]).toEqual([2, 2])
  await takes.trash([one])
  expect([await counted('Best of the sea'), await found('collection:鸟')]).toEqual([1, ['three crows']])
  await takes.restore([one])
  expect(await counted('Best of the sea')).toBe(2)
  await takes.trash([two])
  await takes.purge([two])
  expect(await counted('Best of the sea')).toBe(1)
})

it('a name that there is already is the same collection; takes are added once, and leave it alone', async () => {
  const { parts: { collections, takes }, ids: [one, two] } = await openThree()
  const { collection: { id } } = await collections.create('Best', [one])
  expect(await collections.create('best', [one, two])).toMatchObject({ collection: { id, name: 'Best' }, takeIds: [two] })
  expect(await collections.add(id, [one, two])).toEqual([])
  expect(await collections.removeTakes(id, [one])).toEqual([one])
  expect(await collections.removeTakes(id, [one])).toEqual([])
  expect((await takes.get(one)).collectionIds).toBeUndefined()
  await expect(collections.add(newId(), [one])).rejects.toMatchObject({ code: 'not-found' })
  await collections.remove(id)
  await expect(collections.rename(id, 'Gone')).rejects.toMatchObject({ code: 'not-found' })
  expect((await collections.create('Best', [])).collection.id, 'a removed one has left its name').not.toBe(id)
})

it('each act is one step of undo, with its takes', async () => {
  const { handlers, parts, ids: [one, two, three], found, counted, step, turn } = await openThree()
  const made = { name: 'Best', takeIds: [one, two], step: step('makeCollection') }
  const { collection: { id } } = await handlers.collections.create(made, call)
  await turn('undo')
  expect([await parts.collections.list(), await found('collection:best'), await counted('Best')]).toEqual([[], [], 0])
  await turn('redo')
  expect([await found('collection:best'), await counted('Best')]).toEqual([['two gulls', 'one gull'], 2])
  await handlers.collections.add({ collectionId: id, takeIds: [two, three], step: step('addToCollection') }, call)
  await turn('undo')
  expect(await found('collection:best'), 'what was in it before stays').toEqual(['two gulls', 'one gull'])
  await handlers.collections.removeTakes({ collectionId: id, takeIds: [one, three], step: step('removeFromCollection') }, call)
  expect(await found('collection:best')).toEqual(['two gulls'])
  await turn('undo')
  await handlers.collections.remove({ collectionId: id, step: step('removeCollection') }, call)
  expect([await parts.collections.list(), await found('collection:best')]).toEqual([[], []])
  await turn('undo')
  expect([await counted('Best'), await found('collection:best')]).toEqual([2, ['two gulls', 'one gull']])
})

it('no two have one name, whatever the case of its letters: a new name is refused where another one has it', async () => {
  const { handlers, parts: { collections }, ids: [one, two], found, step } = await openThree()
  const { collection: { id: bestId } } = await collections.create('Best', [one])
  const { collection: { id } } = await collections.create('Other', [two])
  const rename = (collectionId: typeof id, name: string) =>
    handlers.collections.rename({ collectionId, name, step: step('renameCollection') }, call)
  const names = async () => (await collections.list()).map(({ name }) => name)
  await expect(rename(id, 'bEST')).rejects.toMatchObject({ code: 'name-taken', data: { word: 'collection', name: 'bEST' } })
  expect([await names(), await found('collection:best')]).toEqual([['Best', 'Other'], ['one gull']])
  await rename(bestId, 'BEST')
  await rename(bestId, 'Finest')
  const { undo } = await handlers.journal.next({ of: ofNone }, call)
  // By another page.
  await collections.rename(id, 'Best')
  await expect(handlers.journal.undo({ of: ofNone, stepId: undo!.id }, call))
    .rejects
    .toMatchObject({ code: 'name-taken', data: { word: 'collection', name: 'BEST' } })
  expect(await names()).toEqual(['Finest', 'Best'])
})

it('one that comes back while another one has its name gets a number, and keeps its takes to itself', async () => {
  const { handlers, parts: { collections }, ids: [one, two, three], found, counted, step, turn } = await openThree()
  const { collection: { id } } = await collections.create('Best', [one])
  await handlers.collections.remove({ collectionId: id, step: step('removeCollection') }, call)
  const { collection: other } = await collections.create('best', [two])
  await collections.create('Best (2)', [])
  await turn('undo')
  expect((await collections.list()).map(each => [each.id === id, each.name]).toSorted()).toEqual([
    [false, 'Best (2)'],
    [false, 'best'],
    [true, 'Best (3)'],
  ])
  expect([await found('collection:best'), await found('collection:"Best (3)"')]).toEqual([['two gulls'], ['one gull']])
  expect([await counted('best'), await counted('Best (3)')]).toEqual([1, 1])
  await turn('redo')
  expect((await collections.list()).map(({ name }) => name)).toEqual(['best', 'Best (2)'])
  await collections.remove(other.id)
  const name = 'n'.repeat(200)
  const made = await handlers.collections.create({ name, takeIds: [three], step: step('makeCollection') }, call)
  await turn('undo')
  await collections.create(name, [one])
  await turn('redo')
  expect((await collections.list()).find(each => each.id === made.collection.id)?.name).toBe(`${'n'.repeat(196)} (2)`)
})

it('a saved search follows the new name of its collection, and undo takes both back', async () => {
  const { handlers, parts: { collections, savedSearches }, ids: [one], step, turn } = await openThree()
  const { collection: { id } } = await collections.create('Best', [one])
  await savedSearches.create({ name: 'Gulls', text: 'gull collection:best -tag:x', sort: newestFirst })
  await savedSearches.create({ name: 'Others', text: 'collection:bestiary', sort: newestFirst })
  const texts = async () => (await savedSearches.list()).map(search => search.text)
  await handlers.collections.rename({ collectionId: id, name: 'Very best', step: step('renameCollection') }, call)
  expect(await texts()).toEqual(['gull collection:"Very best" -tag:x', 'collection:bestiary'])
  await turn('undo')
  expect([await texts(), (await collections.list())[0]?.name]).toEqual([['gull collection:best -tag:x', 'collection:bestiary'], 'Best'])
})

it('a name with which a saved search would be too long is refused, and neither is changed', async () => {
  const { handlers, parts: { collections, savedSearches }, ids: [one], step, turn } = await openThree()
  const { collection: { id } } = await collections.create('Best', [one])
  const text = `${'gull '.repeat(196)}collection:Best`
  const { id: searchId } = await savedSearches.create({ name: 'Gulls', text, sort: newestFirst })
  const rename = (name: string) => handlers.collections.rename({ collectionId: id, name, step: step('renameCollection') }, call)
  await expect(rename('Best of all')).rejects.toMatchObject({ code: 'search-too-long', data: { name: 'Gulls', limit: longestSearch } })
  expect([await collections.list(), await savedSearches.list()]).toMatchObject([[{ name: 'Best' }], [{ text }]])
  await expect(rename('Finer')).resolves.toMatchObject({ collection: { name: 'Finer' } })
  expect(await savedSearches.list()).toMatchObject([{ id: searchId, text: text.replace('Best', 'Finer') }])
  await turn('undo')
  expect([await collections.list(), await savedSearches.list()]).toMatchObject([[{ name: 'Best' }], [{ text }]])
})

it('a saved search that cannot be read keeps no collection from its new name, and can be read again once it fits', async () => {
  const { handlers, parts: { collections, savedSearches, library }, ids: [one], step, turn } = await openThree()
  const { collection: { id } } = await collections.create('Best of all the gulls', [one])
  const { id: searchId } = await savedSearches.create({ name: 'Gulls', text: 'gull', sort: newestFirst })
  const text = `${'gull '.repeat(197)}collection:"Best of all the gulls"`
  await library.run(sql`UPDATE saved_searches SET text = ${text}`)
  const told: unknown[] = []
  const stop = new AbortController()
  const follow = (async () => {
    for await (const { changed } of collections.changes(stop.signal))
      told.push(...changed.map(collection => collection.name))
  })()
  await expect.poll(() => told).toEqual(['Best of all the gulls'])
  const rename = (name: string) => handlers.collections.rename({ collectionId: id, name, step: step('renameCollection') }, call)
  await rename('Best of all the crows')
  await expect.poll(() => told).toEqual(['Best of all the gulls', 'Best of all the crows'])
  stop.abort()
  await follow
  await savedSearches.noteTurned(searchId)
  await expect(savedSearches.change(searchId, { name: 'Crows' })).rejects.toMatchObject({ code: 'not-found' })
  await rename('Best')
  expect(await savedSearches.list()).toMatchObject([{ id: searchId, text: `${'gull '.repeat(197)}collection:Best` }])
  await turn('undo')
  expect([await collections.list(), await savedSearches.list()]).toMatchObject([[{ name: 'Best of all the crows' }], []])
})

it('saved searches are counted, changed member by member, removed and undone', async () => {
  const { handlers, parts, ids: [one], step, turn } = await openThree()
  const { savedSearches, takes } = parts
  const asked = { name: 'Gulls', text: 'gull', sort: { by: 'relevance', isAscending: false } as const }
  const { search: { id } } = await handlers.searches.create({ ...asked, step: step('saveSearch') }, call)
  await takes.star([one], true)
  expect(await takes.countFound(['gull ', 'gulls', 'is:starred', 'gull is:starred', '', '!'])).toEqual([2, 1, 1, 1, 3, 0])
  await takes.trash([one])
  expect(await takes.countFound(['gull', 'is:starred', ''])).toEqual([1, 0, 2])
  const changed = { text: 'crow', sort: newestFirst, expected: { text: 'gull' } }
  await handlers.searches.change({ searchId: id, ...changed, step: step('changeSearch') }, call)
  expect(await savedSearches.list()).toMatchObject([{ name: 'Gulls', text: 'crow', sort: newestFirst }])
  await expect(savedSearches.change(id, { text: 'boat' }, { text: 'gull' })).rejects.toMatchObject({ code: 'changed-meanwhile' })
  await turn('undo')
  expect(await savedSearches.list()).toMatchObject([asked])
  await handlers.searches.remove({ searchId: id, step: step('removeSearch') }, call)
  expect(await savedSearches.list()).toEqual([])
  await turn('undo')
  expect(await savedSearches.list()).toMatchObject([{ id, ...asked }])
  await turn('undo')
  expect(await savedSearches.list(), 'the step that saved it').toEqual([])
})
