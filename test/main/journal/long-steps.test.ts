/**
 * Thousands of takes, changed in parts: one step, which is not read for each part, and is undone and redone as a whole.
 *
 * @module-tag all
 */
import type { JournalStepName } from '#contract/journal.ts'
import type { StepId, TakeId } from '#contract/words.ts'
import { beforeEach, expect, it } from 'vitest'
import { Fault } from '#contract/faults.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { createJournal } from '../../../src-main/journal/journal.ts'
import { inLibrary, longestWhole } from '../../../src-main/journal/step-rows.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { call } from '../../kit/paid-inputs.ts'
import { openTestStudio } from '../../kit/studio.ts'

const takeCount = 8000
const atOnce = 1000
const ofStudio = { is: 'project' as const, projectId: null }

let studio: Awaited<ReturnType<typeof openTestStudio>>
let ids: TakeId[]
beforeEach(async () => {
  studio = await openTestStudio()
  const asset = await studio.parts.assets.adoptText('the same for all', { mime: 'text/plain', extension: 'txt' })
  await studio.parts.library.transaction(async (tx) => {
    await studio.parts.assets.insert(tx, asset)
    ids = Array.from({ length: takeCount }, () => newId<TakeId>())
    await tx.run(sql`
      INSERT INTO takes (id, kind, medium, title, text, asset_id, taken_at)
      SELECT value, 'import', 'text', 'gull', 'gull', ${asset.id}, 1 FROM ${sql.each(ids)}`)
    await studio.parts.takes.index(tx, ids)
  })
})

const begin = (name: JournalStepName) => ({ id: newId<StepId>(), projectId: null, name, of: '?', room: 'library' })
async function inParts(work: (takeIds: TakeId[]) => Promise<unknown>, to = takeCount): Promise<void> {
  for (let from = 0; from < to; from += atOnce)
    await work(ids.slice(from, Math.min(from + atOnce, to)))
}
const next = () => studio.handlers.journal.next({ of: ofStudio }, call)
async function turn(way: 'undo' | 'redo') {
  const { [way]: step } = await next()
  if (!step)
    throw new Error(`There is nothing to ${way}`)
  return studio.handlers.journal[way]({ of: ofStudio, stepId: step.id }, call)
}
async function count(where: ReturnType<typeof sql>): Promise<number> {
  return (await studio.parts.library.get<{ count: number }>(sql`SELECT count(*) AS count FROM takes WHERE ${where}`))?.count ?? -1
}
const starred = () => count(sql`is_starred = 1`)
const tagged = () => count(sql`id IN (SELECT take_id FROM take_tags WHERE tag = 'sea')`)
function found() {
  return studio.parts.library.get<{ count: number }>(sql`
  SELECT count(*) AS count FROM takes_search WHERE takes_search MATCH 'sea'`)
}
function stepSizes() {
  return studio.parts.library.all<{ size: number, length: number }>(sql`
  SELECT size, length(changes) AS length FROM undo_steps ORDER BY step_order`)
}

it('stars, trashes and tags all of them as one step each, and goes back through all of it and forth again', async () => {
  await studio.handlers.takes.star({ takeIds: ids.slice(0, 10), isStarred: true }, call)
  const star = begin('starTakes')
  await inParts(takeIds => studio.handlers.takes.star({ takeIds, isStarred: true, step: star }, call))
  expect((await next()).undo).toMatchObject({ id: star.id, of: String(takeCount - 10) })
  const [first] = await stepSizes()
  expect(first?.size, 'its last parts were added without reading it').toBeGreaterThan(longestWhole)
  expect(first?.size).toBe(first?.length)
  const trash = begin('trashTakes')
  await inParts(takeIds => studio.handlers.takes.trash({ takeIds, step: trash }, call))
  const tag = begin('tagTakes')
  await inParts(takeIds => studio.handlers.takes.tag({ takeIds, add: ['sea'], remove: [], step: tag }, call))
  expect(await stepSizes()).toHaveLength(3)
  expect([await starred(), await count(sql`trashed_at IS NOT NULL`), await tagged()]).toEqual([takeCount, takeCount, takeCount])

  await turn('undo')
  expect([await tagged(), (await found())?.count]).toEqual([0, 0])
  await turn('undo')
  expect(await count(sql`trashed_at IS NOT NULL`)).toBe(0)
  await turn('undo')
  expect(await starred(), 'those that had a star before keep it').toBe(10)
  expect((await next()).undo).toBeNull()
  await turn('redo')
  await turn('redo')
  await turn('redo')
  expect([await starred(), await count(sql`trashed_at IS NOT NULL`), await tagged()]).toEqual([takeCount, takeCount, takeCount])
  expect((await found())?.count).toBe(takeCount)
})

it('a studio that is closed in the middle has whole parts, and a step that undoes them', async () => {
  const star = begin('starTakes')
  await inParts(takeIds => studio.handlers.takes.star({ takeIds, isStarred: true, step: star }, call), 7000)
  await studio.close()
  studio = await openTestStudio({ folder: studio.folder })
  expect(await starred()).toBe(7000)
  expect((await next()).undo).toMatchObject({ id: star.id, of: '7000' })
  await turn('undo')
  expect(await starred()).toBe(0)
})

it('leaves what was changed since as it is, also a whole part, and refuses only where nothing is left', async () => {
  const star = begin('starTakes')
  await inParts(takeIds => studio.handlers.takes.star({ takeIds, isStarred: true, step: star }, call))
  await studio.handlers.takes.star({ takeIds: ids.slice(500, 1500), isStarred: false }, call)
  await studio.handlers.takes.star({ takeIds: ids.slice(0, 500), isStarred: false }, call)
  await turn('undo')
  expect(await starred()).toBe(0)
  await turn('redo')
  await studio.parts.library.run(sql`UPDATE takes SET is_starred = 0`)
  await expect(turn('undo')).rejects.toMatchObject({ code: 'changed-meanwhile' })
  expect((await next()).undo).toBeNull()
})

it('a row that two calls of a long step change goes back to where it was before both', async () => {
  const step = begin('starTakes')
  await inParts(takeIds => studio.handlers.takes.star({ takeIds, isStarred: true, step }, call))
  await studio.handlers.takes.star({ takeIds: ids.slice(0, 1000), isStarred: false, step }, call)
  await turn('undo')
  expect(await starred()).toBe(0)
  await turn('redo')
  expect(await starred()).toBe(takeCount - 1000)
})

it('what a long step has moved to the trash has one moment there after redo, so that checks are restored with their takes', async () => {
  const step = begin('trashTakes')
  await inParts(takeIds => studio.handlers.takes.trash({ takeIds, step }, call))
  await turn('undo')
  await turn('redo')
  const rows = await studio.parts.library.all<{ trashed_at: number | null }>(sql`SELECT DISTINCT trashed_at FROM takes`)
  expect(rows).toEqual([{ trashed_at: expect.any(Number) }])
})

it('of thousands that had a tag, those return that there are, although one was deleted for good', async () => {
  await inParts(takeIds => studio.handlers.takes.tag({ takeIds, add: ['sea'], remove: [] }, call))
  const untag = begin('tagTakes')
  await inParts(takeIds => studio.handlers.takes.tag({ takeIds, add: [], remove: ['sea'], step: untag }, call))
  expect(await tagged()).toBe(0)
  await studio.parts.takes.trash([ids[1500]!])
  await studio.parts.takes.purge([ids[1500]!])
  await turn('undo')
  expect([await tagged(), (await found())?.count]).toEqual([takeCount - 1, takeCount - 1])
})

it('a part that is refused after some of it was written leaves nothing behind', async () => {
  const star = begin('starTakes')
  await inParts(takeIds => studio.handlers.takes.star({ takeIds, isStarred: true, step: star }, call))
  const journal = createJournal({
    db: studio.parts.library,
    records: inLibrary,
    clock: systemClock,
    keepers: [{
      tables: ['takes'],
      async write(_, changes, write) {
        await write(changes)
        if (changes.some(({ key: [id] }) => id === ids[1500]))
          throw new Fault('not-found', { word: 'take', id: ids[1500]! })
        return async () => {}
      },
    }],
  })
  expect((await journal.turn('undo', null, star.id))?.changes).toHaveLength(takeCount - 1000)
  expect(await starred(), 'the refused part is as it was').toBe(1000)
  journal.close()
})
