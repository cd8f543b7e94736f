/**
 * Facets over real rows: each count is the number of takes that the search finds once its value is chosen, whatever else it asks.
 *
 * @module-tag wide
 */
import type { TakeFacet } from '#contract/take-facets.ts'
import type { AccountId, ModelId } from '#contract/words.ts'
import type { SearchTerm } from '#rules/search/query.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { asksFor, withFacet } from '#rules/search/facets.ts'
import { parseSearch, printSearch } from '#rules/search/query.ts'
import { createCollections } from '../../../../src-main/library/collections.ts'
import { createFacets } from '../../../../src-main/library/facets/facets.ts'
import { searchTakes } from '../../../../src-main/library/search.ts'
import { sql } from '../../../../src-main/storage/sql.ts'
import { anyQuery, openTestLibrary, plainAsset, spokenTake } from '../../../kit/library.ts'

const noon = new Date(2026, 10, 25, 12).getTime()
const day = 86_400_000
const account = (number: number) => `00000000-0000-7000-8000-00000000000${number}` as AccountId // has the form of an id
const names = {
  models: () => Object.entries({ 'higgs': 'Higgs 2.5', 'higgs-b': 'higgs 2.5', 'vidu': 'Vidu' })
    .map(([id, label]) => ({ id: id as ModelId, label })),
  accounts: async () => [{ id: account(1), name: 'Studio' }, { id: account(2), name: 'Client' }],
  nowMs: () => noon,
}

async function openMany() {
  const library = await openTestLibrary()
  const { db, takes, projects, clock } = library
  const facets = createFacets(db, names)
  const boat = await projects.create('The boat')
  const train = await projects.create('Train')
  const collections = createCollections({ db, takes, savedSearches: { noteTurned: async () => {} }, clock })
  const make = async (name: string) => (await collections.create(name, [])).collection.id
  const [best, birds, removed] = [await make('Best'), await make('鸟 best'), await make('Removed')]
  for (let at = 0; at < 40; at++) {
    const isPicture = at % 5 === 4
    // Some have a file of an earlier one, and one has it with settings in it.
    const asset = {
      ...await plainAsset(library, `file ${at % 30}`),
      durationSeconds: [3, 10, 45, 60, 700][at % 5] ?? 0,
      contentId: at === 12 ? (await plainAsset(library, 'file 17')).id : null,
    }
    const { id } = await takes.file(spokenTake(['gull over the harbour', 'harbour at night', 'gull', 'a horn'][at % 4] ?? '', {
      ...isPicture ? { kind: 'image' as const, medium: 'picture' as const } : {},
      modelId: [null, 'higgs', 'higgs-b', 'vidu', 'gone'][at % 5] as ModelId | null,
      voice: [null, 'Vivian', 'Ｖivian', 'Ann "the" gull'][at % 4] ?? null,
      accountId: [null, account(1), account(2)][at % 3] ?? null,
      projectId: [null, boat.id, train.id][at % 3] ?? null,
      isPractice: at % 7 === 0,
    }), asset)
    await db.run(sql`UPDATE takes SET taken_at = ${noon - (at * at % 90) * day} WHERE id = ${id}`)
    if (at % 3 === 0)
      await takes.star([id], true)
    if (at % 4 < 2)
      await takes.tag([id], { add: at % 4 === 0 ? ['night', 'sea'] : ['Sea', '夜'], remove: [] })
    if (at % 6 === 1)
      await takes.addToProject(train.id, [id])
    if (at % 9 === 0)
      await takes.trash([id])
    for (const [collectionId, every] of [[best, 3], [birds, 4], [removed, 2]] as const) {
      if (at % every === 0)
        await collections.add(collectionId, [id])
    }
    if (at % 4 === 1) {
      await takes.file(spokenTake('gull at noon', {
        ...{ kind: 'transcribe', medium: 'text', modelId: 'higgs' as ModelId, projectId: train.id, sourceTakeIds: [id], checkOf: id },
      }), await plainAsset(library, `heard ${at % 8}`))
    }
    if (at % 8 === 3) {
      await db.run(sql`
        INSERT INTO voices (id, name, clip_take_id, consent, created_at) VALUES (${`00000000-0000-7000-8000-0000000001${at + 10}`}, 'Mine', ${id}, '', 0)`)
    }
  }
  await collections.remove(removed)
  return { ...library, facets }
}

/** What the facet itself does not ask. */
function without(terms: readonly SearchTerm[], facet: TakeFacet): SearchTerm[] {
  const dates = ['before', 'after']
  const own: Partial<Record<TakeFacet, readonly string[]>> = { length: ['longer', 'shorter'], month: dates, day: dates }
  return terms.filter((term) => {
    if (!('value' in term) || term.isNot || facet === 'tag')
      return true
    if (term.is === 'is') {
      return !(facet === 'star' && term.value === 'starred') && !(facet === 'use' && (term.value === 'used' || term.value === 'unused'))
        && !(facet === 'duplicate' && term.value === 'duplicate') && !(facet === 'check' && term.value === 'check')
    }
    return term.is !== facet && !own[facet]?.includes(term.is)
  })
}

async function openHonest() {
  const library = await openMany()
  return async (text: string, inTrash: boolean): Promise<void> => {
    const terms = parseSearch(text)
    for (const { facet, values } of await library.facets.count({ text, inTrash })) {
      for (const { value, count } of values) {
        const others = without(terms, facet)
        const chosen = asksFor(others, facet, value) ? others : withFacet(others, facet, value)
        const found = await searchTakes(library.db, { ...anyQuery, text: printSearch(chosen), inTrash, limit: 200 }, { names })
        expect({ text, facet, value, count }).toEqual({ text, facet, value, count: found.takes.length })
      }
    }
  }
}

it('each count is what a search finds with the value', async () => {
  const expectHonest = await openHonest()
  for (const text of [
    ...['', 'gull', 'harb', 'gull -night', '-night', '"harbour at"', '!', 'kind:image', 'voice:vivian kind:speech', 'voice:none'],
    ...['model:"higgs 2.5" tag:sea is:starred', 'project:train is:used', 'account:studio -project:boat', 'after:2026-11 before:2026-12'],
    ...['after:2026-11-24 before:2026-11-25 gull', 'longer:10s -is:practice', 'is:practice harbour', '-kind:image -tag:night -is:unused'],
    ...['collection:best', 'collection:"鸟 best" gull', '-collection:鸟 tag:sea', 'collection:removed', 'collection:best collection:鸟'],
    ...['kind:video -', 'kind:image -', '? is:starred', '!', '! is:missing', '-! is:practice', 'gull ?', 'is:starred -gull -!'],
    ...['is:duplicate', '-is:duplicate gull', 'is:duplicate is:starred', 'is:check', '-is:check', 'is:check gull project:train', 'noon'],
  ]) {
    await expectHonest(text, false)
    await expectHonest(text, true)
  }
})

it('of a saved search with signs that are no words, as many are counted as the search finds', async () => {
  const { db, facets } = await openMany()
  for (const text of ['kind:image -', '? is:starred', '!', '! is:missing', '-! is:practice', 'gull ?']) {
    const found = await searchTakes(db, { ...anyQuery, text, limit: 200 }, { names })
    expect({ text, counts: await facets.countFound([text]) }).toEqual({ text, counts: [found.takes.length] })
  }
})

it('also of any terms together', async () => {
  const expectHonest = await openHonest()
  const term = fc.constantFrom(
    ...['gull', 'night', '-horn', 'kind:speech', 'kind:image', '-kind:image', 'voice:vivian', 'voice:ann', '-voice:vivian', 'model:higgs'],
    ...['-model:vidu', 'project:boat', 'project:train', '-project:train', 'account:client', 'account:studio', 'tag:sea', 'tag:夜'],
    ...['collection:best', 'collection:鸟', '-collection:best', 'collection:removed', 'is:duplicate', '-is:duplicate', 'is:check', 'noon'],
    ...['-tag:night', 'is:starred', '-is:starred', 'is:used', 'is:unused', '-is:used', 'is:practice', 'longer:10s', 'shorter:10s'],
    ...['-longer:1m', 'after:2026-11', 'before:2026-12', 'after:2026-10', 'before:2026-11-20', '-before:2026-11'],
  )
  await fc.assert(fc.asyncProperty(fc.array(term, { maxLength: 5 }), fc.boolean(), async (terms, inTrash) => {
    await expectHonest(terms.join(' '), inTrash)
  }), { numRuns: 25 })
})

it('most first, months newest first with the days of the one that is asked for, and one row for each name', async () => {
  const { facets } = await openMany()
  const count = async (text: string) =>
    Object.fromEntries((await facets.count({ text, inTrash: false })).map(each => [each.facet, each.values]))
  const { model = [], voice, account: accounts, month = [], day: noDays } = await count('')
  expect(model.map(each => each.value).toSorted()).toEqual(['Higgs 2.5', 'Vidu', 'gone'])
  expect(model[0]?.value, 'the two of this name together').toBe('Higgs 2.5')
  expect(voice).toHaveLength(2)
  expect(accounts?.map(each => each.value).toSorted()).toEqual(['Client', 'Studio'])
  expect(month.map(each => each.value)).toEqual(['2026-11', '2026-10', '2026-09'])
  expect(noDays).toBeUndefined()
  const { day: days = [], month: months } = await count('after:2026-11 before:2026-12')
  expect(months).toEqual(month)
  expect(days[0]?.value).toBe('2026-11-25')
  expect(days.reduce((sum, each) => sum + each.count, 0)).toBe(month[0]?.count)
})

it('of all collections, however many there are: each is listed with its count', async () => {
  const library = await openTestLibrary()
  const { db, takes, clock } = library
  const collections = createCollections({ db, takes, savedSearches: { noteTurned: async () => {} }, clock })
  const { id } = await takes.file(spokenTake('gull'), await plainAsset(library, 'gull'))
  for (let at = 0; at < 501; at++)
    await collections.create(`Box ${at}`, [id])
  const counted = await takes.facets({ text: '', inTrash: false })
  expect(counted.find(each => each.facet === 'collection')?.values).toHaveLength(501)
})

it('follow what is filed, changed, moved to the trash and deleted', async () => {
  const library = await openTestLibrary()
  const { takes, projects } = library
  const count = async (facet: TakeFacet, text = '') => {
    const counted = (await takes.facets({ text, inTrash: false })).find(each => each.facet === facet)
    return Object.fromEntries(counted?.values.map(each => [each.value, each.count]) ?? [])
  }
  expect(await takes.facets({ text: '', inTrash: false })).toEqual([])
  const gull = await takes.file(spokenTake('gull', { voice: 'Vivian' }), await plainAsset(library, 'gull'))
  const horn = await takes.file(spokenTake('horn', { voice: 'Ann' }), await plainAsset(library, 'horn'))
  expect(await count('voice')).toEqual({ Ann: 1, Vivian: 1 })
  await takes.star([gull.id], true)
  await takes.tag([gull.id, horn.id], { add: ['night'], remove: [] })
  expect(await count('star')).toEqual({ 'is:starred': 1 })
  expect(await count('tag', 'gull')).toEqual({ night: 1 })
  const { id } = await projects.create('The boat')
  expect(await count('project')).toEqual({})
  await takes.addToProject(id, [horn.id])
  expect(await count('project')).toEqual({ 'The boat': 1 })
  await takes.note(gull.id, 'seagull')
  expect(await count('voice', 'seagull')).toEqual({ Vivian: 1 })
  await takes.tag([gull.id], { add: [], remove: ['night'] })
  await takes.trash([horn.id])
  expect(await count('tag')).toEqual({})
  expect(await count('voice')).toEqual({ Vivian: 1 })
  await takes.purge([horn.id])
  await takes.file(spokenTake('bell', { voice: 'Ann' }), await plainAsset(library, 'bell'))
  expect(await count('voice')).toEqual({ Ann: 1, Vivian: 1 })
})

it('stop where nobody waits for them any more', async () => {
  const { takes } = await openTestLibrary()
  const nobody = AbortSignal.abort(new Error('the next key was pressed'))
  await expect(takes.facets({ text: 'gull', inTrash: false }, nobody)).rejects.toThrow('the next key was pressed')
})
