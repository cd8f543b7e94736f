/**
 * A trash of very many takes: all of it is counted, found, restored and deleted.
 *
 * @module-tag wide
 */
import type { StepId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { mostListed } from '#contract/trash.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { spokenTake } from '../../kit/library.ts'
import { openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' as const }
const many = 6000

/** An old take, and after it 6,000 of one act. */
async function openMany() {
  const studio = await openTestStudio()
  const { handlers, parts } = studio
  const { library, takes, assets } = parts
  const asset = await assets.adoptText('words', { mime: 'text/plain', extension: 'txt' })
  const old = await takes.file(spokenTake('Zeppelin'), asset)
  const model = await takes.file(spokenTake('gull'), asset)
  const columns = (await library.all<{ name: string }>(sql`SELECT name FROM pragma_table_info('takes')`))
    .map(({ name }) => name)
    .filter(name => !['number', 'id', 'job_part'].includes(name))
  const copied = sql.join(columns.map(name => sql.identifier(name)))
  const ids = Array.from({ length: many - 1 }, () => newId())
  await library.run(sql`
    INSERT INTO takes (id, job_part, ${copied}) SELECT each.value, each.key + 1000, ${copied}
    FROM ${sql.each(ids)} AS each, takes WHERE takes.id = ${model.id}`)
  await handlers.takes.trash({ takeIds: [old.id] }, call)
  const all = [model.id, ...ids as typeof model.id[]]
  const step = { id: newId<StepId>(), projectId: null, name: 'trashTakes', of: String(many), room: null } as const
  for (let from = 0; from < many; from += 1000)
    await handlers.takes.trash({ takeIds: all.slice(from, from + 1000), step }, call)
  return { ...studio, old, model, asset, acts: (words = '') => handlers.trash.acts({ words, order: 'newest', most: mostListed }, call) }
}

it('is counted and found as a whole, and an act comes back as one', async () => {
  const { handlers, parts, old, asset, acts } = await openMany()
  const shown = await acts()
  expect(shown).toMatchObject({ count: many + 1, total: many + 1, more: 0, kinds: ['take'], sizeBytes: (many + 1) * asset.sizeBytes })
  expect(shown.acts.map(({ count, first }) => [count, first.length])).toEqual([[many, 3], [1, 1]])
  expect(await acts('zeppelin')).toMatchObject({ count: 1, total: many + 1, acts: [{ count: 1, first: [{ id: old.id }] }] })
  const act = shown.acts[0]!.key
  expect((await handlers.trash.list({ act }, call)).items).toHaveLength(mostListed)
  expect((await handlers.trash.list({ act, from: mostListed }, call)).items).toHaveLength(many - mostListed)
  expect(await handlers.trash.acts({ order: 'oldest', most: 1 }, call)).toMatchObject({ more: 1, acts: [{ first: [{ id: old.id }] }] })

  const choice = { upTo: shown.upTo, isAll: false, acts: [act], items: [] }
  expect(await handlers.trash.restore({ items: [], choice }, call)).toEqual({ count: many, projects: [] })
  expect(await acts()).toMatchObject({ count: 1, acts: [{ first: [{ id: old.id }] }] })
  expect(await parts.library.get(sql`SELECT count(*) AS there FROM takes WHERE trashed_at IS NULL`)).toEqual({ there: many })
})

it('is deleted as a whole, but for what is not chosen and what came after it was read', async () => {
  const { handlers, old, model, parts, asset, acts } = await openMany()
  const { upTo } = await acts()
  const late = await parts.takes.file(spokenTake('late'), asset)
  await parts.library.run(sql`UPDATE takes SET trashed_at = ${upTo + 1} WHERE id = ${late.id}`)
  const choice = { upTo, isAll: true, acts: [], items: [{ kind: 'take' as const, id: old.id }] }
  expect(await handlers.trash.weigh({ items: [], choice }, call)).toMatchObject({ chosen: { take: many }, count: many, sizeBytes: 0 })
  expect(await handlers.trash.purge({ items: [], choice }, call)).toMatchObject({ count: many })
  expect((await handlers.trash.list({}, call)).items.map(item => item.id)).toEqual([late.id, old.id])
  await expect(parts.takes.get(model.id)).rejects.toMatchObject({ code: 'not-found' })
})
