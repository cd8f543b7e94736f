/** What a list asks of takes that it has only the numbers of, and what pages are told when very many change. */
import { expect, it } from 'vitest'
import { idsOfNumbers, weightOfTakes } from '../../../src-main/library/selected-takes.ts'
import { toldToPages } from '../../../src-main/library/told-takes.ts'
import { openTestLibrary, plainAsset, spokenTake } from '../../kit/library.ts'

it('answers ids in the order of the numbers, and the sum of sizes and stars, without deleted ones', async () => {
  const library = await openTestLibrary()
  const { takes, db } = library
  const file = async (text: string) => takes.file(spokenTake(text), await plainAsset(library, text))
  const [one, two, three] = [await file('1'), await file('22'), await file('333')]
  await takes.star([one.id, three.id], true)
  expect(await idsOfNumbers(db, [three.number, 99, one.number])).toEqual([three.id, one.id])
  const all = `${one.number}-${three.number}`
  expect(await weightOfTakes(db, all)).toEqual({ count: 3, sizeBytes: 6, starred: 2 })
  await takes.trash([three.id])
  await takes.purge([three.id])
  expect(await weightOfTakes(db, all)).toEqual({ count: 2, sizeBytes: 3, starred: 1 })
  expect(await idsOfNumbers(db, [three.number, two.number])).toEqual([two.id])
  expect(await weightOfTakes(db, '')).toEqual({ count: 0, sizeBytes: 0, starred: 0 })
})

it('tells pages each of some takes, and of very many only that they changed', async () => {
  const library = await openTestLibrary()
  const take = await library.takes.file(spokenTake('gull'), await plainAsset(library, 'gull'))
  const event = (count: number) => {
    const changed = Array.from<typeof take>({ length: count }).fill(take)
    return { revision: count, total: count, trashed: 0, changed, removed: [] }
  }
  async function* events() {
    yield event(200)
    yield event(201)
    yield { ...event(0), removed: Array.from<typeof take.id>({ length: 1000 }).fill(take.id) }
  }
  const told: unknown[] = []
  for await (const each of toldToPages(events()))
    told.push(each)
  expect(told[0]).toEqual(event(200))
  expect(told.slice(1)).toEqual([
    { revision: 201, total: 201, trashed: 0, changed: [], removed: [], isTooMuch: true },
    { revision: 0, total: 0, trashed: 0, changed: [], removed: [], isTooMuch: true },
  ])
})
