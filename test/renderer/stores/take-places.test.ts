/** A list of all takes over a real studio: its order, what is loaded of it, and what news does to it. */
import type { TakeSort } from '#contract/take-order.ts'
import type { Take } from '#contract/takes.ts'
import { expect, it, vi } from 'vitest'
import { shallowRef } from 'vue'
import { Fault } from '#contract/faults.ts'
import { newestFirst } from '#contract/take-order.ts'
import { useTakePlaces } from '../../../src-renderer/stores/take-places.ts'
import { everyTake } from '../../../src-renderer/stores/take-query.ts'
import { useTakes } from '../../../src-renderer/stores/takes.ts'
import { spokenTake } from '../../kit/library.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

/** While `isRefused`, main cannot put takes in order. */
async function openList(state = { isRefused: false }) {
  const { parts: { takes, assets }, handlers, ...studio } = await openTestStudio()
  const asset = await assets.adoptText('words', { mime: 'text/plain', extension: 'txt' })
  const file = (words: string): Promise<Take> => takes.file(spokenTake(words), asset)
  const made = [await file('one gull'), await file('two'), await file('three gulls')]
  const page = openPage({ ...studio, handlers: {
    ...handlers,
    takes: {
      ...handlers.takes,
      async order(...asked) {
        if (state.isRefused)
          throw new Fault('library-read-only', { trouble: 'damaged' })
        return handlers.takes.order(...asked)
      },
    },
  } })
  const query = shallowRef({ ...everyTake })
  const sort = shallowRef<TakeSort>(newestFirst)
  const list = page.run(() => useTakePlaces(query, sort, () => false))
  await expect.poll(() => page.run(() => useTakes().isReady)).toBe(true)
  list.want(0, 100)
  const shown = () => list.order.value.map(number => list.get(number)?.text)
  await expect.poll(shown).toEqual(['three gulls', 'two', 'one gull'])
  if (!state.isRefused)
    await expect.poll(() => list.isWhole.value).toBe(true)
  return { takes, file, made, page, query, sort, list, shown, state }
}

it('counts what arrives, and lists it when it is asked for', async () => {
  const { file, list, shown } = await openList()
  const four = await file('four')
  await expect.poll(() => list.arrivedCount.value).toBe(1)
  expect(shown()).toEqual(['three gulls', 'two', 'one gull'])
  const opened = list.opened.value
  await list.showArrived()
  expect([shown(), list.arrivedCount.value, list.placeOf(four.number)]).toEqual([['four', 'three gulls', 'two', 'one gull'], 0, 0])
  expect(list.opened.value, 'from the top').toBeGreaterThan(opened)
})

it('lists what has arrived once everything else has left, as nothing moves then', async () => {
  const { takes, file, made, page, list, shown } = await openList()
  const four = await file('four')
  await expect.poll(() => list.arrivedCount.value).toBe(1)
  await takes.trash(made.map(take => take.id))
  await expect.poll(() => [shown(), list.arrivedCount.value]).toEqual([['four'], 0])
  // The same where both happened while the connection was lost.
  page.cut()
  await file('five')
  await takes.trash([four.id])
  page.restore()
  await expect.poll(() => [shown(), list.arrivedCount.value]).toEqual([['five'], 0])
})

it('drops what leaves, and returns it to its place', async () => {
  const { takes, made: [one, two], list, shown } = await openList()
  const opened = list.opened.value
  await takes.trash([two!.id])
  await expect.poll(shown).toEqual(['three gulls', 'one gull'])
  expect(list.placeOf(two!.number)).toBe(-1)
  await takes.restore([two!.id])
  await expect.poll(shown).toEqual(['three gulls', 'two', 'one gull'])
  await takes.trash([one!.id])
  await takes.purge([one!.id])
  await expect.poll(shown).toEqual(['three gulls', 'two'])
  expect(list.opened.value, 'the same list').toBe(opened)
})

it('returns a take to a search that found it by what only main knows, such as a word without its accent', async () => {
  const { takes, file, query, shown } = await openList()
  const { id } = await file('Café by the sea')
  query.value = { ...everyTake, text: 'cafe' }
  await expect.poll(shown).toEqual(['Café by the sea'])
  await takes.trash([id])
  await expect.poll(shown).toEqual([])
  await takes.restore([id])
  await expect.poll(shown).toEqual(['Café by the sea'])
})

it('keeps to its search and sort: a take that is starred, renamed or tagged comes, moves or leaves', async () => {
  const { takes, made: [one, two, three], query, sort, list, shown } = await openList()
  sort.value = { by: 'name', isAscending: true }
  await expect.poll(shown).toEqual(['one gull', 'three gulls', 'two'])
  await takes.rename([{ takeId: three!.id, name: 'zebra' }])
  await expect.poll(shown).toEqual(['one gull', 'two', 'three gulls'])
  query.value = { ...everyTake, text: 'is:starred' }
  await expect.poll(shown).toEqual([])
  await takes.star([one!.id, two!.id], true)
  await expect.poll(() => list.order.value.length).toBe(2)
  list.want(0, 100)
  await expect.poll(shown).toEqual(['one gull', 'two'])
  await takes.star([one!.id], false)
  await expect.poll(shown).toEqual(['two'])
})

it('after the connection was lost counts what came meanwhile, drops what left, and reads again what it shows', async () => {
  const { takes, file, made: [one, two], page, list, shown } = await openList()
  page.cut()
  await file('four')
  await takes.trash([two!.id])
  await takes.star([one!.id], true)
  page.restore()
  await expect.poll(shown).toEqual(['three gulls', 'one gull'])
  await expect.poll(() => list.arrivedCount.value).toBe(1)
  await expect.poll(() => list.get(one!.number)?.isStarred).toBe(true)
})

it('knows the stacks of the result where tries are folded, and which take is the best of each', async () => {
  const { parts: { takes, assets }, ...studio } = await openTestStudio()
  const asset = await assets.adoptText('words', { mime: 'text/plain', extension: 'txt' })
  const file = (words: string): Promise<Take> => takes.file(spokenTake(words, { madeFrom: JSON.stringify([words, '', 'say', {}]) }), asset)
  const [one, two] = [await file('gull'), await file('gull')]
  await file('crow')
  const page = openPage({ ...studio })
  const isFolded = shallowRef(false)
  const list = page.run(() => useTakePlaces({ ...everyTake }, newestFirst, () => false, isFolded))
  await expect.poll(() => list.isWhole.value).toBe(true)
  expect(list.stacks.value).toEqual([])
  const opened = list.opened.value
  isFolded.value = true
  await expect.poll(() => list.stacks.value).toEqual([[two.number, one.number]])
  expect([list.order.value.length, list.opened.value], 'the same list').toEqual([3, opened])
  await takes.star([one.id], true)
  await expect.poll(() => list.stacks.value).toEqual([[one.number, two.number]])
  const three = await file('gull')
  await expect.poll(() => list.arrivedCount.value).toBe(1)
  await list.showArrived()
  expect(list.stacks.value).toEqual([[one.number, three.number, two.number]])
  isFolded.value = false
  await expect.poll(() => list.stacks.value).toEqual([])
})

it('loads takes that are out of sight', async () => {
  const { file, list } = await openList()
  const numbers: number[] = []
  for (let at = 0; at < 230; at++)
    numbers.push((await file(`take ${at}`)).number)
  expect((await list.load(numbers)).map(take => take.number)).toEqual(numbers)
  expect(await list.load([99_999])).toEqual([])
})

it('tells that the whole result could not be read, and reads it once somebody looks further', async () => {
  const { file, list, state, query } = await openList({ isRefused: true })
  await expect.poll(() => list.fault.value).not.toBeNull()
  for (let at = 0; at < 70; at++)
    await file(`take ${at}`)
  query.value = { ...everyTake, text: 'take' }
  await expect.poll(() => [list.order.value.length, list.fault.value === null]).toEqual([36, false])
  const opened = list.opened.value
  await list.load([list.order.value[0]!, 1])
  expect(list.fault.value, 'takes can be read').not.toBeNull()
  state.isRefused = false
  list.want(20, 36)
  await expect.poll(() => [list.order.value.length, list.isWhole.value, list.fault.value]).toEqual([70, true, null])
  expect(list.opened.value, 'the same list').toBe(opened)
})

it('tells that the order could not be read again, and reads it once somebody looks further', async () => {
  const { takes, made: [one, two], page, list, shown, state } = await openList()
  state.isRefused = true
  await takes.trash([two!.id])
  await expect.poll(() => list.fault.value).not.toBeNull()
  state.isRefused = false
  list.want(0, 100)
  await expect.poll(() => [list.fault.value, shown()]).toEqual([null, ['three gulls', 'one gull']])
  page.cut()
  await takes.star([one!.id], true)
  state.isRefused = true
  page.restore()
  await expect.poll(() => list.fault.value).not.toBeNull()
  state.isRefused = false
  list.want(0, 100)
  await expect.poll(() => [list.fault.value, list.get(one!.number)?.isStarred]).toEqual([null, true])
})
