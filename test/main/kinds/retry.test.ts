/** Making several jobs again: all of them at once as a batch, once for each request, or none. */
import type { JobId, ModelId, RequestId } from '#contract/words.ts'
import type { SharedStudio } from '../../kit/studio.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { call } from '../../kit/paid-inputs.ts'
import { openSharedStudio } from '../../kit/studio.ts'

let shared: SharedStudio
beforeAll(async () => {
  shared = await openSharedStudio()
  await shared.studio.parts.order.pauseAll(true)
})
afterAll(() => shared.close())

async function queueImages(count: number): Promise<JobId[]> {
  return shared.studio.parts.make.images({
    ...{ requestId: newId<RequestId>(), accountId: shared.accountId, modelId: 'eigen-image' as ModelId, projectId: null, fields: {} },
    variants: Array.from({ length: count }, (_, seed) => ({ prompt: 'A door', seed })),
  })
}

const openJobs = async (): Promise<number> => (await shared.studio.parts.ledger.open()).length
function retryAll(jobIds: readonly JobId[], requestId = newId<RequestId>()) {
  return shared.studio.handlers.jobs.retryAll({ requestId, jobIds: [...jobIds] }, call)
}

it('a cancelled batch is a batch again, in the order that was asked for, once however often it is asked for', async () => {
  const { handlers, parts } = shared.studio
  const images = await queueImages(3)
  await handlers.jobs.cancelUnsent({ jobIds: images }, call)
  const requestId = newId<RequestId>()
  const asked = images.toReversed()
  const [first, twice] = await Promise.all([retryAll(asked, requestId), retryAll(asked, requestId)])
  expect(twice).toEqual(first)
  const made = await Promise.all(first.jobIds.map(id => parts.ledger.get(id)))
  expect(made.map(job => [job.retryOf, job.batchId])).toEqual(asked.map(id => [id, requestId]))
  // As from another window.
  expect(await retryAll(images)).toEqual({ jobIds: [] })
  expect(await openJobs()).toBe(3)
  await handlers.jobs.cancelUnsent({ jobIds: first.jobIds }, call)
})

it('one alone is no batch', async () => {
  const { handlers, parts } = shared.studio
  const images = await queueImages(1)
  await handlers.jobs.cancelUnsent({ jobIds: images }, call)
  const { jobIds: [again] } = await retryAll(images)
  expect(await parts.ledger.get(again!)).toMatchObject({ retryOf: images[0], batchId: null })
  await handlers.jobs.cancelUnsent({ jobIds: [again!] }, call)
})

it('where one may not be made again, none is', async () => {
  const { handlers } = shared.studio
  const images = await queueImages(2)
  await handlers.jobs.cancel({ jobId: images[0]! }, call)
  await expect(retryAll(images)).rejects.toMatchObject({ code: 'job-not-there-yet' })
  await expect(retryAll([images[0]!, newId<JobId>()])).rejects.toMatchObject({ code: 'not-found' })
  expect(await openJobs()).toBe(1)
})
