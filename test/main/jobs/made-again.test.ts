/**
 * What was made here is compared with what was put on record of it, and made again when it differs; what is paid is filed again.
 *
 * @module-tag wide
 */
import type { RequestId } from '#contract/words.ts'
import type { WishKind } from '../../torture/plan.ts'
import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { sha256File } from '../../../src-main/base/hash.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { copyAsKilled } from '../../kit/folder.ts'
import { connect, ended, openTestPractice, openTestStudio, speak } from '../../kit/studio.ts'
import { ask, prepareStudio } from '../../torture/ask.ts'

/** A studio in which this was made, closed, and the last of its jobs. */
async function made(kind: WishKind) {
  const practice = await openTestPractice()
  const studio = await openTestStudio()
  await connect(studio, practice)
  const accountId = await prepareStudio(studio, practice)
  const jobIds = await ask(studio, accountId, { index: 0, kind, marker: 'q0x0z', requestId: newId<RequestId>(), requests: 1 })
  studio.parts.engine.wake()
  const jobs = await Promise.all(jobIds.map(jobId => ended(studio, jobId)))
  const job = jobs.find(each => each.accountId === null) ?? jobs[0]!
  expect(job.state).toBe('done')
  await studio.close()
  return { folder: studio.folder, job, practice }
}

/** The power went after `fetch`: the ledger says that all is made. */
function putBack(folder: string, jobId: string): void {
  const ledger = new DatabaseSync(join(folder, 'ledger.db'))
  ledger.prepare(`UPDATE jobs SET state = 'verifying', ended_at = NULL, boot_id = 'before' WHERE id = ?`).run(jobId)
  ledger.close()
}

function eventsOf(folder: string, jobId: string): string[] {
  const ledger = new DatabaseSync(join(folder, 'ledger.db'), { readOnly: true })
  const moves = ledger.prepare('SELECT event FROM job_moves WHERE job_id = ? ORDER BY number').all(jobId)
  ledger.close()
  return moves.map(({ event }) => String(event))
}

it('a film whose file in the work folder is torn comes back from where it was put, and is delivered once', async () => {
  const { folder, job } = await made('render')
  const [name] = await readdir(join(folder, 'deliveries'))
  const before = await sha256File(join(folder, 'deliveries', name!))
  putBack(folder, job.id)
  await mkdir(join(folder, 'work', job.id), { recursive: true })
  await writeFile(join(folder, 'work', job.id, 'out.mp4'), (await readFile(join(folder, 'deliveries', name!))).subarray(0, 4096))
  const next = await openTestStudio({ folder })
  expect((await ended(next, job.id)).state).toBe('done')
  expect(await readdir(join(folder, 'deliveries'))).toEqual([name])
  expect(await sha256File(join(folder, 'deliveries', name!))).toBe(before)
  expect(eventsOf(folder, job.id)).not.toContain('remake')
})

it('a film of no bytes is rendered again', async () => {
  const { folder, job } = await made('render')
  const [name] = await readdir(join(folder, 'deliveries'))
  putBack(folder, job.id)
  await rm(join(folder, 'deliveries', name!))
  await mkdir(join(folder, 'work', job.id), { recursive: true })
  await writeFile(join(folder, 'work', job.id, 'out.mp4'), '')
  const next = await openTestStudio({ folder })
  expect((await ended(next, job.id)).state).toBe('done')
  expect(eventsOf(folder, job.id)).toContain('remake')
  const delivery = await next.parts.deliveries.get(job.deliveryId!)
  expect(delivery.files[0]!.sizeBytes).toBeGreaterThan(10_000)
  expect(await sha256File(join(folder, 'deliveries', delivery.files[0]!.name))).toBe(delivery.files[0]!.sha256)
})

it('a film of an earlier version, of which nothing is on record, is rendered again rather than trusted', async () => {
  const { folder, job } = await made('render')
  const [name] = await readdir(join(folder, 'deliveries'))
  putBack(folder, job.id)
  const ledger = new DatabaseSync(join(folder, 'ledger.db'))
  ledger.prepare(`UPDATE jobs SET answer = json_remove(answer, '$.made', '$.base') WHERE id = ?`).run(job.id)
  ledger.close()
  await rm(join(folder, 'deliveries', name!))
  await mkdir(join(folder, 'work', job.id), { recursive: true })
  await writeFile(join(folder, 'work', job.id, 'out.mp4'), 'torn')
  const next = await openTestStudio({ folder })
  expect((await ended(next, job.id)).state).toBe('done')
  expect((await next.parts.deliveries.get(job.deliveryId!)).files[0]!.sizeBytes).toBeGreaterThan(10_000)
})

it('a joined sound with holes is joined again, into the same take', async () => {
  const { folder, job } = await made('long')
  const first = await openTestStudio({ folder })
  const take = await first.parts.takes.get(job.takeIds[0]!)
  const bytes = await readFile(first.parts.assets.pathOf(take.asset))
  await first.close()
  putBack(folder, job.id)
  bytes.fill(0, 4096, 8192)
  await mkdir(join(folder, 'work', job.id), { recursive: true })
  await writeFile(join(folder, 'work', job.id, 'joined.wav'), bytes)
  const next = await openTestStudio({ folder })
  const again = await ended(next, job.id)
  expect([again.state, again.takeIds]).toEqual(['done', job.takeIds])
  expect(eventsOf(folder, job.id)).toContain('remake')
  expect((await next.parts.takes.get(job.takeIds[0]!)).asset.id).toBe(take.asset.id)
})

it('nothing is swept before its takes were seen: what is paid is filed again from its folder', async () => {
  const practice = await openTestPractice()
  const studio = await openTestStudio()
  const accountId = await connect(studio, practice)
  const job = await ended(studio, await speak(studio, accountId, 'Lost with the power.'))
  const { asset } = await studio.parts.takes.get(job.takeIds[0]!)
  const path = studio.parts.assets.pathOf(asset).slice(studio.folder.length + 1)
  const folder = await copyAsKilled(studio.folder)
  await mkdir(join(folder, 'work', job.id), { recursive: true })
  await writeFile(join(folder, 'work', job.id, 'answer.part'), await readFile(join(folder, path)))
  await rm(join(folder, path))
  const next = await openTestStudio({ folder })
  expect((await ended(next, job.id)).takeIds).toEqual(job.takeIds)
  expect(await sha256File(join(folder, path))).toBe(asset.id)
  expect((await next.parts.takes.get(job.takeIds[0]!)).asset.isMissing).toBe(false)
  expect(practice.ledger()).toHaveLength(1)
})

it('check finds posters, waveforms and delivered films that are not whole, and makes again what can be made', async () => {
  const { folder, job } = await made('render')
  const [name] = await readdir(join(folder, 'deliveries'))
  const studio = await openTestStudio({ folder })
  const practice = await openTestPractice()
  const spoken = await ended(studio, await speak(studio, await connect(studio, practice), 'Heard.'))
  const sound = (await studio.parts.takes.get(spoken.takeIds[0]!)).asset
  const peaks = studio.parts.assets.pathOf(sound, 'peaks')
  const picture = (await studio.parts.assets.all()).find(asset => asset.hasPoster)!
  const poster = studio.parts.assets.pathOf(picture, 'poster')
  const whole = [await readFile(peaks), await readFile(poster)]
  await truncate(peaks, 100)
  await writeFile(poster, '')
  await truncate(join(folder, 'deliveries', name!), 4096)
  const call = { signal: new AbortController().signal, origin: 'page' } as const
  const run = async (isRepairing: boolean) => (await studio.handlers.checks.run({ isDeep: true, isRepairing }, call)).report
  expect(await run(false)).toMatchObject({ beside: { count: 2 }, deliveries: { count: 1 }, orphans: { count: 0 } })
  await run(true)
  expect(await run(false)).toMatchObject({ beside: { count: 0 }, deliveries: { count: 1 } })
  expect([await readFile(peaks), await readFile(poster)]).toEqual(whole)
  // The user may have cut it on purpose.
  expect((await readFile(join(folder, 'deliveries', name!))).length).toBe(4096)
  expect(job.state).toBe('done')
})
