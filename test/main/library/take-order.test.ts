/** The order of a result: all of its takes in any order, whatever arrives, and any of them by number. */
import type { ModelId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { readRuns } from '#rules/search/runs.ts'
import { Sql, sql } from '../../../src-main/storage/sql.ts'
import { anyQuery, openTestLibrary, plainAsset, spokenTake } from '../../kit/library.ts'
import { recordStatements } from '../../kit/statements.ts'

const { cursor: _, limit: __, ...filter } = anyQuery
const newest = { ...filter, sort: { by: 'time', isAscending: false }, upTo: null } as const

async function openOrder() {
  const library = await openTestLibrary()
  const { takes } = library
  const file = async (text: string, more: Parameters<typeof spokenTake>[1] = {}, durationSeconds: number | null = 1) =>
    takes.file(spokenTake(text, more), { ...await plainAsset(library, text), durationSeconds })
  const ordered = async (query: Parameters<typeof takes.order>[0]) => {
    const { runs } = await takes.order(query)
    return (await takes.numbered(readRuns(runs))).map(take => take.text)
  }
  return { ...library, file, ordered }
}

it('lists by time, name, length and size, both ways', async () => {
  const { takes, file, ordered } = await openOrder()
  const gull = await file('a gull', {}, 3)
  await file('Boat and more', {}, 9)
  await file('crow', { kind: 'image', medium: 'picture' }, 20)
  await takes.rename([{ takeId: gull.id, name: 'zebra' }])
  const by = (by: 'time' | 'name' | 'length' | 'size', isAscending: boolean) => ordered({ ...newest, sort: { by, isAscending } })
  expect(await by('time', false)).toEqual(['crow', 'Boat and more', 'a gull'])
  expect(await by('time', true)).toEqual(['a gull', 'Boat and more', 'crow'])
  expect(await by('name', true), 'by its own name, whatever the case').toEqual(['Boat and more', 'crow', 'a gull'])
  expect(await by('name', false)).toEqual(['a gull', 'crow', 'Boat and more'])
  expect(await by('length', false), 'a still has no length').toEqual(['Boat and more', 'a gull', 'crow'])
  expect(await by('length', true)).toEqual(['a gull', 'Boat and more', 'crow'])
  expect(await by('size', true)).toEqual(['crow', 'a gull', 'Boat and more'])
})

it('lists by model, voice, project and tags, equal ones newest first, and those without one last both ways', async () => {
  const { takes, projects, file, ordered } = await openOrder()
  const make = async (name: string) => (await projects.create(name)).id
  const [sea, harbour, seaAgain, gone] = [await make('sea 10'), await make('Sea 9'), await make('SEA 10'), await make('Attic')]
  const id = (model: string) => model as ModelId
  await file('one', { modelId: id('higgs'), voice: 'uncle_fu', projectId: sea })
  await file('two', { modelId: id('Chatter'), voice: 'Zoe', projectId: harbour })
  const three = await file('three', { projectId: gone })
  const four = await file('four', { modelId: id('higgs'), voice: 'Anna', projectId: seaAgain })
  const five = await file('five', { modelId: id('higgs'), voice: 'Uncle_Fu', projectId: sea })
  await projects.trash(gone)
  await takes.tag([five.id], { add: ['night'], remove: [] })
  await takes.tag([five.id, four.id], { add: ['boat'], remove: [] })
  await takes.tag([three.id], { add: ['Boat'], remove: [] })
  const by = (by: 'model' | 'voice' | 'project' | 'tags', isAscending: boolean, text = '') =>
    ordered({ ...newest, text, sort: { by, isAscending } })
  expect(await by('model', true)).toEqual(['two', 'five', 'four', 'one', 'three'])
  expect(await by('model', false)).toEqual(['five', 'four', 'one', 'two', 'three'])
  expect(await by('voice', true), 'whatever the case').toEqual(['four', 'five', 'one', 'two', 'three'])
  expect(await by('project', true), '10 after 9, and two of one name').toEqual(['two', 'five', 'four', 'one', 'three'])
  expect(await by('project', false), 'one in the trash is not named').toEqual(['five', 'four', 'one', 'two', 'three'])
  expect(await by('tags', true)).toEqual(['four', 'three', 'five', 'two', 'one'])
  expect(await by('voice', false, '-two')).toEqual(['five', 'one', 'four', 'three'])
  await takes.trash([four.id])
  expect(await by('voice', true)).toEqual(['five', 'one', 'two', 'three'])
})

it('sorts the names of models, voices and projects, and no takes', async () => {
  const { takes, file, db } = await openOrder()
  await file('one', { voice: 'Anna' })
  const recording = recordStatements()
  for (const by of ['model', 'voice', 'project'] as const)
    await takes.order({ ...newest, sort: { by, isAscending: true } })
  recording.end()
  const plans: string[] = []
  for (const { text } of recording.statements.filter(each => each.text.includes('json_group_array'))) {
    const rows = await db.all<{ detail: string }>(new Sql(`EXPLAIN QUERY PLAN ${text}`, []))
    plans.push(...rows.map(({ detail }) => detail))
  }
  expect(plans.filter(plan => plan.includes('TEMP B-TREE'))).toEqual([])
  expect(plans).toContain('SEARCH takes USING COVERING INDEX takes_by_model (model_id>?)')
  expect(plans).toContain('SEARCH takes USING COVERING INDEX takes_by_spoken_voice (voice>?)')
  expect(plans).toContain('SEARCH takes USING COVERING INDEX takes_by_project (project_id=?)')
})

it('lists by how well words fit, newest first where none fits better, and without words by time', async () => {
  const { takes, file, ordered } = await openOrder()
  await file('gull')
  await file('a gull and a boat in the harbour, and so many other things that one word says little of them')
  await file('gull gull gull')
  await file('a crow')
  await file('gull')
  const trashed = await file('gull')
  await takes.trash([trashed.id])
  const fitting = (text: string, isAscending = false) => ordered({ ...newest, text, sort: { by: 'relevance', isAscending } })
  const best = await fitting('gull')
  expect(best[0]).toBe('gull gull gull')
  expect(best.slice(1, 3)).toEqual(['gull', 'gull'])
  expect(best).toHaveLength(4)
  expect((await fitting('gull', true))[0]).toBe(best[3])
  expect(await fitting('harbour gul')).toEqual([best[3]])
  expect((await fitting('gull -kind:image longer:0'))[0], 'with filters, too').toBe('gull gull gull')
  expect(await fitting(''), 'without words').toEqual(await ordered(newest))
  expect(await fitting('-gull')).toEqual(['a crow'])
  const { upTo } = await takes.order(newest)
  await file('gull gull gull gull')
  expect((await takes.order({ ...newest, text: 'gull', sort: { by: 'relevance', isAscending: false }, upTo })).runs)
    .not
    .toContain(String(upTo + 1))
})

it('has what the search finds, page after page, in the same order', async () => {
  const { takes, file, db, ordered } = await openOrder()
  for (let number = 0; number < 30; number++) {
    const take = await file(`gull ${number} ${number % 2 === 0 ? 'even' : 'odd'}`, {}, number)
    await db.run(sql`UPDATE takes SET taken_at = ${(number * 7 % 30) * 86_400_000} WHERE id = ${take.id}`)
    if (number % 5 === 0)
      await takes.star([take.id], true)
    if (number % 7 === 0)
      await takes.trash([take.id])
  }
  const asked = ['', 'gull', 'eve', 'even -is:starred', 'is:starred', 'longer:9 odd', 'after:1970-01-08', 'before:1970-01-20 even', '“”']
  for (const text of asked) {
    for (const inTrash of [false, true]) {
      const found: string[] = []
      for (let cursor: string | null = null, isMore = true; isMore;) {
        const page = await takes.search({ ...anyQuery, text, inTrash, cursor, limit: 4 })
        found.push(...page.takes.map(take => take.text))
        cursor = page.nextCursor
        isMore = cursor !== null
      }
      expect(await ordered({ ...newest, text, inTrash }), `${text} ${inTrash}`).toEqual(found)
    }
  }
})

it('stays as it was when a take is filed, without one that was deleted, and with one that was restored in its place', async () => {
  const { takes, file, ordered } = await openOrder()
  const [, two] = [await file('one'), await file('two'), await file('three')]
  const { runs, upTo } = await takes.order(newest)
  expect(readRuns(runs)).toHaveLength(3)
  await file('four')
  const asked = { ...newest, upTo }
  expect(await takes.order(asked)).toEqual({ runs, stacks: '', upTo })
  expect(await ordered(newest)).toEqual(['four', 'three', 'two', 'one'])
  await takes.trash([two.id])
  expect(await ordered(asked)).toEqual(['three', 'one'])
  await takes.restore([two.id])
  expect(await ordered(asked)).toEqual(['three', 'two', 'one'])
  await takes.trash([two.id])
  await takes.purge([two.id])
  expect((await takes.numbered(readRuns(runs))).map(take => take.text), 'a deleted take is left out').toEqual(['three', 'one'])
})

it('knows the first take of each month, without months that have none', async () => {
  const { takes, file, db } = await openOrder()
  expect(await takes.months()).toEqual([])
  const days = [new Date(2025, 10, 30, 23, 59), new Date(2025, 11, 1), new Date(2025, 11, 31), new Date(2026, 2, 5)]
  for (const [at, day] of days.entries())
    await db.run(sql`UPDATE takes SET taken_at = ${day.getTime()} WHERE id = ${(await file(`take ${at}`)).id}`)
  const numbers = readRuns((await takes.order({ ...newest, sort: { by: 'time', isAscending: true } })).runs)
  expect(await takes.months()).toEqual([
    { year: 2025, month: 11, number: numbers[0] },
    { year: 2025, month: 12, number: numbers[1] },
    { year: 2026, month: 3, number: numbers[3] },
  ])
  // Filed last, by a clock that was wrong.
  await db.run(sql`UPDATE takes SET taken_at = ${new Date(1999, 1, 1).getTime()} WHERE id = ${(await file('long ago')).id}`)
  expect((await takes.months()).map(({ month }) => month)).toEqual([11, 12, 3])
})
