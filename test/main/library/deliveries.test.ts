/** Deliveries whose render ends after a person has put them into the trash, or deleted them. */
import type { DeliveryId, JobId, SequenceId } from '#contract/words.ts'
import { expect, it, vi } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { createSequences } from '../../../src-main/sequences/sequences.ts'
import { hangMs } from '../../kit/hang.ts'
import { openTestLibrary } from '../../kit/library.ts'

async function rendering() {
  const library = await openTestLibrary()
  const { db, clock, projects, deliveries, root } = library
  const { id: projectId } = await projects.create('Harbour')
  const sequenceId = newId<SequenceId>()
  const shape = { width: 640, height: 360, rate: { numerator: 25, denominator: 1 } }
  await createSequences({ db, clock, touch: projects.touch }).create({ sequenceId, projectId, name: 'Cut', ...shape }, false)
  const insert = () => deliveries.insert({
    ...{ id: newId<DeliveryId>(), projectId, sequenceId, jobId: newId<JobId>(), name: 'Film', presetId: 'landscape-720' },
    ...{ width: 640, height: 360, captionMode: 'none' as const, files: [], durationSeconds: null, loudness: null, folder: root },
    ...{ isMissing: false, createdAt: 1 },
  })
  const { id } = await insert()
  const page = new AbortController()
  const shown = new Set<DeliveryId>()
  const reading = (async () => {
    for await (const { changed, removed } of deliveries.changes(projectId, page.signal)) {
      changed.forEach(each => shown.add(each.id))
      removed.forEach(each => shown.delete(each))
    }
  })()
  await vi.waitUntil(() => shown.has(id), { timeout: hangMs })
  /** Those that are shown once all news have come. */
  const end = async (): Promise<DeliveryId[]> => {
    const last = await insert()
    await vi.waitUntil(() => shown.has(last.id), { timeout: hangMs })
    page.abort()
    await reading
    return [...shown].filter(each => each !== last.id)
  }
  const finish = () => deliveries.finish(id, { folder: root, files: [], durationSeconds: 2, loudness: null })
  return { deliveries, id, finish, end }
}

it('one that is in the trash is finished there, and not shown in its project', async () => {
  const { deliveries, id, finish, end } = await rendering()
  await deliveries.trash(id)
  expect(await finish()).toMatchObject({ id, durationSeconds: 2 })
  expect(await end()).toEqual([])
})

it('one that was deleted is left alone', async () => {
  const { deliveries, id, finish, end } = await rendering()
  await deliveries.trash(id)
  await deliveries.purge(id)
  expect(await finish()).toBeNull()
  expect(await end()).toEqual([])
})
