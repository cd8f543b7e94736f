/** What arrived becomes a take, whatever its header says and wherever it was cut; it says what is missing, and nothing is bought again. */
import type { Fields } from '#contract/models.ts'
import type { AccountId, JobId, ModelId, RequestId } from '#contract/words.ts'
import type { Answering } from '../../kit/answering.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { pcm16Header } from '../../../src-main/base/wav.ts'
import { openAnswering } from '../../kit/answering.ts'
import { anyQuery } from '../../kit/library.ts'
import { ended, openSharedStudio } from '../../kit/studio.ts'

let shared: Awaited<ReturnType<typeof openSharedStudio>>
beforeAll(async () => shared = await openSharedStudio())
afterAll(() => shared.close())

const samples = Buffer.from(Array.from({ length: 48_000 }, (_, index) => (index * 7) % 251))
const wav = (claimed: number): Buffer => Buffer.concat([pcm16Header({ sampleRate: 24_000, channels: 1 }, claimed), samples])

async function connect(service: Answering): Promise<AccountId> {
  return (await shared.studio.parts.accounts.connect({ name: 'Odd', baseUrl: service.url, key: 'k-odd-1234' })).id
}

async function speak(accountId: AccountId, fields: Fields = {}, modelId = 'higgs2p5'): Promise<JobId> {
  const [jobId] = await shared.studio.parts.make.speech({
    requestId: newId() as RequestId,
    accountId,
    modelId: modelId as ModelId,
    fields: { text: 'What arrived is kept.', ...fields },
    projectId: null,
    lineId: null,
    voiceId: null,
    isOverSocket: false,
  })
  return jobId!
}

describe('the length in a WAV header', () => {
  it.each([0x7FFFFFFF - 36, 0x7FFFFF00, 0x80000000, 0xFFFFFFDB, 1000])('%i is corrected by the bytes, and the take says so', async (claimed) => {
    const service = await openAnswering()
    service.answer(response => response.writeHead(200, { 'content-type': 'audio/wav' }).end(wav(claimed)))
    const job = await ended(shared.studio, await speak(await connect(service)))
    expect(job).toMatchObject({ state: 'done', charged: 'yes' })
    const take = await shared.studio.parts.takes.get(job.takeIds[0]!)
    expect(take.asset.durationSeconds).toBeCloseTo(1, 3)
    expect(take.arrival).toEqual({ incomplete: null, corrected: { claimedBytes: claimed === 1000 ? 1000 : null, foundBytes: 48_000 } })
  })

  it('larger than the file, by as much as a writer can mean, makes an incomplete take that can be searched for', async () => {
    const { parts } = shared.studio
    const service = await openAnswering()
    service.answer(response => response.writeHead(200, { 'content-type': 'audio/wav' }).end(wav(96_000)))
    const job = await ended(shared.studio, await speak(await connect(service)))
    expect(job).toMatchObject({ state: 'failed', charged: 'yes', failure: { kind: 'undecodable' } })
    const found = await parts.takes.search({ ...anyQuery, onlyIncomplete: true })
    expect(found.takes.find(take => take.jobId === job.id)).toMatchObject({
      id: job.takeIds[0],
      asset: { durationSeconds: 1 },
      arrival: { incomplete: { because: 'short', receivedBytes: 48_044, expectedBytes: 96_044 } },
    })
    expect(found.takes.every(take => take.arrival?.incomplete)).toBe(true)
  })
})
