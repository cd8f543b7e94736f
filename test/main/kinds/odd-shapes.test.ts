/**
 * Results in other shapes than the documented ones: whatever is paid for and can be read becomes takes.
 *
 * @module-tag all
 */
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
  kind: 'video' | 'speech' | 'transcript' | 'image',
): Promise<JobId> {
  const { parts, receiveFile } = studio
  const wish: Wish = { requestId: newId<RequestId>(), accountId, projectId: null }
  const take = async (name: string, bytes: Buffer) => (await parts.imports.file(await receiveFile(name, (async function* () {
    yield bytes
  })(), bytes.length), null)).asset.id
  const [jobId] = kind === 'image'
    ? await parts.make.image({ ...wish, modelId: 'eigen-image' as ModelId, fields: { prompt: 'waves' } })
    : kind === 'speech'
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
  ['a relative url', { [submit]: accepted, [status]: completed, [result]: { body: { video_url: 'files/a.mp4' } } }, 1],
  ['a relative url that means a path beside the answer', {
    [submit]: accepted,
    [status]: completed,
    [result]: { body: { video_url: './beside/a.mp4' } },
    'GET /beside/a.mp4': { status: 404, body: { detail: 'Not Found' } },
  }, 1],
  ['relative urls of several', {
    [submit]: accepted,
    [status]: completed,
    [result]: { body: { videos: [{ url: 'files/a.mp4' }, { url: '../up/b.mp4?x=1' }] } },
  }, 2],
  ['a state inside the status', {
    [submit]: accepted,
    [status]: { body: { status: { state: 'completed', percent: 100 } } },
    [result]: { body: { url: '/a.mp4' } },
  }, 1],
  ['an envelope around the state', {
    [submit]: accepted,
    [status]: { body: { status: 'success', code: 200, data: { status: 'completed' } } },
    [result]: { body: { url: '/a.mp4' } },
  }, 1],
  ['a number for the state', { [submit]: accepted, [status]: { body: { status: 3 } }, [result]: { body: { url: '/a.mp4' } } }, 1],
  ['a word that is not known', {
    [submit]: accepted,
    [status]: { body: { status: 'gebacken' } },
    [result]: { body: { url: '/a.mp4' } },
  }, 1],
  ['a mark before the JSON', {
    [submit]: { body: '\uFEFF{"task_id":"t"}' },
    [status]: { body: '\uFEFF{"status":"completed"}' },
    [result]: { headers: { 'content-type': 'application/json' }, body: '\uFEFF{"url":"/a.mp4"}' },
  }, 1],
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
  ['the picture itself', () => ({ [result]: { body: still } })],
  ['a url', () => ({ [result]: { body: { image_url: 'files/p.png' } }, 'GET /files/p.png': { body: still } })],
  ['base64', () => ({ [result]: { body: { data: [{ b64_json: still.toString('base64') }] } } })],
  ['its url in the answer about its state', () => ({
    [status]: { body: { status: 'completed', image_url: '/p.png' } },
    [result]: { status: 404, body: { detail: 'No such path' } },
    'GET /p.png': { body: still },
  })],
] as [string, () => Record<string, OddAnswer>][])('a picture that is answered with a task: %s', async (_, answers) => {
  const opened = await open({ [submit]: { body: { task_id: 1234567890, status: 'queued' } }, [status]: completed, ...answers() })
  const done = await ended(opened.studio, await make(opened, 'image'))
  expect(done).toMatchObject({ state: 'done', charged: 'yes', failure: null, taskId: '1234567890', takeIds: [expect.any(String)] })
  expect(service.asked.filter(what => what === submit)).toHaveLength(1)
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
