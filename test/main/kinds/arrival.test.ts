/** What arrived becomes a take, whatever its header says and wherever it was cut; it says what is missing, and nothing is bought again. */
import type { Fields } from '#contract/models.ts'
import type { AccountId, JobId, ModelId, RequestId } from '#contract/words.ts'
import type { Answering } from '../../kit/answering.ts'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { pcm16Header } from '../../../src-main/base/wav.ts'
import { drawLandscape } from '../../../src-main/practice/drawing/landscape.ts'
import { encodePng } from '../../../src-main/practice/drawing/png.ts'
import { openAnswering, sendAndCut } from '../../kit/answering.ts'
import { copyAsKilled } from '../../kit/folder.ts'
import { hangMs } from '../../kit/hang.ts'
import { anyQuery } from '../../kit/library.ts'
import { openMediaKit } from '../../kit/media.ts'
import { ended, openSharedStudio, openTestStudio, until } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' as const }
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
    requestId: newId<RequestId>(),
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

async function partsOf(jobId: JobId) {
  return shared.studio.parts.takes.ofJob(jobId)
}

describe('speech that did not arrive whole', () => {
  it.each([
    ['without its end', { do: 'stream', as: 'no-end' }, 'cut'],
    ['with an error after the beginning', { do: 'stream', as: 'error' }, 'service-error'],
    ['with a reset in the middle', { do: 'reset', at: 'mid-answer' }, 'cut'],
  ] as const)('%s becomes an incomplete take, and is not bought again', async (_name, fault, because) => {
    const { practice, accountId } = shared
    const before = practice.ledger().length
    practice.faults.set({ ...fault, times: 1 })
    const job = await ended(shared.studio, await speak(accountId, { text: 'This will break off somewhere in the middle.', stream: true }))
    expect(job).toMatchObject({ state: 'unsure', charged: 'unknown' })
    const [take, ...others] = await partsOf(job.id)
    expect(others).toEqual([])
    expect(job.takeIds).toEqual([take!.id])
    expect(take).toMatchObject({ text: 'This will break off somewhere in the middle.', arrival: { incomplete: { because } } })
    expect(take!.asset.durationSeconds).toBeGreaterThan(0.05)
    expect(practice.ledger()).toHaveLength(before + 1)
    await expect(shared.studio.handlers.jobs.retry({ requestId: newId<RequestId>(), jobId: job.id, acceptsSecondCharge: false }, call))
      .rejects
      .toMatchObject({ code: 'may-be-charged-twice' })
  })

  it('says how much there is of how much, by the header of the file or of the answer', async () => {
    const service = await openAnswering()
    const accountId = await connect(service)
    for (const headers of [{ 'content-length': 96_044 }, {}]) {
      service.answer(response => sendAndCut(response, { 'content-type': 'audio/wav', ...headers }, wav(96_000)))
      const job = await ended(shared.studio, await speak(accountId))
      expect(job.state).toBe('unsure')
      const [take] = await partsOf(job.id)
      expect(take?.asset.durationSeconds).toBeCloseTo(1, 2)
      expect(take?.arrival?.incomplete).toMatchObject({ because: 'cut', receivedBytes: 48_044, expectedBytes: 96_044 })
    }
    expect(service.paid()).toBe(2)
  })

  it('in base64 is kept as far as it goes', async () => {
    const service = await openAnswering()
    const json = Buffer.from(JSON.stringify({ audio_base64: wav(48_000).toString('base64') }))
    service.answer(response => sendAndCut(response, { 'content-type': 'application/json' }, json.subarray(0, json.length / 2)))
    const job = await ended(shared.studio, await speak(await connect(service)))
    const [take] = await partsOf(job.id)
    expect(take?.asset.durationSeconds).toBeCloseTo(0.5, 1)
  })

  it('is not chosen for its line by itself, stays when the whole is attached, and the job shows both', async () => {
    const { studio } = shared
    const service = await openAnswering()
    service.answer(response => sendAndCut(response, { 'content-type': 'audio/wav' }, wav(96_000)))
    const project = await studio.parts.projects.create('A play')
    const [line] = await studio.parts.script.add(project.id, null, [{ speaker: 'ANNA', text: 'What arrived is kept.', direction: '' }])
    const [jobId] = await studio.parts.make.speech({
      requestId: newId<RequestId>(),
      accountId: await connect(service),
      modelId: 'higgs2p5' as ModelId,
      fields: { text: 'What arrived is kept.' },
      projectId: project.id,
      lineId: line!.id,
      voiceId: null,
      isOverSocket: false,
    })
    const job = await ended(studio, jobId)
    const [part] = job.takeIds
    expect(part).toBeDefined()
    expect((await studio.parts.takes.ofLine(line!.id)).map(each => each.id)).toEqual([part])
    await studio.parts.script.chooseForgotten()
    expect((await studio.parts.script.lines(project.id))[0]?.chosenTakeId).toBeNull()
    const ticket = await studio.receiveFile('whole.wav', (async function* () {
      yield wav(48_000)
    })(), null)
    const { job: after, take } = await studio.handlers.jobs.attach({ jobId: job.id, ticket }, call)
    expect(after).toMatchObject({ state: 'done', charged: 'yes', takeIds: [take.id, part] })
    expect((await partsOf(job.id)).map(each => [each.id, each.arrival?.incomplete?.because ?? null]))
      .toEqual(expect.arrayContaining([[take.id, null], [part, 'cut']]))
  })

  it('is kept when it is cancelled while it arrives', async () => {
    const service = await openAnswering()
    const arrived = Promise.withResolvers<void>()
    service.answer((response) => {
      response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': 96_044 })
      response.write(wav(96_000), () => setTimeout(arrived.resolve, 100))
    })
    const jobId = await speak(await connect(service))
    await arrived.promise
    await shared.studio.parts.engine.cancel(jobId)
    const [take] = await partsOf(jobId)
    expect(take?.arrival?.incomplete).toMatchObject({ because: 'stopped', receivedBytes: 48_044 })
    expect(await shared.studio.parts.ledger.get(jobId)).toMatchObject({ state: 'cancelled', charged: 'unknown', takeIds: [take?.id] })
  })

  it('is kept when the studio is killed while it arrives', async () => {
    const service = await openAnswering()
    const arrived = Promise.withResolvers<void>()
    service.answer((response) => {
      response.writeHead(200, { 'content-type': 'audio/wav' })
      response.write(wav(96_000), () => setTimeout(arrived.resolve, 100))
    })
    const jobId = await speak(await connect(service))
    await arrived.promise
    // The disk as a kill leaves it.
    const folder = await copyAsKilled(shared.studio.folder)
    const after = await openTestStudio({ folder })
    const job = await ended(after, jobId)
    expect(job).toMatchObject({ state: 'unsure', charged: 'unknown', failure: { kind: 'interrupted' } })
    const [take] = await after.parts.takes.ofJob(jobId)
    expect(job.takeIds).toEqual([take?.id])
    expect(take).toMatchObject({ asset: { durationSeconds: 1 }, arrival: { incomplete: { because: 'closed' } } })
    expect(service.paid()).toBe(1)
  })
})

describe('pictures', () => {
  async function draw(accountId: AccountId) {
    const [jobId] = await shared.studio.parts.make.image({
      requestId: newId<RequestId>(),
      accountId,
      modelId: 'eigen-image' as ModelId,
      fields: { prompt: 'a lighthouse' },
      projectId: null,
    })
    return ended(shared.studio, jobId)
  }

  it.each(['as bytes', 'in base64'])('that break off become an incomplete take (%s)', async (form) => {
    const service = await openAnswering()
    const picture = Buffer.from(await encodePng(drawLandscape('a still', '1', { width: 640, height: 480 })))
    const bytes = form === 'as bytes' ? picture : Buffer.from(JSON.stringify({ image_base64: picture.toString('base64') }))
    const headers = { 'content-type': form === 'as bytes' ? 'image/png' : 'application/json', 'content-length': bytes.length }
    service.answer(response => sendAndCut(response, headers, bytes.subarray(0, Math.floor(bytes.length * 0.7))))
    const job = await draw(await connect(service))
    expect(job).toMatchObject({ state: 'unsure', charged: 'unknown' })
    const [take] = await partsOf(job.id)
    expect(take?.asset).toMatchObject({ width: 640, height: 480 })
    expect(take?.arrival?.incomplete).toMatchObject({ because: 'cut', expectedBytes: bytes.length })
  })
})

describe('a shot', () => {
  it('that is given up before it is whole is kept as far as it came, and the whole joins it', async () => {
    const { studio, accountId } = shared
    const [imageJob] = await studio.parts.make.image({
      requestId: newId<RequestId>(),
      accountId,
      modelId: 'eigen-image' as ModelId,
      fields: { prompt: 'sea', width: 512, height: 512 },
      projectId: null,
    })
    const still = await studio.parts.takes.get((await ended(studio, imageJob)).takeIds[0]!)
    const kit = await openMediaKit()
    onTestFinished(() => kit.close())
    const args = ['-g', '5', '-movflags', '+faststart']
    const film = await readFile(await kit.clip('shot.mp4', { seconds: 4, width: 320, height: 240, args }))
    const service = await openAnswering()
    const otherAccount = await connect(service)
    const json = { 'content-type': 'application/json' }
    service.answer(response => response.writeHead(200, json).end('{"task_id":"t-1","task_status":"pending"}'))
    let downloads = 0
    let isBack = false
    service.answerFree((response, { url = '' }) => {
      if (!url.includes('/result'))
        return response.writeHead(200, json).end('{"task_id":"t-1","status":"completed"}')
      downloads += 1
      const headers = { 'content-type': 'video/mp4', 'content-length': film.length }
      if (isBack)
        return response.writeHead(200, headers).end(film)
      return downloads === 1
        ? sendAndCut(response, headers, film.subarray(0, Math.floor(film.length * 0.7)))
        : response.writeHead(410).end()
    })
    const [jobId] = await studio.parts.make.video({
      requestId: newId<RequestId>(),
      accountId: otherAccount,
      modelId: 'wan2p2-i2v-14b-turbo' as ModelId,
      fields: { prompt: 'waves', image: { assetId: still.asset.id }, frame_num: 17 },
      projectId: null,
    })
    await expect.poll(() => downloads, { timeout: hangMs }).toBeGreaterThan(1)
    await studio.parts.engine.cancel(jobId!)
    const job = await ended(studio, jobId)
    expect(job).toMatchObject({ state: 'cancelled', charged: 'yes' })
    const [part] = await partsOf(job.id)
    expect(job.takeIds).toEqual([part?.id])
    const { receivedBytes = 0, expectedBytes = 0 } = part?.arrival?.incomplete ?? {}
    expect(receivedBytes).toBeLessThan(expectedBytes ?? 0)
    expect(part?.asset.durationSeconds).toBeGreaterThan(1)
    isBack = true
    await studio.handlers.jobs.lookAgain({ jobId: job.id }, call)
    await until(studio, job.id, each => each.state === 'done')
    const [whole, ...rest] = (await studio.parts.ledger.get(job.id)).takeIds
    expect(rest).toEqual([part?.id])
    expect(await studio.parts.takes.get(whole!)).toMatchObject({ arrival: null })
  })
})
