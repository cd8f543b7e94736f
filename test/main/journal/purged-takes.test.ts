/**
 * Steps that name takes which were deleted for good: what can still be done is done, row by row.
 *
 * @module-tag wide
 */
import type { JournalStepName } from '#contract/journal.ts'
import type { ProjectId, StepId, TakeId } from '#contract/words.ts'
import { beforeEach, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { asStep } from '../../../src-main/base/recorded-step.ts'
import { libraryRecords } from '../../../src-main/journal/recorded-tables.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { spokenTake } from '../../kit/library.ts'
import { call } from '../../kit/paid-inputs.ts'
import { openTestStudio } from '../../kit/studio.ts'

let studio: Awaited<ReturnType<typeof openTestStudio>>
let projectId: ProjectId
let ids: [TakeId, TakeId, TakeId]
beforeEach(async () => {
  studio = await openTestStudio()
  projectId = (await studio.parts.projects.create('Harbour')).id
  ids = [await fileTake('one gull'), await fileTake('two gulls'), await fileTake('three crows')]
})

const of = () => ({ is: 'project' as const, projectId })
const step = (name: JournalStepName) => ({ id: newId<StepId>(), projectId, name, of: '3', room: 'library' })
async function fileTake(words: string): Promise<TakeId> {
  const asset = await studio.parts.assets.adoptText(words, { mime: 'text/plain', extension: 'txt' })
  return (await studio.parts.takes.file(spokenTake(words), asset)).id
}
async function purge(takeId: TakeId) {
  await studio.parts.takes.trash([takeId])
  await studio.parts.takes.purge([takeId])
}
const next = () => studio.handlers.journal.next({ of: of() }, call)
async function turn(way: 'undo' | 'redo') {
  const stepId = (await next())[way]?.id ?? null
  return (await studio.handlers.journal[way]({ of: of(), stepId }, call)).turned
}
/** Changes rows of a table that needs the studio's listening to be filled. */
function write(name: JournalStepName, text: ReturnType<typeof sql>) {
  return asStep({ ...step(name), author: 'person' }, async () => studio.parts.library.transaction(tx => tx.run(text)))
}

interface Membership {
  readonly add: () => Promise<unknown>
  readonly remove: () => Promise<unknown>
  readonly has: () => Promise<{ take_id: TakeId }[]>
}
const memberships: Record<string, () => Promise<Membership>> = {
  async collection() {
    const { collection: { id: collectionId } } = await studio.parts.collections.create('Best', [])
    return {
      add: () => studio.handlers.collections.add({ collectionId, takeIds: ids, step: step('addToCollection') }, call),
      remove: () => studio.handlers.collections.removeTakes({ collectionId, takeIds: ids, step: step('removeFromCollection') }, call),
      has: () => studio.parts.library.all(sql`SELECT take_id FROM collection_takes ORDER BY take_id`),
    }
  },
  tag: async () => ({
    add: () => studio.handlers.takes.tag({ takeIds: ids, add: ['sea'], remove: [], step: step('tagTakes') }, call),
    remove: () => studio.handlers.takes.tag({ takeIds: ids, add: [], remove: ['sea'], step: step('tagTakes') }, call),
    has: () => studio.parts.library.all(sql`SELECT take_id FROM take_tags ORDER BY take_id`),
  }),
  project: async () => ({
    add: () => studio.handlers.takes.addToProject({ projectId, takeIds: ids, step: step('addToBin') }, call),
    remove: () => studio.handlers.takes.removeFromProject({ projectId, takeIds: ids, step: step('removeFromBin') }, call),
    has: () => studio.parts.library.all(sql`SELECT take_id FROM project_takes ORDER BY take_id`),
  }),
  right: async () => ofFindings('right_takes'),
  drift: async () => ofFindings('accepted_drift'),
  anchor: async () => ({
    add: () => write('cast', sql`
      INSERT INTO speaker_anchors (project_id, speaker, take_id)
      SELECT ${projectId}, 'SPEAKER ' || key, value FROM ${sql.each(ids)}`),
    remove: () => write('cast', sql`DELETE FROM speaker_anchors`),
    has: () => studio.parts.library.all(sql`SELECT take_id FROM speaker_anchors ORDER BY take_id`),
  }),
}
function ofFindings(name: string): Membership {
  const table = sql.identifier(name)
  return {
    add: () => write('tagTakes', sql`INSERT INTO ${table} (take_id, findings) SELECT value, 'x' FROM ${sql.each(ids)}`),
    remove: () => write('tagTakes', sql`DELETE FROM ${table}`),
    has: () => studio.parts.library.all(sql`SELECT take_id FROM ${table} ORDER BY take_id`),
  }
}

it.each(Object.keys(memberships))('undo of removing three takes returns those that there are: %s', async (name) => {
  const { add, remove, has } = await memberships[name]!()
  await add()
  await remove()
  await purge(ids[1])
  expect(await turn('undo')).not.toBeNull()
  expect(await has()).toEqual([{ take_id: ids[0] }, { take_id: ids[2] }])
  expect((await next()).redo, 'the step is kept').not.toBeNull()
  expect(await turn('redo')).not.toBeNull()
  expect(await has()).toEqual([])
})

it.each(Object.keys(memberships))('redo of adding three takes adds those that there are: %s', async (name) => {
  const { add, has } = await memberships[name]!()
  await add()
  await turn('undo')
  expect(await has()).toEqual([])
  await purge(ids[1])
  expect(await turn('redo')).not.toBeNull()
  expect(await has()).toEqual([{ take_id: ids[0] }, { take_id: ids[2] }])
})

it('is refused with the take that is gone where nothing is left, and is not offered again', async () => {
  const { add, remove, has } = await memberships.tag!()
  await add()
  await remove()
  for (const takeId of ids)
    await purge(takeId)
  await expect(turn('undo')).rejects.toMatchObject({ code: 'not-found', data: { word: 'take', id: expect.stringMatching(/./) } })
  expect(await has()).toEqual([])
  expect((await next()).undo?.of, 'the step before it').toBe('3')
})

it('a take that the search index is written for is found again by its tag', async () => {
  const { add, remove } = await memberships.tag!()
  await add()
  await remove()
  await purge(ids[1])
  await turn('undo')
  expect(await studio.parts.takes.countFound(['tag:sea', 'sea'])).toEqual([2, 2])
})

it('a speaker’s anchor that was another take stays as it is, and those of others go back', async () => {
  const rows = () => studio.parts.library.all(sql`SELECT speaker, take_id FROM speaker_anchors ORDER BY speaker`)
  await studio.parts.library.run(sql`
    INSERT INTO speaker_anchors (project_id, speaker, take_id)
    SELECT ${projectId}, value ->> 0, value ->> 1 FROM ${sql.each([['ANN', ids[0]], ['BEN', ids[1]]])}`)
  await write('cast', sql`UPDATE speaker_anchors SET take_id = ${ids[2]}`)
  await purge(ids[0])
  await turn('undo')
  expect(await rows()).toEqual([{ speaker: 'ANN', take_id: ids[2] }, { speaker: 'BEN', take_id: ids[1] }])
})

it('the prompt of a picture returns also where its earlier take does not', async () => {
  const { storyboard, script, library } = studio.parts
  const [line] = await script.add(projectId, null, [{ speaker: '', text: 'one', direction: '' }])
  await library.run(sql`UPDATE takes SET medium = 'picture'`)
  await storyboard.edit(projectId, [{ lineId: line!.id, stillTakeId: ids[0], prompt: 'a boat' }])
  const edits = [{ lineId: line!.id, stillTakeId: ids[1], prompt: 'a ship' }]
  await studio.handlers.storyboard.edit({ projectId, edits, step: step('changePictures') }, call)
  await purge(ids[0])
  expect(await turn('undo')).not.toBeNull()
  expect((await storyboard.read(projectId))[0]?.picture).toMatchObject({ prompt: 'a boat', stillTakeId: ids[1] })
})

it('all that recorded columns refer to has a name in faults', async () => {
  const parents = await studio.parts.library.all<{ name: string }>(sql`
    SELECT DISTINCT keys."table" AS name FROM ${sql.each(libraryRecords)} AS asked
    CROSS JOIN pragma_foreign_key_list(asked.value ->> 'name') AS keys
    WHERE keys."from" IN (SELECT value FROM json_each(asked.value, '$.key') UNION ALL SELECT value FROM json_each(asked.value, '$.columns'))
    ORDER BY name`)
  expect(parents.map(({ name }) => name)).toEqual(['collections', 'projects', 'takes', 'voices'])
  expect(libraryRecords.map(({ name }) => name)).toEqual(expect.arrayContaining(parents.map(({ name }) => name)))
})
