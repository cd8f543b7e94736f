/** Speaking with cloned voices: registered on demand, registered again when the service forgot them, and never paid for twice. */
import type { Fields } from '#contract/models.ts'
import type { Take } from '#contract/takes.ts'
import type { Voice } from '#contract/voices.ts'
import type { AccountId, ModelId, RequestId } from '#contract/words.ts'
import type { PracticeService } from '../../../src-main/practice/index.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { wavOfPcm16 } from '../../../src-main/base/wav.ts'
import { connect, ended, openTestPractice, openTestStudio, until } from '../../kit/studio.ts'

const higgs = 'higgs2p5' as ModelId
const call = { signal: new AbortController().signal, origin: 'page' } as const

async function open(options: Parameters<typeof openTestPractice>[0] = {}) {
  const practice = await openTestPractice(options)
  const studio = await openTestStudio()
  return { practice, studio, accountId: await connect(studio, practice), voice: await makeVoice(studio, 5) }
}

/** A voice made from an imported clip. */
async function makeVoice(studio: OpenStudio, seconds: number, name = 'Ada'): Promise<Voice> {
  const pcm = Buffer.alloc(24_000 * 2 * seconds)
  for (let at = 0; at < pcm.length / 2; at++)
    pcm.writeInt16LE(Math.round(8000 * Math.sin(at / 20 + seconds)), at * 2)
  const ticket = await studio.receiveFile('me.wav', (async function* () {
    yield wavOfPcm16(pcm, { sampleRate: 24_000, channels: 1 })
  })(), null)
  const { take } = await studio.handlers.takes.import({ ticket, projectId: null }, call)
  return studio.parts.voices.create({ takeId: take.id, name, consent: 'It is me.' })
}

async function speak(
  studio: OpenStudio,
  accountId: AccountId,
  voice: Voice,
  more: { modelId?: ModelId, text?: string, fields?: Fields, isOverSocket?: boolean } = {},
) {
  return studio.parts.make.speech({
    requestId: newId<RequestId>(),
    accountId,
    modelId: more.modelId ?? higgs,
    fields: { text: more.text ?? 'This is my own voice.', ...more.fields },
    projectId: null,
    lineId: null,
    voiceId: voice.id,
    isOverSocket: more.isOverSocket ?? false,
  })
}

async function spoken(studio: OpenStudio, jobIds: Awaited<ReturnType<typeof speak>>): Promise<Take> {
  const job = await ended(studio, jobIds.at(-1))
  expect(job).toMatchObject({ state: 'done', failure: null, charged: 'yes' })
  return studio.parts.takes.get(job.takeIds[0]!)
}

const worksOf = (practice: PracticeService) => practice.ledger().map(({ kind, model }) => `${kind} ${model}`)

/** The service at the same address, without anything that it knew. */
async function restart(practice: PracticeService): Promise<PracticeService> {
  const { url, key } = practice
  await practice.close()
  return openTestPractice({ port: Number(new URL(url).port), key })
}

describe('a voice without a registration', () => {
  it('is registered first, in the same request, and the take shows its name and the exact voice_id that was sent', async () => {
    const { practice, studio, accountId, voice } = await open()
    const jobIds = await speak(studio, accountId, voice)
    const jobs = await Promise.all(jobIds.map(id => studio.parts.ledger.get(id)))
    expect(jobs.map(job => job.kind)).toEqual(['upload', 'speech'])
    const take = await spoken(studio, jobIds)
    const [registration] = (await studio.parts.voices.get(voice.id)).registrations
    expect(registration).toMatchObject({ modelId: higgs, accountId, isRefused: false })
    expect(take).toMatchObject({
      voice: 'Ada',
      request: { fields: { text: 'This is my own voice.', voice_id: registration?.registeredAs } },
    })
    expect(JSON.parse(take.request?.body ?? '')).toMatchObject({ model: higgs, voice_id: registration?.registeredAs })
    expect(worksOf(practice)).toEqual(['upload higgs2p5', 'speech higgs2p5'])
    expect(practice.ledger()[1]).toMatchObject({ values: { voice_id: registration?.registeredAs }, ignored: [] })
    expect(practice.ledger()[0]?.files).toMatchObject([{ field: 'voice_reference_file', sizeBytes: voice.clip.sizeBytes }])
    expect((await studio.parts.voices.get(voice.id)).sampleTakeId).toBe(take.id)
  })

  it('is registered once for many lines that are requested together, and not again later', async () => {
    const { practice, studio, accountId, voice } = await open()
    const first = await speak(studio, accountId, voice, { text: 'One.' })
    const second = await speak(studio, accountId, voice, { text: 'Two.' })
    expect(second).toHaveLength(1)
    await spoken(studio, first)
    await spoken(studio, second)
    expect(await speak(studio, accountId, voice, { text: 'Three.' }).then(jobs => spoken(studio, jobs))).toMatchObject({ text: 'Three.' })
    expect(worksOf(practice)).toEqual(['upload higgs2p5', 'speech higgs2p5', 'speech higgs2p5', 'speech higgs2p5'])
  })

  it('is registered once for lines and a registration that are requested at the same moment', async () => {
    const { practice, studio, accountId, voice } = await open()
    const [first, second] = await Promise.all([
      speak(studio, accountId, voice, { text: 'One.' }),
      speak(studio, accountId, voice, { text: 'Two.' }),
      studio.parts.make.registerVoice({ requestId: newId<RequestId>(), voiceId: voice.id, accountId, modelId: higgs }),
    ])
    await spoken(studio, first)
    await spoken(studio, second)
    expect(worksOf(practice).filter(work => work.startsWith('upload'))).toHaveLength(1)
  })

  it('gets its own registration from every model', async () => {
    const { practice, studio, accountId, voice } = await open()
    for (const modelId of [higgs, 'chatterbox' as ModelId, 'qwen3-tts' as ModelId])
      await spoken(studio, await speak(studio, accountId, voice, { modelId }))
    const { registrations } = await studio.parts.voices.get(voice.id)
    expect(new Set(registrations.map(each => each.registeredAs)).size).toBe(3)
    for (const work of practice.ledger().filter(({ kind }) => kind === 'speech'))
      expect(work.values.voice_id).toBe(registrations.find(each => each.modelId === work.model)?.registeredAs)
  })

  it('can be registered before it is needed', async () => {
    const { practice, studio, accountId, voice } = await open()
    const [uploaded] = await studio.parts.make.registerVoice({
      requestId: newId<RequestId>(),
      voiceId: voice.id,
      accountId,
      modelId: higgs,
    })
    expect(await ended(studio, uploaded)).toMatchObject({ state: 'done', kind: 'upload', title: 'Ada' })
    expect(await speak(studio, accountId, voice)).toHaveLength(1)
    await expect.poll(() => worksOf(practice)).toEqual(['upload higgs2p5', 'speech higgs2p5'])
  })

  it('is uploaded and used once when the same request is repeated', async () => {
    const { practice, studio, accountId, voice } = await open()
    const wish = {
      requestId: newId<RequestId>(),
      accountId,
      modelId: higgs,
      fields: { text: 'Once.' },
      projectId: null,
      lineId: null,
      voiceId: voice.id,
      isOverSocket: false,
    }
    const first = await studio.parts.make.speech(wish)
    await spoken(studio, first)
    expect((await studio.parts.make.speech(wish)).at(-1)).toBe(first.at(-1))
    expect(worksOf(practice)).toEqual(['upload higgs2p5', 'speech higgs2p5'])
  })
})

describe('a registration that the service forgot', () => {
  it.each([false, true])('is made again, the speech succeeds, and exactly one is charged (over a WebSocket: %s)', async (isOverSocket) => {
    const { practice, studio, accountId, voice } = await open()
    await spoken(studio, await speak(studio, accountId, voice))
    const again = await restart(practice)
    const jobIds = await speak(studio, accountId, voice, { text: 'Do you know me?', isOverSocket })
    expect(jobIds).toHaveLength(1)
    const take = await spoken(studio, jobIds)
    expect(worksOf(again)).toEqual(['upload higgs2p5', 'speech higgs2p5'])
    expect(again.ledger().filter(work => work.charged)).toHaveLength(1)
    expect(again.ledger()[1]?.values.voice_id).toBe(take.request?.fields.voice_id)
    expect((await studio.parts.voices.get(voice.id)).registrations).toMatchObject([{ isRefused: false }])
  })

  it('is made again once for several lines that begin together', async () => {
    const { practice, studio, accountId, voice } = await open()
    await spoken(studio, await speak(studio, accountId, voice))
    await studio.handlers.jobs.pauseAll({ isPaused: true }, call)
    const asked = [await speak(studio, accountId, voice, { text: 'One.' }), await speak(studio, accountId, voice, { text: 'Two.' })]
    await studio.parts.voices.forget({ voiceId: voice.id, modelId: higgs, accountId })
    // Long enough for the other line to look for an upload.
    const { get } = studio.parts.voices
    vi.spyOn(studio.parts.voices, 'get').mockImplementation(async (voiceId) => {
      await new Promise(resolve => setTimeout(resolve, 300))
      return get(voiceId)
    })
    await studio.handlers.jobs.pauseAll({ isPaused: false }, call)
    for (const jobIds of asked)
      await spoken(studio, jobIds)
    expect(worksOf(practice).filter(work => work.startsWith('upload'))).toHaveLength(2)
  })

  it('is made again only once: a service that never keeps it does not get the clip a third time', async () => {
    const { practice, studio, accountId, voice } = await open()
    practice.faults.set({ do: 'refuse', status: 404, message: 'Voice not found', when: { kind: 'speech' } })
    const job = await ended(studio, (await speak(studio, accountId, voice)).at(-1))
    expect(job).toMatchObject({ state: 'failed', charged: 'no', failure: { kind: 'not-found', said: 'Voice not found' } })
    expect(worksOf(practice)).toEqual(['upload higgs2p5', 'upload higgs2p5'])
    expect((await studio.parts.voices.get(voice.id)).registrations).toMatchObject([{ isRefused: true }])
  })
})

describe('a failed upload', () => {
  it('fails the speech before it is sent, with the reason, and a retry of the speech uploads the clip again', async () => {
    const { practice, studio, accountId, voice } = await open()
    practice.faults.set({ do: 'refuse', status: 402, message: 'Out of credits', when: { kind: 'upload' }, times: 1 })
    const [uploadId, speechId] = await speak(studio, accountId, voice)
    expect(await ended(studio, uploadId)).toMatchObject({ state: 'failed', charged: 'no' })
    const failed = await ended(studio, speechId)
    expect(failed).toMatchObject({ state: 'failed', charged: 'no', failure: { kind: 'no-voice', said: 'Out of credits' } })
    expect(practice.ledger()).toEqual([])
    const { job } = await studio.handlers.jobs.retry(
      { requestId: newId<RequestId>(), jobId: failed.id, acceptsSecondCharge: false },
      call,
    )
    expect(await ended(studio, job.id)).toMatchObject({ state: 'done' })
    expect(worksOf(practice)).toEqual(['upload higgs2p5', 'speech higgs2p5'])
  })

  it('that is unsure holds the speech back with the reason; after a retry of the upload the speech can be sent', async () => {
    const { practice, studio, accountId, voice } = await open()
    practice.faults.set({ do: 'wrong-body', as: 'html', when: { kind: 'upload' }, times: 1 })
    const [uploadId, speechId] = await speak(studio, accountId, voice)
    const upload = await ended(studio, uploadId)
    expect(['failed', 'unsure']).toContain(upload.state)
    const failed = await ended(studio, speechId)
    expect(failed).toMatchObject({ state: 'failed', charged: 'no' })
    const { job: uploaded } = await studio.handlers.jobs.retry(
      { requestId: newId<RequestId>(), jobId: upload.id, acceptsSecondCharge: true },
      call,
    )
    expect(await ended(studio, uploaded.id)).toMatchObject({ state: 'done' })
    const { job } = await studio.handlers.jobs.retry(
      { requestId: newId<RequestId>(), jobId: failed.id, acceptsSecondCharge: false },
      call,
    )
    expect(await ended(studio, job.id)).toMatchObject({ state: 'done' })
    expect(practice.ledger().filter(work => work.kind === 'speech')).toHaveLength(1)
  })

  it('that was cancelled cancels the speech too, before anything is paid', async () => {
    const { practice, studio, accountId, voice } = await open()
    practice.faults.set({ do: 'delay', ms: 3_600_000, at: 'arrival', when: { path: '/api/v1/generate/upload' } })
    const [uploadId, speechId] = await speak(studio, accountId, voice)
    await until(studio, speechId, job => job.state === 'preparing' && job.wakesAt !== null)
    await studio.handlers.jobs.cancel({ jobId: uploadId! }, call)
    expect(await ended(studio, speechId)).toMatchObject({ state: 'failed', charged: 'no' })
    expect(practice.ledger().filter(work => work.kind === 'speech')).toEqual([])
  })
})

describe('what is refused before anything is queued', () => {
  it('includes a clip that is longer than the model accepts', async () => {
    const { studio, accountId } = await open()
    const long = await makeVoice(studio, 40)
    await expect(speak(studio, accountId, long, { modelId: 'chatterbox' as ModelId })).rejects.toMatchObject({
      code: 'unsuitable-clip',
      data: { reason: 'too-long', limitSeconds: 30 },
    })
    await expect(studio.parts.make.registerVoice({
      requestId: newId<RequestId>(),
      voiceId: long.id,
      accountId,
      modelId: 'chatterbox' as ModelId,
    })).rejects.toMatchObject({ code: 'unsuitable-clip' })
    expect(await spoken(studio, await speak(studio, accountId, long))).toMatchObject({ voice: 'Ada' })
  })

  it('includes a voice next to another choice of voice, a voice in the trash, and a model that registers none', async () => {
    const { practice, studio, accountId, voice } = await open()
    await expect(speak(studio, accountId, voice, {
      modelId: 'qwen3-tts' as ModelId,
      fields: { voice: 'Ryan' },
    })).rejects.toMatchObject({ code: 'bad-fields' })
    await expect(speak(studio, accountId, voice, { fields: { voice_id: 'abc' } })).rejects.toMatchObject({
      code: 'bad-fields',
      data: { issues: [{ field: 'voice_id', problem: 'excluded-by' }] },
    })
    await expect(studio.parts.make.registerVoice({
      requestId: newId<RequestId>(),
      voiceId: voice.id,
      accountId,
      modelId: 'eigen-image' as ModelId,
    })).rejects.toMatchObject({ code: 'unknown-model' })
    await studio.parts.voices.trash(voice.id)
    await expect(speak(studio, accountId, voice)).rejects.toMatchObject({ code: 'not-found', data: { word: 'voice' } })
    expect(practice.ledger()).toEqual([])
    expect(await studio.parts.ledger.open()).toEqual([])
  })
})

it('over a WebSocket a voice can be heard while it speaks, and its take is an ordinary file', async () => {
  const { practice, studio, accountId, voice } = await open()
  const jobIds = await speak(studio, accountId, voice, { isOverSocket: true, fields: { stream: true } })
  expect(await studio.parts.ledger.get(jobIds.at(-1)!)).toMatchObject({ isLive: true })
  const take = await spoken(studio, jobIds)
  expect(take).toMatchObject({
    medium: 'audio',
    asset: { mime: 'audio/wav', sampleRate: 24_000 },
    request: { method: 'GET', path: '/api/v1/generate/ws' },
  })
  expect(take.request?.fields).not.toHaveProperty('stream')
  expect(JSON.stringify(take.request)).not.toContain(practice.key)
  expect(await readFile(join(studio.folder, 'logs', 'studio.log'), 'utf8')).not.toContain(practice.key)
  expect(practice.ledger().map(work => work.kind)).toEqual(['upload', 'speech'])
})
