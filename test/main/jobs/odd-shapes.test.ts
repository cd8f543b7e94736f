/** Results in other shapes than the documented ones: whatever is paid for and can be read becomes takes. */
import type { AccountId, JobId, ModelId, RequestId } from '#contract/words.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import type { MediaKit } from '../../kit/media.ts'
import type { OddAnswer, OddService } from '../../kit/odd-service.ts'
import type { SharedStudio } from '../../kit/studio.ts'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { openMediaKit } from '../../kit/media.ts'
import { openOddService } from '../../kit/odd-service.ts'
import { ended, openSharedStudio } from '../../kit/studio.ts'

const submit = 'POST /generate'
const status = 'GET /generate/status'
const result = 'GET /generate/result'

let media: MediaKit
let still: Buffer
let shots: [Buffer, Buffer]
let sounds: [Buffer, Buffer]
let service: OddService
let shared: SharedStudio
beforeAll(async () => {
  shared = await openSharedStudio()
  media = await openMediaKit()
  still = readFileSync(await media.picture('still.png'))
  const read = async (path: Promise<string>): Promise<Buffer> => readFileSync(await path)
  shots = [await read(media.clip('a.mp4', { seconds: 0.2 })), await read(media.clip('b.mp4', { seconds: 0.4 }))]
  sounds = [await read(media.tone('a.wav', { seconds: 0.2 })), await read(media.tone('b.wav', { seconds: 0.4 }))]
})
afterAll(async () => {
  await shared.close()
  await media.close()
})

function fileAt(what: string): OddAnswer {
  const files: Record<string, Buffer> = { 'a.mp4': shots[0], 'b.mp4': shots[1], 'a.wav': sounds[0], 'b.wav': sounds[1] }
  const body = files[what.split('/').at(-1) ?? '']
  return body ? { body } : { status: 404, body: { detail: 'Not Found' } }
}

async function open(answers: Readonly<Record<string, OddAnswer>>) {
  service = await openOddService(what => answers[what] ?? fileAt(what))
  const { studio } = shared
  const { id: accountId } = await studio.parts.accounts.connect({ name: 'Odd', baseUrl: service.url, key: service.key })
  return { studio, accountId }
}

interface Wish { readonly requestId: RequestId, readonly accountId: AccountId, readonly projectId: null }
async function make(
  { studio, accountId }: { studio: OpenStudio, accountId: AccountId },
  kind: 'video' | 'speech' | 'transcript',
): Promise<JobId> {
  const { parts, receiveFile } = studio
  const wish: Wish = { requestId: newId() as RequestId, accountId, projectId: null }
  const take = async (name: string, bytes: Buffer) => (await parts.imports.file(await receiveFile(name, (async function* () {
    yield bytes
  })(), bytes.length), null)).asset.id
  const [jobId] = kind === 'speech'
    ? await parts.make.speech({
        ...wish,
        modelId: 'higgs2p5' as ModelId,
        fields: { text: 'All is well.' },
        lineId: null,
        voiceId: null,
        isOverSocket: false,
      })
    : kind === 'video'
      ? await parts.make.video({
          ...wish,
          modelId: 'wan2p2-i2v-14b-turbo' as ModelId,
          fields: { prompt: 'waves', image: { assetId: await take('still.png', still) } },
        })
      : await parts.make.transcribe({
          ...wish,
          modelId: 'whisper_v3_turbo' as ModelId,
          fields: { file: { assetId: await take('a.wav', sounds[0]) } },
        })
  return jobId!
}

const accepted: OddAnswer = { body: { task_id: 't', task_status: 'pending' } }
const completed: OddAnswer = { body: { task_id: 't', status: 'completed' } }

it.each([
  ['videos with one url', { [submit]: accepted, [status]: completed, [result]: { body: { videos: [{ url: '/a.mp4' }] } } }, 1],
  ['videos with two', {
    [submit]: accepted,
    [status]: completed,
    [result]: { body: { videos: [{ url: '/a.mp4' }, { url: '/b.mp4' }] } },
  }, 2],
  ['data with video_url', {
    [submit]: accepted,
    [status]: completed,
    [result]: { body: { data: [{ video_url: '/a.mp4', cover_url: '/c.png' }, { video_url: '/b.mp4' }] } },
  }, 2],
  ['a list as plain text', {
    [submit]: accepted,
    [status]: completed,
    [result]: { headers: { 'content-type': 'text/plain' }, body: '{"videos":[{"url":"/a.mp4"},{"url":"/b.mp4"}]}' },
  }, 2],
  ['video_url in the status answer', {
    [submit]: accepted,
    [status]: { body: { task_id: 't', status: 'completed', video_url: '/a.mp4' } },
  }, 1],
  ['video_url in a status answer without a state', { [submit]: accepted, [status]: { body: { task_id: 't', video_url: '/a.mp4' } } }, 1],
  ['a url instead of a task', { [submit]: { body: { id: 'x', data: [{ url: '/a.mp4' }] } } }, 1],
  ['a task that is completed at once', { [submit]: { body: { task_id: 't', status: 'completed', video_url: '/a.mp4' } } }, 1],
] as [string, Record<string, OddAnswer>, number][])('a shot: %s', async (_, answers, takes) => {
  const opened = await open(answers)
  const done = await ended(opened.studio, await make(opened, 'video'))
  expect(done).toMatchObject({ state: 'done', charged: 'yes', failure: null })
  expect(done.takeIds).toHaveLength(takes)
  const mediums = (await opened.studio.parts.takes.find(done.takeIds)).map(take => take.medium)
  expect(new Set(mediums)).toEqual(new Set(['video']))
  expect(service.asked.filter(what => what === submit)).toHaveLength(1)
})

it('a shot: the MP4 itself, in answer to the submission', async () => {
  const opened = await open({ [submit]: { headers: { 'content-type': 'video/mp4' }, body: shots[0] } })
  const done = await ended(opened.studio, await make(opened, 'video'))
  expect(done).toMatchObject({ state: 'done', charged: 'yes', takeIds: [expect.any(String)] })
  expect(service.asked.filter(what => what === submit)).toHaveLength(1)
  expect(service.asked).not.toContain(result)
})

it.each([
  ['audio_url', { audio_url: '/a.wav' }, 1],
  ['several audio files', { audios: [{ url: '/a.wav' }, { url: '/b.wav' }] }, 2],
])('speech: %s', async (_, body, takes) => {
  const opened = await open({ [submit]: { body } })
  const done = await ended(opened.studio, await make(opened, 'speech'))
  expect(done).toMatchObject({ state: 'done', charged: 'yes', failure: null })
  expect(done.takeIds).toHaveLength(takes)
})

it('speech: several sounds inside one answer', async () => {
  const opened = await open({ [submit]: { body: { audios: sounds.map(sound => ({ audio_base64: sound.toString('base64') })) } } })
  const done = await ended(opened.studio, await make(opened, 'speech'))
  expect(done).toMatchObject({ state: 'done', charged: 'yes' })
  expect(done.takeIds).toHaveLength(2)
})

it('a transcript in another charset', async () => {
  const headers = { 'content-type': 'text/plain; charset=iso-8859-1' }
  const opened = await open({ [submit]: { headers, body: Buffer.from('Déjà vu, naïve café.', 'latin1') } })
  const done = await ended(opened.studio, await make(opened, 'transcript'))
  expect(done).toMatchObject({ state: 'done', charged: 'yes' })
  expect((await opened.studio.parts.takes.find(done.takeIds))[0]).toMatchObject({ text: 'Déjà vu, naïve café.' })
})
