/**
 * A trash of very many takes: all of it is counted, found, restored and deleted.
 *
 * @module-tag wide
 */
import type { JobId, MessageId, ModelId, StepId, TakeId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { mostListed } from '#contract/trash.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { spokenTake } from '../../kit/library.ts'
import { storeSequence } from '../../kit/sequences.ts'
import { recordStatements } from '../../kit/statements.ts'
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

it('says which of its takes are used by what is kept, without naming all of them to the database', async () => {
  const { handlers, parts, asset } = await openMany()
  const { library, projects, takes, assets, voices, conversations, script, sequences, snapshots } = parts
  const ids = (await handlers.trash.list({ from: 100 }, call)).items.map(item => item.id as TakeId)
  const [inScript, inTimeline, ofVoice, ofVersion, heard, heardInTrash] = ids as [TakeId, TakeId, TakeId, TakeId, TakeId, TakeId]
  const project = await projects.create('Film')
  const [line] = await script.add(project.id, null, [{ speaker: 'Anna', text: 'One.', direction: '' }])
  const choose = (id: TakeId | null) => library.run(sql`UPDATE lines SET chosen_take_id = ${id} WHERE id = ${line!.id}`)
  await choose(ofVersion)
  await snapshots.take(project.id)
  await choose(inScript)
  await storeSequence(sequences, project.id, { spoken: [{ takeId: inTimeline }] })
  // A take of another file, which a conversation shows.
  const shown = await takes.file(spokenTake('shown'), await assets.adoptText('other words', { mime: 'text/plain', extension: 'txt' }))
  const { id: conversationId } = await conversations.create({ title: 'About it', projectId: null, system: '' })
  await conversations.ask({
    conversationId,
    message: { id: newId<MessageId>(), parentId: null, parts: [{ type: 'image', assetId: shown.asset.id }] },
    answer: { id: newId<MessageId>(), jobId: newId<JobId>(), modelId: 'a-model' as ModelId },
    words: '',
  })
  await library.run(sql`UPDATE assets SET mime = 'audio/wav', duration_seconds = 1.5 WHERE id = ${asset.id}`)
  await voices.create({ takeId: ofVoice, name: 'Grandfather', consent: 'yes' })
  // Made from takes, which only what is kept needs; and even that not as a source alone.
  for (const [from, at] of [[heard, null], [heardInTrash, 1]] as const) {
    const made = await takes.file(spokenTake('transcript'), asset)
    await library.run(sql`
      UPDATE takes SET kind = 'transcribe', source_take_ids = ${JSON.stringify([from])}, trashed_at = ${at} WHERE id = ${made.id}`)
  }
  await library.run(sql`UPDATE takes SET trashed_at = 2 WHERE id = ${shown.id}`)

  const sent = recordStatements()
  const { acts } = await handlers.trash.acts({ order: 'newest', most: mostListed }, call)
  sent.end()
  expect(Math.max(...sent.statements.map(each => each.longestValue))).toBeLessThan(1000)
  expect(acts.filter(act => act.isUsed).map(act => act.count).toSorted((a, b) => a - b)).toEqual([1, many])
  const { items } = await handlers.trash.list({}, call)
  const rest = await handlers.trash.list({ from: mostListed }, call)
  const used = [...items, ...rest.items].filter(item => item.isUsed).map(item => item.id)
  expect(new Set(used)).toEqual(new Set([inScript, inTimeline, ofVoice, ofVersion, shown.id]))

  const everything = { upTo: Date.now() + 1000, isAll: true, acts: [], items: [] }
  const { uses } = await handlers.trash.weigh({ items: [], choice: everything }, call)
  expect(new Map(uses.map(use => [use.kind, use.things])))
    .toEqual(new Map([['script', 1], ['timeline', 1], ['version', 1], ['conversation', 1], ['source', 1]]))
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
