/** Rows that no version of Takeroom writes: nothing is done by what they say, they hide nothing else, stay, and the check names them. */
import type { Job } from '#contract/jobs.ts'
import type { JobId, RequestId } from '#contract/words.ts'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { searchTakes } from '../../../src-main/library/search.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { makeFolder } from '../../kit/folder.ts'
import { anyQuery, plainAsset, spokenTake } from '../../kit/library.ts'
import { openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const

async function first<Event>(feed: AsyncIterable<Event>): Promise<Event> {
  const { value, done } = await feed[Symbol.asyncIterator]().next()
  if (done)
    throw new Error('The feed ended')
  return value
}

it('no job with another id than ids have reaches a folder, and the others are worked on', async () => {
  const place = await makeFolder()
  const folder = join(place, 'studio')
  await mkdir(join(place, 'precious'))
  await writeFile(join(place, 'precious', 'letter.txt'), 'dear')
  const before = await openTestStudio({ folder })
  for (const [at, id] of ['../../precious', '../precious', 'a\0b', '', 'X'.repeat(36), '..'].entries()) {
    await before.parts.ledgerDb.run(sql`
      INSERT INTO jobs (id, request_id, kind, state, title, plan, answer, created_at)
      VALUES (${id}, ${newId()}, ${at % 2 ? 'speech' : 'render'}, 'verifying', 'Foreign', '{}', '{}', 0)`)
  }
  const [good] = await before.parts.ledger.enqueue([{
    requestId: newId<RequestId>(),
    requestPart: 0,
    kind: 'join',
    title: 'Good',
    plan: {},
  }])
  await before.close()
  const studio = await openTestStudio({ folder })
  const ended = async (): Promise<Job['state']> => (await studio.parts.ledger.get(good!.id)).state
  // Its plan is none, so it fails: it was worked on.
  await expect.poll(ended).toBe('failed')
  expect(await readdir(join(place, 'precious'))).toEqual(['letter.txt'])
  expect(await readdir(place)).toEqual(['precious', 'studio'])
  expect((await first(studio.parts.ledger.changes(call.signal))).changed.map(job => job.title)).toEqual(['Good'])
  const { report } = await studio.handlers.checks.run({ isDeep: false, isRepairing: false }, call)
  expect(report.unreadable.count).toBe(6)
  expect(report.unreadable.examples).toContain('jobs ../../precious: id')
  expect(await studio.parts.ledgerDb.get(sql`SELECT count(*) AS count FROM jobs WHERE title = 'Foreign'`)).toEqual({ count: 6 })
})

it('a job of which only some values cannot be read is shown as failed, so that nothing paid for is hidden', async () => {
  const studio = await openTestStudio()
  const id = newId<JobId>()
  await studio.parts.ledgerDb.run(sql`
    INSERT INTO jobs (id, request_id, kind, state, title, plan, charged, created_at)
    VALUES (${id}, ${newId()}, 'speech', 'elsewhere', 'Paid', '{}', 'yes', 0)`)
  const { changed } = await first(studio.parts.ledger.changes(call.signal))
  expect(changed).toMatchObject([{ id, title: 'Paid', state: 'failed', failure: { kind: 'unreadable' } }])
})

it('an unreadable row of each list leaves the others of that list', async () => {
  const studio = await openTestStudio()
  const { parts, folder } = studio
  const asset = await plainAsset({ root: folder, assets: parts.assets } as Parameters<typeof plainAsset>[0], '1')
  const take = await parts.takes.file(spokenTake('A good one.'), asset)
  const project = await parts.projects.create('Good')
  const conversation = await parts.conversations.create({ title: 'Good', projectId: null, system: '' })
  await parts.projects.create('Bad')
  const bad = await plainAsset({ root: folder, assets: parts.assets } as Parameters<typeof plainAsset>[0], '2')
  await parts.takes.file(spokenTake('A bad one.'), bad)
  for (const statement of [
    sql`UPDATE projects SET is_sample = 7 WHERE name = 'Bad'`,
    sql`UPDATE assets SET extension = '/../../x' WHERE id = ${bad.id}`,
    sql`INSERT INTO conversations (id, title, created_at, changed_at) VALUES ('../x', 'Bad', 0, 0)`,
    sql`INSERT INTO deliveries (id, project_id, sequence_id, job_id, name, preset_id, width, height, caption_mode, folder, created_at)
      VALUES ('../x', ${project.id}, '../y', '../z', 'Bad', '', 1, 1, 'none', '/', 0)`,
  ])
    await parts.library.run(sql`${statement}`).catch(error => expect(String(error)).toContain('FOREIGN KEY'))
  expect((await first(parts.projects.changes(call.signal))).changed.map(each => each.name)).toEqual(['Good'])
  expect((await first(parts.conversations.changes(call.signal))).changed.map(each => each.id)).toEqual([conversation.id])
  expect((await searchTakes(parts.library, anyQuery)).takes.map(each => each.id)).toEqual([take.id])
  expect((await parts.assets.all()).map(each => each.id)).toEqual([asset.id])
  const { report } = await studio.handlers.checks.run({ isDeep: false, isRepairing: false }, call)
  expect(report.unreadable).toMatchObject({ count: 3 })
})
