/** Answers to a whole request whose words sound like a refusal: nobody knows what they cost, so only a person sends the request again. */
import type { ModelId, RequestId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { openOddService } from '../../kit/odd-service.ts'
import { ended, openTestStudio } from '../../kit/studio.ts'

it.each([
  [500, { detail: 'The model finished, but its output store is not available' }, 'server'],
  [502, { detail: 'Model worker crashed after inference: result file not found' }, 'server'],
  [200, { error: 'upstream rate limit reached' }, 'rate'],
  [200, { error: 'invalid token in generated sequence' }, 'auth'],
])('%i %j is unsure, and sent once', async (status, body, kind) => {
  const service = await openOddService(() => ({ status, body }))
  const studio = await openTestStudio()
  const { id: accountId } = await studio.parts.accounts.connect({ name: 'Odd', baseUrl: service.url, key: service.key })
  const [jobId] = await studio.parts.make.image({
    requestId: newId<RequestId>(),
    accountId,
    projectId: null,
    modelId: 'eigen-image' as ModelId,
    fields: { prompt: 'waves' },
  })
  expect(await ended(studio, jobId!)).toMatchObject({ state: 'unsure', charged: 'unknown', failure: { kind } })
  await expect(studio.handlers.jobs.retry(
    { requestId: newId<RequestId>(), jobId: jobId!, acceptsSecondCharge: false },
    { signal: new AbortController().signal, origin: 'page' },
  )).rejects.toMatchObject({ code: 'may-be-charged-twice' })
  expect(service.asked).toEqual(['POST /generate'])
})
