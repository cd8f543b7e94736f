/** Voices: a named clip with its registrations. */
import type { AccountId, JobId, ModelId, TakeId, VoiceId } from '#contract/words.ts'
import type { NewTake } from '../../../src-main/library/takes.ts'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { createVoices } from '../../../src-main/library/voices.ts'
import { openLibrary } from '../script/open-library.ts'

const consent = 'My own voice.'

async function open() {
  const library = await openLibrary()
  const voices = createVoices({ db: library.db, takes: library.takes, clock: library.clock })
  const clip = (
    durationSeconds: number | null,
    take: Partial<NewTake> = {},
  ) => library.file({ title: 'clip', ...take, asset: { durationSeconds } })
  const make = async (name = 'Ada') => voices.create({ takeId: (await clip(8)).id, name, consent })
  return { ...library, voices, clip, make }
}

function placeOf(voiceId: VoiceId, modelId = 'higgs2p5', accountId = newId()) {
  return { voiceId, modelId: modelId as ModelId, accountId: accountId as AccountId }
}

const job = (): JobId => newId<JobId>()

describe('a clip', () => {
  it('becomes a voice with its name, its clip and the consent', async () => {
    const { voices, clip } = await open()
    const take = await clip(8)
    const voice = await voices.create({ takeId: take.id, name: '  Ada ', consent: ` ${consent} ` })
    expect(voice).toMatchObject({
      name: 'Ada',
      consent,
      clipTakeId: take.id,
      clip: { id: take.asset.id, durationSeconds: 8 },
      registrations: [],
      sampleTakeId: null,
      trashedAt: null,
    })
    expect(await voices.list()).toEqual([voice])
  })

  it.each([
    ['shorter than a second', 0.4, {}, { reason: 'too-short', limitSeconds: 1 }],
    ['longer than a minute', 61, {}, { reason: 'too-long', limitSeconds: 60 }],
    ['without sound', null, {}, { reason: 'no-sound', limitSeconds: null }],
    ['that is a picture', null, { medium: 'picture' }, { reason: 'wrong-medium', limitSeconds: null }],
    ['that is a film', 5, { medium: 'video' }, { reason: 'wrong-medium', limitSeconds: null }],
  ] as const)('%s is refused', async (_, seconds, take, data) => {
    const { voices, clip } = await open()
    await expect(voices.create({ takeId: (await clip(seconds, take)).id, name: 'Ada', consent })).rejects.toMatchObject({
      code: 'unsuitable-clip',
      data,
    })
    expect(await voices.list()).toEqual([])
  })

  it('is described in parts, and a late change replaces nothing newer', async () => {
    const { voices, clip } = await open()
    const { id, ...bare } = await voices.create({ takeId: (await clip(8)).id, name: 'Ada', consent })
    expect(bare).toMatchObject({ language: '', tags: [], notes: '' })
    await voices.describe(id, { tags: ['old', 'warm', 'old'], language: 'English' })
    expect(await voices.describe(id, { notes: 'Slow.' })).toMatchObject({ language: 'English', tags: ['old', 'warm'], notes: 'Slow.' })
    await expect(voices.describe(id, { tags: ['cold'] }, { tags: ['old'] })).rejects.toMatchObject({ code: 'changed-meanwhile' })
    expect(await voices.describe(id, { tags: [] }, { tags: ['old', 'warm'] })).toMatchObject({ tags: [], notes: 'Slow.' })
    await expect(voices.describe(newId<VoiceId>(), { notes: 'x' })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('moves into a folder with others and out of it; one that is gone is left out', async () => {
    const { voices, clip } = await open()
    const [ada, ben] = [
      await voices.create({ takeId: (await clip(8)).id, name: 'Ada', consent, folder: 'Narrators' }),
      await voices.create({ takeId: (await clip(9)).id, name: 'Ben', consent }),
    ]
    expect([ada.folder, ben.folder]).toEqual(['Narrators', ''])
    const moved = await voices.move([ada.id, ben.id, newId<VoiceId>()], 'Old men')
    expect(moved.map(({ name, folder }) => [name, folder])).toEqual([['Ada', 'Old men'], ['Ben', 'Old men']])
    await voices.move([ben.id], '')
    expect((await voices.list()).map(({ folder }) => folder)).toEqual(['Old men', ''])
  })

  it('that does not exist is reported as not found', async () => {
    const { voices } = await open()
    await expect(voices.create({ takeId: newId<TakeId>(), name: 'Ada', consent })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('cannot be deleted while its voice exists, even in the trash; other takes are, and are counted', async () => {
    const { voices, takes, clip, make } = await open()
    const voice = await make()
    const other = await clip(3)
    await voices.trash(voice.id)
    await takes.trash([voice.clipTakeId, other.id])
    expect(await takes.purge([voice.clipTakeId, other.id])).toBe(1)
    expect(await takes.find([voice.clipTakeId, other.id])).toHaveLength(1)
    expect((await voices.get(voice.id)).clip.id).toBe(voice.clip.id)
  })
})

describe('a registration', () => {
  it('belongs to one model and one account', async () => {
    const { voices, make } = await open()
    const place = placeOf((await make()).id)
    await voices.noteRegistered(place, { registeredAs: 'id-1', jobId: job() })
    expect(await voices.registrationFor(place)).toMatchObject({
      modelId: 'higgs2p5',
      accountId: place.accountId,
      registeredAs: 'id-1',
      isRefused: false,
    })
    expect(await voices.registrationFor({ ...place, modelId: 'chatterbox' as ModelId })).toBeNull()
    expect(await voices.registrationFor(placeOf(place.voiceId))).toBeNull()
  })

  it('that was refused is shown but not used, until the clip is registered again', async () => {
    const { voices, clock, make } = await open()
    const place = placeOf((await make()).id)
    await voices.noteRegistered(place, { registeredAs: 'id-1', jobId: job() })
    await clock.advance(1000)
    await voices.noteRefused(place, { registeredAs: 'id-1', askedAt: clock.now() })
    expect((await voices.get(place.voiceId)).registrations).toMatchObject([{ isRefused: true }])
    expect(await voices.registrationFor(place)).toBeNull()
    await voices.noteRegistered(place, { registeredAs: 'id-2', jobId: job() })
    expect((await voices.get(place.voiceId)).registrations).toMatchObject([{ registeredAs: 'id-2', isRefused: false }])
  })

  it('that was discarded is not used until the clip is registered again; others stay valid, and its takes are still found', async () => {
    const { voices, file, make } = await open()
    const place = placeOf((await make('Linda')).id)
    const other = { ...place, modelId: 'chatterbox' as ModelId }
    await voices.noteRegistered(place, { registeredAs: 'id-1', jobId: job() })
    await voices.noteRegistered(other, { registeredAs: 'id-2', jobId: job() })
    const take = await file({
      modelId: place.modelId,
      voice: 'Linda',
      request: { method: 'POST', path: '/', encoding: 'json', fields: { text: 'a', voice_id: 'id-1' }, body: '' },
    })
    expect(await voices.forget(place)).toMatchObject({ sampleTakeId: take.id })
    expect(await voices.registrationFor(place)).toBeNull()
    expect(await voices.registrationFor(other)).toMatchObject({ registeredAs: 'id-2' })
    await voices.noteRegistered(place, { registeredAs: 'id-1', jobId: job() })
    expect(await voices.registrationFor(place)).toMatchObject({ registeredAs: 'id-1' })
    await expect(voices.forget(placeOf(newId<VoiceId>()))).rejects.toMatchObject({ code: 'not-found' })
  })

  it('stays valid when a refusal concerns an older one, even with the same id', async () => {
    const { voices, clock, make } = await open()
    const place = placeOf((await make()).id)
    const askedAt = clock.now()
    await clock.advance(1000)
    await voices.noteRegistered(place, { registeredAs: 'id-1', jobId: job() })
    await voices.noteRefused(place, { registeredAs: 'id-1', askedAt })
    await voices.noteRefused(place, { registeredAs: 'id-0', askedAt: clock.now() })
    expect(await voices.registrationFor(place)).toMatchObject({ registeredAs: 'id-1' })
  })

  it('that the same job stores again changes nothing', async () => {
    const { voices, clock, make } = await open()
    const place = placeOf((await make()).id)
    const jobId = job()
    await voices.noteRegistered(place, { registeredAs: 'id-1', jobId })
    const before = await voices.get(place.voiceId)
    await clock.advance(1000)
    await voices.noteRegistered(place, { registeredAs: 'id-1', jobId })
    expect(await voices.get(place.voiceId)).toEqual(before)
  })
})

it('the newest take with the voice is its sample, not one of a preset voice of the same name', async () => {
  const { voices, file, make } = await open()
  const voice = await make('Linda')
  await voices.noteRegistered(placeOf(voice.id), { registeredAs: 'id-1', jobId: job() })
  const spoken = { modelId: 'higgs2p5' as ModelId, voice: 'Linda' }
  const request = (fields: Record<string, string>) => ({ method: 'POST', path: '/', encoding: 'json', fields, body: '' } as const)
  const cloned = await file({ ...spoken, request: request({ text: 'a', voice_id: 'id-1' }) })
  await file({ ...spoken, request: request({ text: 'a', voice: 'Linda' }) })
  await file({ ...spoken, modelId: 'chatterbox' as ModelId, request: request({ text: 'a', voice_id: 'id-9' }) })
  expect((await voices.get(voice.id)).sampleTakeId).toBe(cloned.id)
})

it('a sample is found by the ids that were sent: also after a new name, under a former id, and not that of a voice of the same name', async () => {
  const { voices, file, make } = await open()
  const [first, second] = [await make('Linda'), await make('Linda')]
  const model = { modelId: 'higgs2p5' as ModelId, voice: 'Linda' }
  const accountId = newId()
  await voices.noteRegistered(placeOf(first.id, 'higgs2p5', accountId), { registeredAs: 'id-1', jobId: job() })
  await voices.noteRegistered(placeOf(second.id, 'higgs2p5', accountId), { registeredAs: 'id-2', jobId: job() })
  const speak = async (voice_id: string, voice = 'Linda') => file({
    ...{ ...model, voice, text: voice_id },
    request: { method: 'POST', path: '/', encoding: 'json', fields: { text: 'a', voice_id }, body: '' },
  })
  const samples = async () => (await voices.list()).map(voice => voice.sampleTakeId)
  const one = await speak('id-1')
  expect(await samples()).toEqual([one.id, null])
  const two = await speak('id-2')
  expect(await samples()).toEqual([one.id, two.id])
  await voices.rename(first.id, 'Ada')
  await voices.noteRegistered(placeOf(first.id, 'higgs2p5', accountId), { registeredAs: 'id-3', jobId: job() })
  expect(await samples()).toEqual([one.id, two.id])

  const stop = new AbortController()
  const told: string[] = []
  const following = (async () => {
    for await (const { isWhole, changed } of voices.changes(stop.signal))
      told.push(...isWhole ? ['all'] : changed.map(voice => voice.id))
  })()
  await expect.poll(() => told).toEqual(['all'])
  await voices.noteTakes([one])
  await voices.noteTakes([await speak('id-3', 'Somebody')])
  await expect.poll(() => told).toEqual(['all', first.id, first.id])
  stop.abort()
  await following
})

it('listeners are informed of every change', async () => {
  const { voices, make } = await open()
  const stop = new AbortController()
  const heard: unknown[] = []
  const listening = (async () => {
    for await (const { isWhole, changed } of voices.changes(stop.signal))
      heard.push(isWhole ? 'all' : changed.map(voice => [voice.name, voice.trashedAt !== null]))
  })()
  await expect.poll(() => heard.length).toBe(1)
  const { id } = await make()
  await voices.rename(id, ' Ada B. ')
  await voices.trash(id)
  await voices.restore(id)
  await expect.poll(() => heard.length).toBe(5)
  stop.abort()
  await listening.catch(() => {})
  expect(heard).toEqual(['all', [['Ada', false]], [['Ada B.', false]], [['Ada B.', true]], [['Ada B.', false]]])
  await expect(voices.rename(newId<VoiceId>(), 'x')).rejects.toMatchObject({ code: 'not-found' })
})
