/**
 * Tests what the document says besides its tables: every endpoint is called with its headers, every limit, state, part and answer is known
 * at both ends.
 *
 * @module-tag wide
 */
import type { Asking } from './asking.ts'
import type { EndpointId } from './document.ts'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { checkRequest } from '#rules/models/check-request.ts'
import { shapeRequest } from '../../../src-main/make/shape-request.ts'
import { openPracticeService } from '../../../src-main/practice/index.ts'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'
import { decodeChat } from '../../../src-main/service/chat.ts'
import { decodeSpeech } from '../../../src-main/service/decode-speech.ts'
import { decodeImages, decodeTranscript, decodeVideoSubmission } from '../../../src-main/service/decode.ts'
import { findFfmpeg } from '../../kit/ffmpeg.ts'
import { makeFolder } from '../../kit/folder.ts'
import { openAnsweringServer } from '../../main/service/raw-server.ts'
import { client, conversation, modelNamed, openAsking, signal } from './asking.ts'
import { nameOf } from './document.ts'
import { answers, combinations, contentParts, endpoints, headers, jobFields, limits, roles, states } from './facts.ts'
import { parameters } from './parameters.ts'

let asking: Asking
beforeAll(async () => {
  asking = await openAsking()
})
afterAll(() => asking.close())

interface Account { readonly baseUrl: string, readonly key: string }

/** One call of the client for each endpoint, as the studio makes it. */
async function call(endpoint: EndpointId, to: Account): Promise<unknown> {
  const still = await asking.valueFor('wan2p2-i2v-14b-turbo', 'image', { file: 'still' })
  const clip = await asking.valueFor('whisper_v3_turbo', 'file', { file: 'clip' })
  const shaped = (
    model: string,
    fields: Parameters<typeof shapeRequest>[1],
  ) => asking.submit({ path: '/generate', kind: modelNamed(model).kind, ...shapeRequest(modelNamed(model), fields) }, to)
  const partPath = join(await makeFolder(), 'answer.part')
  const shot = { taskId: 'x', modelId: 'wan2p2-i2v-14b-turbo' }
  switch (endpoint) {
    case '1': return asking.submit(
      { path: '/chat/completions', encoding: 'json', kind: 'chat', parts: [['model', 'gpt-oss-120b'], ['messages', conversation]] },
      to,
    )
    case '2':
    case '2a': return shaped('eigen-image', { prompt: 'a hill' })
    case '2b': return shaped('wan2p2-i2v-14b-turbo', { prompt: 'waves', image: still })
    case '2c': return client.pollVideo(to, shot, signal)
    case '2d': return client.downloadVideo(to, shot, { partPath, resume: null, signal })
    case '2e': return shaped('whisper_v3_turbo', { file: clip })
    case '2f higgs2p5': return shaped('higgs2p5', { text: 'Hi.' })
    case '2f chatterbox': return shaped('chatterbox', { text: 'Hi.' })
    case '2f qwen3-tts': return shaped('qwen3-tts', { text: 'Hi.' })
    case '3': return asking.submit({
      path: '/generate/upload',
      encoding: 'multipart',
      kind: 'upload',
      parts: [['model', 'higgs2p5'], ['voice_reference_file', clip]],
    }, to)
    case '4': return client.speakOverSocket({ ...to, socketUrl: null }, {
      path: '/generate',
      kind: 'speech',
      files: {},
      timeoutMs: 60_000,
      ...shapeRequest(modelNamed('chatterbox'), { text: 'Hi.' }),
    }, { commit: async () => {}, partPath, signal })
    default: return endpoint satisfies never
  }
}

describe.each(endpoints.map(each => [each.id, each] as const))('endpoint %s', (_id, endpoint) => {
  it('is called with its method, path and headers', async () => {
    if (endpoint.method === 'WebSocket')
      return
    const server = await openAnsweringServer(() => [400, {}, '{"detail":"no"}'])
    await expect(call(endpoint.id, { baseUrl: server.url, key: 'the-key' })).rejects.toMatchObject({ status: 400 })
    const [visit] = server.visits
    expect(visit?.head().split('\r\n')[0]?.split('?')[0]?.replace(/ HTTP.*/, '')).toBe(`${endpoint.method} ${endpoint.path}`)
    expect(visit?.header('authorization')).toBe('Bearer the-key')
    expect(visit?.header('content-type')?.split(';')[0] ?? null).toBe(endpoint.contentType)
  })

  it('exists at the practice service, and accepts nothing without a valid key', async () => {
    const before = asking.practice.ledger().length
    await expect(call(endpoint.id, { baseUrl: asking.practice.url, key: 'a-wrong-key' })).rejects.toMatchObject({
      kind: 'auth',
      charged: 'no',
    })
    expect(asking.practice.ledger()).toHaveLength(before)
  })
})

it('the endpoint for live sound receives the key and the model first, then one request', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  const heard: { path: string | undefined, messages: string[] } = { path: undefined, messages: [] }
  server.on('connection', (line, request) => {
    heard.path = request.url
    line.on('message', (data: Buffer) => {
      heard.messages.push(data.toString())
      if (heard.messages.length === 1)
        return line.send('{"status":"authenticated"}')
      line.send(Buffer.alloc(4800))
      line.send('{"type":"complete"}')
    })
  })
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  await call('4', { baseUrl: `http://127.0.0.1:${port}`, key: 'the-key' })
  expect(heard.path).toBe(endpoints.find(each => each.id === '4')?.path)
  expect(heard.messages.map(message => JSON.parse(message) as unknown)).toEqual([
    { token: 'the-key', model: 'chatterbox' },
    { text: 'Hi.' },
  ])
  await new Promise(resolve => server.close(resolve))
})

it('bodies that are neither JSON nor a form are refused', async () => {
  for (const { path, method } of endpoints.filter(each => each.method === 'POST')) {
    const answer = await fetch(asking.practice.url + path, {
      method,
      headers: { 'authorization': `Bearer ${asking.practice.key}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'model=higgs2p5',
    })
    expect(answer.status).toBe(415)
  }
  expect(headers.map(({ name }) => name)).toEqual(['Authorization', 'Content-Type', 'Content-Type'])
})

it.each(limits.map(each => [each.appliesTo, each] as const))('the limit of %s is that of its row, and is tried at both ends', (
  _name,
  { endpoint, parameter, facts },
) => {
  expect(parameters.find(row => nameOf(row) === nameOf({ endpoint, name: parameter }))).toMatchObject(facts)
})

it('every chat model accepts what the tested ones accept', () => {
  const [first, ...others] = builtInModels.filter(model => model.kind === 'chat')
  for (const model of others)
    expect([model.id, model.fields, model.encoding]).toEqual([model.id, first?.fields, 'json'])
})

it('text over the recommended length is a warning, and is accepted', async () => {
  const text = 'A word. '.repeat(126).trim()
  expect(text.length).toBeGreaterThan(1000)
  expect(checkRequest(modelNamed('chatterbox'), { text })).toMatchObject([
    { field: 'text', problem: 'too-long', limit: 1000, isWarning: true },
  ])
  expect(await asking.send('chatterbox', { text })).toMatchObject({ values: { text } })
})

it.each(combinations.map(each =>
  [each.rule, each] as const))('%s: reported before sending, and by the service', async (_rule, { model, refused }) => {
  expect(checkRequest(modelNamed(model), refused).filter(issue => !issue.isWarning)).not.toEqual([])
  const { encoding, parts } = shapeRequest(modelNamed(model), refused)
  await expect(asking.submit({ path: '/generate', encoding, kind: 'speech', parts })).rejects.toMatchObject({
    kind: 'validation',
    charged: 'no',
  })
})

describe('a video job', () => {
  it('passes through its states, each with the documented members, and all known to the client', async () => {
    let now = Date.UTC(2026, 0, 1)
    const practice = await openPracticeService({
      ffmpeg: findFfmpeg,
      voice: 'formant',
      shotTimes: { pendingMs: 1000, processingMs: 1000 },
      clock: { now: () => now },
    })
    const to = { baseUrl: practice.url, key: practice.key }
    const still = await asking.valueFor('wan2p2-i2v-14b-turbo', 'image', { file: 'still' })
    const submit = () => asking.submit({
      path: '/generate',
      kind: 'video',
      ...shapeRequest(modelNamed('wan2p2-i2v-14b-turbo'), { prompt: 'waves', image: still, frame_num: 9 }),
    }, to)
    const accepted = await submit()
    const { taskId, serviceState } = await decodeVideoSubmission(accepted.partPath, accepted.contentType)
    expect(serviceState).toBe('pending')
    const names = new Set(Object.keys(JSON.parse(await readFile(accepted.partPath, 'utf8')) as object))
    const seen: string[] = []
    const look = async (id: string): Promise<string> => {
      const raw = await fetch(`${practice.url}/api/v1/generate/status?jobId=${id}&model=wan2p2-i2v-14b-turbo`, {
        headers: { authorization: `Bearer ${practice.key}` },
      })
      Object.keys(await raw.json() as object).forEach(name => names.add(name))
      const { state } = await client.pollVideo(to, { taskId: id, modelId: 'wan2p2-i2v-14b-turbo' }, signal)
      if (!seen.includes(state))
        seen.push(state)
      return state
    }
    await look(taskId)
    now += 1500
    await look(taskId)
    now += 60_000
    await expect.poll(() => look(taskId), { interval: 50 }).toBe('completed')
    practice.faults.set({ do: 'job-fails', error: 'Too hard', times: 1 })
    const doomed = await submit()
    const failing = (await decodeVideoSubmission(doomed.partPath, doomed.contentType)).taskId
    now += 60_000
    await expect.poll(() => look(failing), { interval: 50 }).toBe('failed')
    expect((await client.pollVideo(to, { taskId: failing, modelId: 'wan2p2-i2v-14b-turbo' }, signal)).error).toContain('Too hard')
    expect(seen).toEqual([...states])
    expect([...names].sort()).toEqual(jobFields.map(({ name }) => name).sort())
    const partPath = join(await makeFolder(), 'shot.part')
    await client.downloadVideo(to, { taskId, modelId: 'wan2p2-i2v-14b-turbo' }, { partPath, resume: null, signal })
    expect((await readFile(partPath)).toString('latin1', 4, 8)).toBe('ftyp')
    await practice.close()
  })
})

describe('a message', () => {
  it.each(contentParts.map(each => [each.type, each.part] as const))('may contain %s, if the model supports it', async (type, part) => {
    const messages = [
      ...roles.map(role => ({ role, content: 'Hello' })),
      { role: 'user', content: [{ type: 'text', text: 'And this?' }, part] },
    ]
    const seeing = await asking.send('qwen3-vl-30b-instruct', {}, { messages })
    expect(seeing.values.messages).toMatchObject([
      { role: 'system' },
      { role: 'user' },
      { media: type === 'text' ? [] : [{ type, url: expect.stringContaining('https://') as string }] },
    ])
    if (type !== 'text') {
      await expect(asking.send('gpt-oss-120b', {}, { messages })).rejects.toMatchObject({
        kind: 'validation',
        said: expect.stringContaining('messages.2.content.1') as string,
      })
    }
  })
})

/** Requests each kind of answer and reads it with the studio's own reader. */
const reading: Readonly<Record<string, () => Promise<void>>> = {
  'JSON with image_base64 for some models': async () => {
    const answer = await asking.submit({
      path: '/generate',
      encoding: 'json',
      kind: 'image',
      parts: [['model', 'eigen-image'], ['prompt', 'a hill'], ['width', 512], ['height', 512]],
    })
    expect(await asking.answer()).toSatisfy((bytes: Buffer) => /image_base64"/.test(bytes.toString()))
    expect(await decodeImages(answer.partPath, answer.contentType)).toHaveLength(1)
  },
  'image bytes when binary_response is true': async () => {
    const answer = await asking.submit({
      path: '/generate',
      encoding: 'json',
      kind: 'image',
      parts: [['model', 'eigen-image'], ['prompt', 'a hill'], ['width', 512], ['height', 512], ['binary_response', true]],
    })
    expect(await decodeImages(answer.partPath, answer.contentType)).toMatchObject([{ path: answer.partPath }])
  },
  'JSON with task_id and task_status': async () => {
    await expect(decodeVideoSubmission(
      await written('{"task_id":"t","task_status":"pending"}'),
      'application/json',
    )).resolves.toEqual({ taskId: 't', serviceState: 'pending' })
  },
  'json or text, as requested': async () => {
    const clip = await asking.valueFor('whisper_v3_turbo', 'file', { file: 'clip' })
    for (const format of ['json', 'text']) {
      const answer = await asking.submit({
        path: '/generate',
        encoding: 'multipart',
        kind: 'transcribe',
        parts: [['model', 'whisper_v3_turbo'], ['response_format', format], ['file', clip]],
      })
      expect(answer.contentType).toContain(format)
      expect((await decodeTranscript(answer.partPath, answer.contentType)).text.length).toBeGreaterThan(0)
    }
  },
  'a WAV file': async () => {
    const answer = await asking.submit({
      path: '/generate',
      encoding: 'multipart',
      kind: 'speech',
      parts: [['model', 'higgs2p5'], ['text', 'Hi.']],
    })
    expect(await decodeSpeech(answer.partPath, answer.contentType)).toMatchObject({ mime: 'audio/wav', isCut: false })
  },
  'server-sent events when stream is true': async () => {
    const answer = await asking.submit({
      path: '/generate',
      encoding: 'multipart',
      kind: 'speech',
      parts: [['model', 'higgs2p5'], ['text', 'Hi.'], ['stream', true]],
    })
    expect(await decodeSpeech(answer.partPath, answer.contentType)).toMatchObject({ mime: 'audio/wav', isCut: false })
    const chat = await asking.submit({
      path: '/chat/completions',
      encoding: 'json',
      kind: 'chat',
      parts: [['model', 'gpt-oss-120b'], ['messages', conversation], ['stream', true]],
    })
    expect(await decodeChat(chat.partPath)).toMatchObject({ isWhole: true })
  },
  'JSON with voice_id': async () => {
    expect(await asking.valueFor('higgs2p5', 'voice_id', { voice: 'uploaded' })).toMatch(/^[0-9a-f]{32}$/)
  },
}
// The test of a video job above reads these two.
const readAbove = ['JSON with task_id, status, start_time, end_time, error', 'the MP4 as binary content']

async function written(text: string): Promise<string> {
  const path = join(await makeFolder(), 'answer.part')
  await writeFile(path, text)
  return path
}

it.each(answers.filter(({ answer }) => !readAbove.includes(answer)).map(({ of, answer }) =>
  [of, answer] as const))('the answer of %s (%s) is read', async (_of, answer) => {
  const read = reading[answer]
  expect(read).toBeDefined()
  await read?.()
})
