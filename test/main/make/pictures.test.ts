/** A batch of images of several models: one call, all of it or nothing, and each take by the model that it was asked of. */
import type { ModelId, RequestId } from '#contract/words.ts'
import type { SharedStudio } from '../../kit/studio.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { call } from '../../kit/paid-inputs.ts'
import { blankPng } from '../../kit/small-media.ts'
import { ended, openSharedStudio } from '../../kit/studio.ts'

let shared: SharedStudio
beforeAll(async () => shared = await openSharedStudio())
afterAll(() => shared.close())

const [edit, kontext] = ['qwen-image-edit-2511', 'flux-1-kontext'].map(name => name as ModelId) as [ModelId, ModelId]

it('is queued by one call, each request to its model, and by the same call again not twice', async () => {
  const { handlers, parts } = shared.studio
  const ticket = await shared.studio.receiveFile('door.png', (async function* () {
    yield blankPng()
  })(), null)
  const { assetId } = { assetId: (await handlers.takes.import({ ticket, projectId: null }, call)).take.asset.id }
  const batch = (prompt: string, last = { prompt, image_file: { assetId } }) => ({
    ...{ requestId: newId<RequestId>(), accountId: shared.accountId, projectId: null, modelId: edit },
    variants: [{ prompt, images: [{ assetId }], seed: 1 }, { prompt, images: [{ assetId }], seed: 2 }],
    also: [{ modelId: kontext, variants: [last] }],
  })
  await expect(handlers.make.images(batch('A door', {} as never), call)).rejects.toMatchObject({ code: 'bad-fields' })
  expect(await parts.ledger.open()).toEqual([])

  const asked = batch('A red door')
  const { jobIds } = await handlers.make.images(asked, call)
  const jobs = await Promise.all(jobIds.map(id => ended(shared.studio, id)))
  expect(jobs.map(job => [job.modelId, job.batchId, job.failure])).toEqual([
    [edit, asked.requestId, null],
    [edit, asked.requestId, null],
    [kontext, asked.requestId, null],
  ])
  expect((await handlers.make.images(asked, call)).jobIds.toSorted()).toEqual(jobIds.toSorted())
  expect(shared.practice.ledger()).toHaveLength(3)
})
