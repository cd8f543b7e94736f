/**
 * The client and the catalogue against the practice service: real requests of every kind, and every fault.
 *
 * @module-tag wide
 */
import type { Fields } from '#contract/models.ts'
import type { AssetId } from '#contract/words.ts'
import type { Fault, PracticeService } from '../../../src-main/practice/index.ts'
import type { WireFile } from '../../../src-main/service/client.ts'
import { Buffer } from 'node:buffer'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { checkRequest } from '#rules/models/check-request.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { shapeRequest } from '../../../src-main/make/shape-request.ts'
import { drawLandscape } from '../../../src-main/practice/drawing/landscape.ts'
import { encodePng } from '../../../src-main/practice/drawing/png.ts'
import { openPracticeService } from '../../../src-main/practice/index.ts'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'
import { createServiceClient } from '../../../src-main/service/client.ts'
import { decodeSpeech } from '../../../src-main/service/decode-speech.ts'
import { decodeImages, decodeVideoSubmission } from '../../../src-main/service/decode.ts'
import { findFfmpeg } from '../../kit/ffmpeg.ts'
import { makeFolder } from '../../kit/folder.ts'
import { failureOf, openAnsweringServer, silentLog } from './raw-server.ts'

const client = createServiceClient({ clock: systemClock, log: silentLog })
const signal = new AbortController().signal
const stillId = 'ab'.repeat(32) as AssetId // has the form of an asset id

let practice: PracticeService
let folder: string

beforeEach(async () => {
  folder = await makeFolder()
  practice = await openPracticeService({
    ffmpeg: findFfmpeg,
    voice: 'formant',
    pace: 0,
    shotTimes: { pendingMs: 0, processingMs: 0 },
  })
  const service = practice
  onTestFinished(() => service.close())
})

async function still(): Promise<Record<string, WireFile>> {
  const png = Buffer.from(await encodePng(drawLandscape('a still', '1', { width: 64, height: 48 })))
  const path = join(folder, 'still.png')
  await writeFile(path, png)
  return { [stillId]: { path, name: 'still.png', mime: 'image/png', sizeBytes: png.length } }
}

async function send(modelId: string, fields: Fields, more: {
  files?: Record<string, WireFile>
  onAudio?: (pcm: Uint8Array, format: { sampleRate: number, channels: number }) => void
  url?: string
} = {}) {
  const model = builtInModels.find(entry => entry.id === modelId)
  if (!model)
    throw new Error(`No model ${modelId}`)
  const files = more.files ?? {}
  const facts = Object.fromEntries(Object.entries(files).map(([id, file]) => [
    id,
    { mime: file.mime, sizeBytes: file.sizeBytes, durationSeconds: null },
  ]))
  expect(checkRequest(model, fields, facts)).toEqual([])
  return client.submit(
    { baseUrl: more.url ?? practice.url, key: practice.key },
    { path: '/generate', ...shapeRequest(model, fields), files, kind: model.kind, timeoutMs: 30_000 },
    { commit: async () => {}, partPath: join(folder, 'answer.part'), signal, ...(more.onAudio && { onAudio: more.onAudio }) },
  )
}

const secondsOf = async (path: string): Promise<number> => ((await stat(path)).size - 44) / 48_000

describe('speech', () => {
  it.each([
    ['higgs2p5', { 'text': 'Good evening.', 'voice': 'Linda', 'voice_settings.speed': 1.1, 'sampling.top_k': 40 }],
    ['chatterbox', { text: 'Good evening.', language_id: 'en', exaggeration: 0.7, diffusion_steps: 5, seed: 3 }],
    ['qwen3-tts', { text: 'Good evening.', voice: 'Ono_Anna', language: 'English', instructions: 'slowly' }],
  ] as const)('%s speaks, and the service knows every field of the request', async (model, fields) => {
    const answer = await send(model, fields)
    expect(await decodeSpeech(answer.partPath, answer.contentType)).toMatchObject({ mime: 'audio/wav', isCut: false })
    expect(await secondsOf(answer.partPath)).toBeGreaterThan(0.3)
    expect(answer.facts.creditsRemaining).toBe(999_998)
    expect(practice.ledger()).toMatchObject([{ kind: 'speech', model, ignored: [] }])
  })

  it('that is streamed is delivered while it arrives, and equals the stored file', async () => {
    const heard: Uint8Array[] = []
    const answer = await send('qwen3-tts', { text: 'One, two, three, four.', stream: true }, { onAudio: (pcm, format) => {
      expect(format).toEqual({ sampleRate: 24_000, channels: 1 })
      heard.push(pcm)
    } })
    expect(heard.length).toBeGreaterThan(1)
    expect(answer.contentType).toMatch(/^text\/event-stream/)
    const wav = await soundIn(answer)
    expect(wav.subarray(44).equals(Buffer.concat(heard))).toBe(true)
    expect(wav.readUInt32LE(40)).toBe(wav.length - 44)
  })

  const streamedAs = { wav: 'audio/wav', pcm: 'audio/wav', mp3: 'audio/mpeg', aac: 'audio/aac', opus: 'audio/ogg', flac: 'audio/flac' }
  it.each(Object.entries(streamedAs))('that is streamed as %s is that file, whether the service names the format or not', async (format, mime) => {
    const ffmpeg = await findFfmpeg()
    const fields = { text: 'Every format that can be asked for.', voice: 'Eric', response_format: format, stream: true }
    for (const as of [null, 'openai', 'odd-bytes'] as const) {
      practice.faults.clear()
      if (as)
        practice.faults.set({ do: 'stream', as })
      const answer = await send('qwen3-tts', fields)
      const decoded = await decodeSpeech(answer.partPath, answer.contentType, format)
      expect(decoded).toMatchObject({ mime, isCut: false, corrected: null })
      // As long as the same words in a plain file, and speech: noise is loud all the time.
      const { stdout } = await ffmpeg!.run(['-i', decoded.path, '-ar', '24000', '-ac', '1', '-f', 's16le', 'pipe:1'])
      const plain = await send('qwen3-tts', { text: fields.text, voice: fields.voice })
      expect(Math.abs(stdout.length / 48_000 - await secondsOf(plain.partPath)), `${format} ${as}`).toBeLessThan(0.15)
      const levels = Array.from({ length: stdout.length / 2 }, (_, at) => Math.abs(stdout.readInt16LE(at * 2)))
      const quiet = levels.filter(level => level < 400).length
      expect(quiet / (stdout.length / 2), `${format} ${as}`).toBeGreaterThan(0.02)
    }
  })

  it.each(['openai', 'nested', 'odd-bytes'] as const)('that is streamed in the dialect "%s" gives the same samples', async (as) => {
    const plain = await soundIn(await send('chatterbox', { text: 'The same sound.', seed: 1, stream: true }))
    practice.faults.set({ do: 'stream', as })
    const other = await soundIn(await send('chatterbox', { text: 'The same sound.', seed: 1, stream: true }))
    expect(other.equals(plain)).toBe(true)
  })

  it.each(
    [['error', 'server'], ['no-end', 'network']] as const,
  )('that is streamed and broken off (%s) is kept as a playable part', async (as, kind) => {
    practice.faults.set({ do: 'stream', as })
    const failure = await failureOf(send('qwen3-tts', { text: 'This will not be finished, I fear.', stream: true }))
    expect(failure).toMatchObject({ kind, charged: 'unknown', partialPath: join(folder, 'answer.part') })
    const wav = await soundIn({ partPath: failure.partialPath ?? '', contentType: 'text/event-stream' })
    expect(wav.readUInt32LE(40)).toBe(wav.length - 44)
    expect(wav.length).toBeGreaterThan(44)
  })

  it('that is streamed and cut off by a lost connection is kept as a playable part', async () => {
    practice.faults.set({ do: 'reset', at: 'mid-answer' })
    const failure = await failureOf(send('qwen3-tts', { text: 'This will be cut in the middle of what is being said.', stream: true }))
    expect(failure).toMatchObject({ kind: 'network', charged: 'unknown', status: 200 })
    const wav = await soundIn({ partPath: failure.partialPath ?? '', contentType: 'text/event-stream' })
    expect(wav.readUInt32LE(40)).toBe(wav.length - 44)
  })

  it('is complete even when its formal end never arrives', async () => {
    const events = [
      { type: 'audio_chunk', data: Buffer.alloc(4800).toString('base64') },
      { type: 'complete' },
    ].map(event => `data: ${JSON.stringify(event)}\n\n`).join('')
    const server = await openAnsweringServer(() => [
      200,
      { 'content-type': 'text/event-stream', 'content-length': events.length + 99 },
      events,
    ])
    expect(await send('qwen3-tts', { text: 'Done.', stream: true }, { url: server.url })).toMatchObject({
      contentType: 'text/event-stream',
      sizeBytes: events.length,
    })
  })
})

async function soundIn({ partPath, contentType }: { partPath: string, contentType: string }): Promise<Buffer> {
  return readFile((await decodeSpeech(partPath, contentType)).path)
}

describe('images', () => {
  it('are generated from a prompt', async () => {
    const answer = await send('eigen-image', { prompt: 'a harbour at dawn', width: 512, height: 512, seed: 9, output_format: 'png' })
    expect(await decodeImages(answer.partPath, answer.contentType)).toMatchObject([{ mime: 'image/png' }])
    expect(practice.ledger()).toMatchObject([{ kind: 'image', ignored: [], values: { width: 512, seed: 9 } }])
  })

  it('may be returned as plain bytes', async () => {
    const answer = await send('eigen-image', { prompt: 'a harbour', width: 512, height: 512, binary_response: true })
    expect(await decodeImages(answer.partPath, answer.contentType)).toMatchObject([{ path: answer.partPath }])
  })

  it.each([
    ['eigen-image', { prompt: 'at night', images: [{ assetId: stillId }] }],
    ['qwen-image-edit-2511', {
      prompt: 'both',
      images: [{ assetId: stillId }, { assetId: stillId }],
      weight: 'lightning',
      num_inference_steps: 4,
      guidance_scale: 4,
    }],
    ['flux-1-kontext', { prompt: 'at night', image_file: { assetId: stillId }, rank: 16, lora_strength: 0.5 }],
  ] as const)('are edited by %s', async (model, fields) => {
    const answer = await send(model, { ...fields } as Fields, { files: await still() }) // the table's arrays are readonly
    expect(await decodeImages(answer.partPath, answer.contentType)).toHaveLength(1)
    expect(practice.ledger()).toMatchObject([{ kind: 'edit', model, ignored: [], values: { mode: 'image-editing' } }])
  })
})

describe('a video', () => {
  it('is submitted, polled and downloaded', async () => {
    const answer = await send('wan2p2-i2v-14b-turbo', {
      prompt: 'waves',
      image: { assetId: stillId },
      infer_steps: 2,
    }, { files: await still() })
    const { taskId, serviceState } = await decodeVideoSubmission(answer.partPath, answer.contentType)
    expect(serviceState).toBe('pending')
    const connection = { baseUrl: practice.url, key: practice.key }
    const task = { taskId, modelId: 'wan2p2-i2v-14b-turbo' }
    await expect.poll(async () => (await client.pollVideo(connection, task, signal)).state, { interval: 100 }).toBe('completed')
    const partPath = join(folder, 'shot.part')
    const downloaded = await client.downloadVideo(connection, task, { partPath, resume: null, signal })
    expect(downloaded.totalBytes).toBe((await stat(partPath)).size)
    // The real server honours ranges: the file is truncated and then resumed.
    const whole = await readFile(partPath)
    await writeFile(partPath, whole.subarray(0, 1000))
    await client.downloadVideo(connection, task, { partPath, resume: downloaded, signal })
    expect((await readFile(partPath)).equals(whole)).toBe(true)
    await expect(client.pollVideo(
      connection,
      { ...task, taskId: '00000000-0000-0000-0000-000000000000' },
      signal,
    )).rejects.toMatchObject({ kind: 'not-found' })
  })
})

describe('faults', () => {
  const speak = () => send('higgs2p5', { text: 'Once.' })

  it.each<[string, Fault, object, number]>([
    ['accepted, then cut', { do: 'reset', at: 'accepted' }, { kind: 'network', charged: 'unknown', isBeforeCommit: false }, 1],
    ['cut on arrival', { do: 'reset', at: 'arrival' }, { kind: 'network' }, 0],
    ['too many requests', { do: 'refuse', status: 429, retryAfter: 2 }, { kind: 'rate', charged: 'no', retryAfterMs: 2000 }, 0],
    ['a refusal before the body is read', { do: 'refuse', status: 413, early: true }, { kind: 'too-large', charged: 'no' }, 0],
    [
      'an error that calls itself a success',
      { do: 'wrong-body', as: 'error-json' },
      { kind: 'server', charged: 'unknown', status: 200 },
      1,
    ],
  ])('%s: reported correctly, and never sent twice', async (_name, fault, failure, accepted) => {
    practice.faults.set(fault)
    expect(await failureOf(speak())).toMatchObject(failure)
    practice.faults.clear()
    expect(practice.ledger()).toHaveLength(accepted)
  })

  it.each(['html', 'empty', 'truncated'] as const)('an answer that is %s is noticed when it is read', async (as) => {
    practice.faults.set({ do: 'wrong-body', as })
    const answer = await speak()
    const outcome = await decodeSpeech(answer.partPath, answer.contentType).catch((error: unknown) => error)
    expect(outcome).toMatchObject(as === 'truncated' ? { isCut: true } : { kind: 'undecodable', charged: 'unknown' })
  })
})

it('the practice service is an account like any other', async () => {
  const check = (key: string) => client.checkConnection({ baseUrl: practice.url, key }, signal)
  expect(await check(practice.key)).toMatchObject({ answer: 'accepted', models: builtInModels.length, creditsRemaining: 1_000_000 })
  expect(await check('practice-wrong-key-000000')).toMatchObject({ answer: 'wrong-key', status: 401 })
})
