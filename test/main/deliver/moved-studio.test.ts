/**
 * A queued render finds its files after the studio was moved, and delivers in the new place.
 *
 * @module-tag wide
 */
import type { RequestId } from '#contract/words.ts'
import { createReadStream } from 'node:fs'
import { readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { makeFolder } from '../../kit/folder.ts'
import { openMediaKit } from '../../kit/media.ts'
import { ended, openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const

it('a studio that was moved, or restored on another machine, renders what was queued before', async () => {
  const kit = await openMediaKit()
  onTestFinished(() => kit.close())
  const [here, there] = [join(await makeFolder(), 'here'), join(await makeFolder(), 'there')]
  const before = await openTestStudio({ folder: here })
  const project = await before.parts.projects.create('Trailer')
  const still = createReadStream(await kit.picture('still.png', { width: 320, height: 180 }))
  await before.handlers.takes.import({ ticket: await before.receiveFile('still.png', still, null), projectId: project.id }, call)
  const { sequence } = await before.handlers.sequences.layOut(
    { projectId: project.id, width: 640, height: 360, rate: { numerator: 25, denominator: 1 } },
    call,
  )
  await before.handlers.jobs.pauseAll({ isPaused: true }, call)
  const { delivery } = await before.handlers.deliveries.render(
    { requestId: newId<RequestId>(), sequenceId: sequence.id, presetId: 'landscape-720', captionMode: 'none', name: 'Film' },
    call,
  )
  expect(delivery.folder).toBe(join(here, 'deliveries'))
  await before.close()
  await rename(here, there)

  const after = await openTestStudio({ folder: there })
  await after.handlers.jobs.pauseAll({ isPaused: false }, call)
  expect(await ended(after, delivery.jobId)).toMatchObject({ state: 'done', failure: null })
  const film = await after.parts.deliveries.get(delivery.id)
  expect(film).toMatchObject({ folder: join(there, 'deliveries'), isMissing: false })
  expect(await readdir(film.folder)).toEqual(['Film.mp4'])
  await expect(stat(here)).rejects.toMatchObject({ code: 'ENOENT' })

  // What was encoded is kept for the next delivery, until the space is wanted.
  const storage = after.handlers.deliveries.storage({}, call) as AsyncIterable<{ sizeBytes: number, count: number }>
  const { value } = await storage[Symbol.asyncIterator]().next()
  expect(value.count).toBeGreaterThan(0)
  expect(await after.handlers.deliveries.clear({}, call)).toEqual({ freedBytes: value.sizeBytes })
  expect(await readdir(join(there, 'segments'))).toEqual([])
})
