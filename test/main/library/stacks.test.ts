/** The stacks among the takes of a result, and which take of each is its best. */
import type { ModelId, TakeId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { readRuns } from '#rules/search/runs.ts'
import { readStacks } from '#rules/search/stacks.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { anyQuery, openTestLibrary, plainAsset, spokenTake } from '../../kit/library.ts'

const { cursor: _, limit: __, ...filter } = anyQuery
const folded = { ...filter, sort: { by: 'time', isAscending: false }, upTo: null, isFolded: true } as const

async function openTries() {
  const library = await openTestLibrary()
  const { takes } = library
  let seed = 0
  const file = async (prompt: string) => takes.file(spokenTake(prompt, {
    ...{ kind: 'image', medium: 'picture', modelId: 'paint' as ModelId },
    request: { ...{ method: 'POST', path: '/generate', encoding: 'json', body: '{}' }, fields: { prompt, seed: ++seed } },
  }), await plainAsset(library, `${prompt} ${seed}`))
  /** As the texts and the number of each take: `gull 1`. */
  const stacks = async (query: Partial<Parameters<typeof takes.order>[0]> = {}) => {
    const answer = await takes.order({ ...folded, ...query })
    return readStacks(answer.stacks)
  }
  return { ...library, file, stacks }
}

it('takes of one request are a stack: the newest first, or the one with a star, or the one that is used', async () => {
  const { takes, db, file, stacks } = await openTries()
  const [one, two] = [await file('gull'), await file('gull')]
  await file('crow')
  const three = await file('gull')
  expect(await stacks()).toEqual([[three.number, two.number, one.number]])
  const use = async (id: TakeId) => db.run(sql`
    INSERT INTO voices (id, name, clip_take_id, consent, created_at) VALUES ('0199c2d4-7b00-7000-8000-000000000001', 'Mine', ${id}, '', 0)`)
  await use(one.id)
  expect(await stacks()).toEqual([[one.number, three.number, two.number]])
  await takes.star([two.id], true)
  expect(await stacks(), 'a star counts for more than a use').toEqual([[two.number, three.number, one.number]])
  await takes.star([one.id], true)
  expect(await stacks(), 'of two with a star, the one that is used').toEqual([[one.number, three.number, two.number]])
})

it('only among the takes that are found, and with what is filed later', async () => {
  const { takes, file, stacks } = await openTries()
  const [one, two, three] = [await file('gull'), await file('gull'), await file('gull')]
  const { upTo } = await takes.order(folded)
  await takes.tag([one.id, two.id], { add: ['night'], remove: [] })
  expect(await stacks({ text: 'tag:night' })).toEqual([[two.number, one.number]])
  await takes.trash([two.id])
  expect(await stacks({ text: 'tag:night' }), 'one alone is no stack').toEqual([])
  expect(await stacks()).toEqual([[three.number, one.number]])
  const four = await file('gull')
  const crow = await file('crow')
  const again = await file('crow')
  expect(await stacks()).toEqual([[again.number, crow.number], [four.number, three.number, one.number]])
  expect(await stacks({ upTo })).toEqual([[three.number, one.number]])
  expect((await takes.order({ ...folded, isFolded: false })).stacks, 'where they are not asked for').toBe('')
  await takes.trash([four.id])
  await takes.purge([four.id])
  expect(await stacks()).toEqual([[again.number, crow.number], [three.number, one.number]])
  const { runs, stacks: byName } = await takes.order({ ...folded, sort: { by: 'name', isAscending: true } })
  expect(readRuns(runs)).toEqual([again.number, crow.number, three.number, one.number])
  expect(readStacks(byName)).toEqual([[again.number, crow.number], [three.number, one.number]])
})
