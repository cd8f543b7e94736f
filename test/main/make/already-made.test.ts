/** What there is of a request already is found before it is sent again: over the real library, queue and practice service. */
import type { Fields } from '#contract/models.ts'
import type { Take } from '#contract/takes.ts'
import type { AccountId, JobId, ModelId, RequestId } from '#contract/words.ts'
import type { SharedStudio } from '../../kit/studio.ts'
import { Buffer } from 'node:buffer'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { practiceAccountId } from '../../../src-main/accounts/accounts.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { wavOfPcm16 } from '../../../src-main/base/wav.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { connect, ended, openSharedStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const
const picture = 'eigen-image'
const edit = 'qwen-image-edit-2511'
const shot = 'wan2p2-i2v-14b-turbo'
const transcript = 'whisper_v3_turbo'
const nothing = null

let shared: SharedStudio
let count = 0
beforeAll(async () => shared = await openSharedStudio())
afterEach(() => shared.studio.parts.order.pauseAll(false))
afterAll(() => shared.close())

const asId = (name: string): ModelId => name as ModelId // a name from the catalogue
const small = { width: 512, height: 512 }
/** Words that no other test uses. */
const newPrompt = (): string => `A door, number ${count += 1}`
const speechOnly = { lineId: null, voiceId: null, isOverSocket: false }

async function queue(model: string, fields: Fields, accountId: AccountId = shared.accountId): Promise<JobId> {
  const { make } = shared.studio.parts
  const intention = { requestId: newId<RequestId>(), accountId, modelId: asId(model), projectId: null, fields }
  const [jobId] = model === shot
    ? await make.video(intention)
    : model === transcript
      ? await make.transcribe(intention)
      : model === picture || model === edit ? await make.image(intention) : await make.speech({ ...intention, ...speechOnly })
  return jobId!
}

async function make(model: string, fields: Fields, accountId?: AccountId): Promise<Take> {
  const job = await ended(shared.studio, await queue(model, fields, accountId))
  expect(job.failure).toBe(null)
  return shared.studio.parts.takes.get(job.takeIds[0]!)
}

async function findAll(model: string, variants: Fields[], accountId: AccountId = shared.accountId) {
  const { found } = await shared.studio.handlers.make.alreadyMade({ accountId, modelId: asId(model), voiceId: null, variants }, call)
  return found
}

const find = async (model: string, fields: Fields, accountId?: AccountId) => (await findAll(model, [fields], accountId))[0]
const theTake = (take: Take) => ({ takeId: take.id, jobId: null })
const theJob = (jobId: JobId) => ({ takeId: null, jobId })

async function importSound(seconds: number): Promise<Take> {
  const ticket = await shared.studio.receiveFile(`${seconds} seconds.wav`, (async function* () {
    yield wavOfPcm16(Buffer.alloc(24_000 * 2 * seconds, 1), { sampleRate: 24_000, channels: 1 })
  })(), null)
  return (await shared.studio.handlers.takes.import({ ticket, projectId: null }, call)).take
}

describe('a picture with a seed', () => {
  it('is found while it is being made, and as a take, whatever the order of its fields and the account', async () => {
    const fields = { prompt: newPrompt(), seed: 7, ...small }
    expect(await find(picture, fields)).toBe(nothing)
    await shared.studio.parts.order.pauseAll(true)
    const jobId = await queue(picture, fields)
    expect(await find(picture, fields)).toEqual(theJob(jobId))
    await shared.studio.parts.order.pauseAll(false)
    const [takeId] = (await ended(shared.studio, jobId)).takeIds
    expect(await find(picture, { ...small, seed: 7, prompt: fields.prompt, negative_prompt: ' ' })).toEqual({ takeId, jobId: null })
    expect(await find(picture, fields, await connect(shared.studio, shared.practice))).toEqual({ takeId, jobId: null })
  })

  it('is not found for another seed, size or prompt, nor without a seed', async () => {
    const fields = { prompt: newPrompt(), seed: 0, ...small }
    const take = await make(picture, fields)
    const random = { prompt: fields.prompt, ...small }
    await make(picture, random)
    await shared.studio.parts.order.pauseAll(true)
    await queue(picture, random)
    expect(await findAll(picture, [
      fields,
      { ...fields, seed: 1 },
      { ...fields, width: 576 },
      { ...fields, prompt: `${fields.prompt} ajar` },
      random,
    ])).toEqual([theTake(take), nothing, nothing, nothing, nothing])
  })

  it('is not found in the trash, incomplete, without its file, or with a request that cannot be read', async () => {
    const fields = { prompt: newPrompt(), seed: 3, ...small }
    const older = await make(picture, fields)
    const take = await make(picture, fields)
    const { library, takes } = shared.studio.parts
    expect(await find(picture, fields)).toEqual(theTake(take))
    await takes.trash([take.id])
    expect(await find(picture, fields)).toEqual(theTake(older))
    const cut = JSON.stringify({ incomplete: { because: 'cut', said: '', receivedBytes: 1, expectedBytes: 2 }, corrected: null })
    await library.run(sql`UPDATE takes SET arrival = ${cut} WHERE id = ${older.id}`)
    expect(await find(picture, fields)).toBe(nothing)
    await takes.restore([take.id])
    expect(await find(picture, fields)).toEqual(theTake(take))
    await library.run(sql`UPDATE assets SET is_missing = 1 WHERE id = ${take.asset.id}`)
    expect(await find(picture, fields)).toBe(nothing)
    await library.run(sql`UPDATE assets SET is_missing = 0 WHERE id = ${take.asset.id}`)
    expect(await find(picture, fields)).toEqual(theTake(take))
    await library.run(sql`UPDATE takes SET request = '{' WHERE id = ${take.id}`)
    expect(await find(picture, fields)).toBe(nothing)
  })

  it('is found when a batch or a retry makes it, or when it may have been made', async () => {
    await shared.studio.parts.order.pauseAll(true)
    const { handlers, parts } = shared.studio
    const prompt = newPrompt()
    const variants = [1, 2, 3].map(seed => ({ prompt, seed }))
    const { jobIds } = await handlers.make.images({
      requestId: newId<RequestId>(),
      accountId: shared.accountId,
      modelId: asId(picture),
      projectId: null,
      variants,
    }, call)
    expect(await findAll(picture, [...variants, { prompt, seed: 4 }])).toEqual([...jobIds.map(theJob), nothing])
    const [cancelled, doubtful] = jobIds
    await handlers.jobs.cancel({ jobId: cancelled! }, call)
    expect(await find(picture, variants[0]!)).toBe(nothing)
    const { job } = await handlers.jobs.retry({ requestId: newId<RequestId>(), jobId: cancelled!, acceptsSecondCharge: false }, call)
    expect(await find(picture, variants[0]!)).toEqual(theJob(job.id))
    for (const event of ['claim', 'send', 'commit', 'doubt'] as const)
      await parts.ledger.move(doubtful!, event)
    expect(await find(picture, variants[1]!)).toEqual(theJob(doubtful!))
    await handlers.jobs.cancelUnsent({ jobIds: [...jobIds, job.id] }, call)
  })

  it('of the practice service is found only for a practice account, and the other way round', async () => {
    const fields = { prompt: newPrompt(), seed: 5, ...small }
    const tried = await make(picture, fields, practiceAccountId)
    expect([await find(picture, fields), await find(picture, fields, practiceAccountId)]).toEqual([nothing, theTake(tried)])
    const bought = await make(picture, fields)
    expect([await find(picture, fields), await find(picture, fields, practiceAccountId)]).toEqual([theTake(bought), theTake(tried)])
  })
})

it('an edit and a shot are found by the content of their picture', async () => {
  const [one, other] = [await make(picture, { prompt: newPrompt(), ...small }), await make(picture, { prompt: newPrompt(), ...small })]
  const edited = (source: Take): Fields => ({ prompt: 'Open it', images: [{ assetId: source.asset.id }], seed: 1 })
  const moved = (source: Take): Fields => ({ prompt: 'It opens', image: { assetId: source.asset.id }, seed: 1, frame_num: 2 })
  const [editTake, shotTake] = [await make(edit, edited(one)), await make(shot, moved(one))]
  expect([await find(edit, edited(one)), await find(edit, edited(other))]).toEqual([theTake(editTake), nothing])
  expect([await find(shot, moved(one)), await find(shot, moved(other))]).toEqual([theTake(shotTake), nothing])
})

it('a transcript is found by its sound and fields, without a seed, also when its text was corrected', async () => {
  const [sound, other] = [await importSound(1), await importSound(2)]
  const fields = { file: { assetId: sound.asset.id }, language: 'en' }
  const take = await make(transcript, fields)
  await shared.studio.parts.transcripts.edit(take.id, { text: 'Corrected.', segments: [] })
  expect(await findAll(transcript, [
    fields,
    { ...fields, language: 'de' },
    { file: { assetId: other.asset.id }, language: 'en' },
  ])).toEqual([theTake(take), nothing, nothing])
})

it('speech is found by its text, voice and seed, where the model has one', async () => {
  const fields = { text: 'Found again.', seed: 4 }
  await shared.studio.parts.order.pauseAll(true)
  const jobId = await queue('chatterbox', fields)
  expect(await find('chatterbox', fields)).toEqual(theJob(jobId))
  await shared.studio.parts.order.pauseAll(false)
  const [takeId] = (await ended(shared.studio, jobId)).takeIds
  expect(await findAll('chatterbox', [fields, { ...fields, seed: 5 }, { ...fields, text: 'Found.' }, { text: fields.text }]))
    .toEqual([{ takeId, jobId: null }, nothing, nothing, nothing])
  await make('qwen3-tts', { text: fields.text, voice: 'Ryan' })
  expect(await find('qwen3-tts', { text: fields.text, voice: 'Ryan' })).toBe(nothing)
})

it('nothing is found for a model or an account that does not exist', async () => {
  const fields = { prompt: newPrompt(), seed: 6, ...small }
  await make(picture, fields)
  expect([await find('no-such-model', fields), await find(picture, fields, newId<AccountId>())]).toEqual([nothing, nothing])
})
