/** The order by hand of a collection: made by moves, undone with everything else, and as it was added before anybody moved anything. */
import type { JournalStepName } from '#contract/journal.ts'
import type { StepId, TakeId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { byHand, newestFirst } from '#contract/take-order.ts'
import { readRuns } from '#rules/search/runs.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { Sql, sql } from '../../../src-main/storage/sql.ts'
import { anyQuery, spokenTake } from '../../kit/library.ts'
import { recordStatements } from '../../kit/statements.ts'
import { openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' as const }
const ofNone = { is: 'project', projectId: null } as const
const { cursor: _, limit: __, ...filter } = anyQuery

async function openLetters(letters = 'abcdef') {
  const studio = await openTestStudio()
  const { parts, handlers } = studio
  const asset = await parts.assets.adoptText('words', { mime: 'text/plain', extension: 'txt' })
  const ids: Record<string, TakeId> = {}
  for (const letter of letters)
    ids[letter] = (await parts.takes.file(spokenTake(letter), asset)).id
  const of = (words: string): TakeId[] => [...words].map(letter => ids[letter] ?? newId<TakeId>())
  const { collection: { id } } = await parts.collections.create('Best', of(letters))
  const listed = async (text = 'collection:best', sort: typeof byHand | typeof newestFirst = byHand) => {
    const { runs } = await parts.takes.order({ ...filter, text, sort, upTo: null })
    return (await parts.takes.numbered(readRuns(runs))).map(take => take.text).join('')
  }
  const move = (words: string, before: string | null) => parts.collections.move(id, of(words), before === null ? null : of(before)[0]!)
  const step = (name: JournalStepName) => ({ id: newId<StepId>(), projectId: null, name, of: 'x', room: 'library' })
  async function turn(way: 'undo' | 'redo') {
    const stepId = (await handlers.journal.next({ of: ofNone }, call))[way]?.id ?? null
    expect((await handlers.journal[way]({ of: ofNone, stepId }, call)).turned).not.toBeNull()
  }
  return { ...studio, id, of, listed, move, step, turn }
}

it('begins as takes were added, and follows each move; what is added comes at the end', async () => {
  const { parts: { collections, takes }, id, of, listed, move } = await openLetters('abcd')
  expect([await listed(), await listed('collection:best', newestFirst)]).toEqual(['abcd', 'dcba'])
  await move('d', 'a')
  expect(await listed()).toBe('dabc')
  await move('db', null)
  expect(await listed(), 'several, in the order given').toBe('acdb')
  await move('bc', 'd')
  expect(await listed()).toBe('abcd')
  await move('bc', 'c')
  expect(await listed(), 'before one that is moved itself').toBe('abcd')
  expect(await move('xa', null), 'only those in it').toEqual(of('a'))
  expect(await listed()).toBe('bcda')
  await collections.removeTakes(id, of('c'))
  await collections.add(id, of('c'))
  expect(await listed()).toBe('bdac')
  await takes.trash(of('d'))
  expect(await listed()).toBe('bac')
  await move('c', 'b')
  await takes.restore(of('d'))
  expect(await listed(), 'the trash keeps its place').toBe('cbda')
  await expect(move('c', 'x')).rejects.toMatchObject({ code: 'not-found' })
  await expect(collections.move(newId(), of('a'), null)).rejects.toMatchObject({ code: 'not-found' })
})

it('is of one collection alone, whatever else is searched in it', async () => {
  const { parts: { collections, takes }, of, listed, move } = await openLetters('abcd')
  await collections.create('Deep sea', of('cda'))
  await move('d', 'a')
  expect(await listed('collection:sea')).toBe('cda')
  expect([await listed('collection:best -collection:sea'), await listed('c collection:best')]).toEqual(['b', 'c'])
  await takes.star(of('ad'), true)
  expect(await listed('is:starred collection:best')).toBe('da')
  expect(await listed('“” collection:best'), 'signs alone').toBe('dabc')
  for (const text of ['', 'collection:none', 'collection:best collection:sea', '-collection:sea'])
    expect(await listed(text), text).toBe(await listed(text, newestFirst))
})

it('comes back with each step of undo: moves, and what leaves and returns', async () => {
  const { handlers, id, of, listed, step, turn } = await openLetters('abcd')
  const input = { collectionId: id, takeIds: of('ba'), beforeTakeId: null, step: step('arrangeCollection') }
  expect(await handlers.collections.move(input, call)).toEqual({ takeIds: of('ba') })
  expect(await listed()).toBe('cdba')
  await handlers.collections.removeTakes({ collectionId: id, takeIds: of('d'), step: step('removeFromCollection') }, call)
  expect(await listed()).toBe('cba')
  await turn('undo')
  expect(await listed(), 'in its place').toBe('cdba')
  await turn('undo')
  expect(await listed()).toBe('abcd')
  await turn('redo')
  expect(await listed()).toBe('cdba')
})

it('tells takes apart that have got the same place: one was away while the other got it', async () => {
  const { handlers, parts: { collections, library }, id, of, listed, move, step, turn } = await openLetters('abcd')
  await handlers.collections.removeTakes({ collectionId: id, takeIds: of('d'), step: step('removeFromCollection') }, call)
  await collections.removeTakes(id, of('b'))
  await collections.add(id, of('b'))
  await turn('undo')
  const places = async () => (await library.all<{ place: string }>(sql`SELECT place FROM collection_takes`)).map(row => row.place)
  expect(new Set(await places()).size, 'b and d have the same').toBe(3)
  expect(await listed()).toBe('acbd')
  await move('a', 'd')
  expect(await listed()).toBe('cbad')
  expect(new Set(await places()).size).toBe(4)
})

it('is what a list would be, whatever is moved', async () => {
  const letters = 'abcdefgh'
  const { listed, move } = await openLetters(letters)
  const anyMove = fc.record({
    words: fc.shuffledSubarray([...letters], { minLength: 1 }),
    before: fc.option(fc.constantFrom(...letters), { nil: null }),
  })
  await fc.assert(fc.asyncProperty(fc.array(anyMove, { minLength: 1, maxLength: 6 }), async (moves) => {
    let list = [...await listed()]
    for (const { words, before } of moves) {
      const anchor = before === null ? undefined : list.slice(list.indexOf(before)).find(letter => !words.includes(letter))
      const rest = list.filter(letter => !words.includes(letter))
      list = rest.toSpliced(anchor === undefined ? rest.length : rest.indexOf(anchor), 0, ...words)
      await move(words.join(''), before)
      expect(await listed()).toBe(list.join(''))
    }
  }), { numRuns: 15 })
})

it('finds the neighbours of a place in the index, however many takes there are', async () => {
  const { parts: { library, takes }, listed, move } = await openLetters('ab')
  const recording = recordStatements()
  await move('b', 'a')
  await takes.order({ ...filter, text: 'collection:best', sort: byHand, upTo: null })
  recording.end()
  const plans: string[] = []
  for (const { text } of recording.statements.filter(each => each.text.includes('collection_takes'))) {
    const rows = await library.all<{ detail: string }>(new Sql(`EXPLAIN QUERY PLAN ${text}`, []))
    plans.push(...rows.map(({ detail }) => detail).filter(detail => detail.includes('collection_takes')))
  }
  expect(plans.filter(plan => plan.startsWith('SCAN'))).toEqual([])
  expect(plans.filter(plan => plan.includes('collection_takes_by_place (collection_id=? AND')).length).toBeGreaterThanOrEqual(2)
  expect(await listed()).toBe('ba')
})
