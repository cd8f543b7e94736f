/** Decoding stored answers: all variants are read, and only ServiceErrors are thrown. */
import { Buffer } from 'node:buffer'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pcm16Header } from '../../../src-main/base/wav.ts'
import { decodeSpeech } from '../../../src-main/service/decode-speech.ts'
import { decodeImages, decodeVideoSubmission, readVoiceId } from '../../../src-main/service/decode.ts'
import { ServiceError } from '../../../src-main/service/service-error.ts'
import { makeFolder } from '../../kit/folder.ts'
import { failureOf } from './raw-server.ts'

const png = Buffer.concat([Buffer.from('89504E470D0A1A0A', 'hex'), Buffer.alloc(60, 9)])
const jpeg = Buffer.concat([Buffer.from('FFD8FFE0', 'hex'), Buffer.alloc(60, 8)])
const b64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const pcm = Buffer.from(Array.from({ length: 480 }, (_, index) => (index * 11) % 256))

async function answer(content: unknown): Promise<string> {
  const path = join(await makeFolder(), 'answer.part')
  await writeFile(path, content instanceof Uint8Array || typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

describe('images', () => {
  it.each([
    ['image_base64', { image_base64: b64(png), use_lightning: true }],
    ['turbo_image_base64', { turbo_image_base64: b64(png) }],
    ['edited_image_base64', { edited_image_base64: b64(png), seed: 4 }],
    ['some_img_b64', { some_img_b64: b64(png) }],
    ['b64_json', { data: [{ b64_json: b64(png), url: 'https://e.com/same.png' }] }],
    ['a data URL', { output: `data:image/png;base64,${b64(png)}` }],
    ['nested', { result: { data: { image_data: b64(png) } } }],
    ['under any name', { picture: { deep: { bytes: b64(png) } } }],
    ['a bare text', `"${b64(png)}"`],
  ])('are found as %s', async (_name, content) => {
    expect(await decodeImages(await answer(content), 'application/json')).toEqual([{ bytes: png, mime: 'image/png', extension: 'png' }])
  })

  it('may be several, with the type of their bytes, not of their names', async () => {
    const images = await decodeImages(
      await answer({ images: [b64(png), { base64: b64(jpeg) }], output_format: 'webp' }),
      'application/json',
    )
    expect(images.map(image => image?.mime)).toEqual(['image/png', 'image/jpeg'])
  })

  it('may be the answer itself, whatever its type says', async () => {
    const path = await answer(jpeg)
    expect(await decodeImages(path, 'application/json')).toEqual([{ path, mime: 'image/jpeg', extension: 'jpg' }])
  })

  it.each([
    [''],
    ['<html>wait</html>'],
    [{}],
    [{ image_base64: 'tm90IGEgcGljdHVyZQ==' }],
    [{ image_path: 's3://bucket/key' }],
    [Buffer.from([0, 1, 2])],
  ])('are not found in %j', async (content) => {
    expect(await failureOf(decodeImages(await answer(content), 'x/y'))).toMatchObject({ kind: 'undecodable', charged: 'unknown' })
  })

  it('that are URLs are missing until they are downloaded', async () => {
    expect(await decodeImages(await answer({ image_url: 'https://e.com/a.png' }), '')).toEqual([null])
  })
})

describe('speech', () => {
  const sizes = async (path: string): Promise<[number, number, number]> => {
    const bytes = await readFile(path)
    return [bytes.length, bytes.readUInt32LE(4), bytes.readUInt32LE(40)]
  }
  const wav = (claimed: number): Buffer => Buffer.concat([pcm16Header({ sampleRate: 24_000, channels: 1 }, claimed), pcm])

  const placeholders = [0, 0xFFFFFFFF, 0x7FFFFFFF - 36, 0x7FFFFF00, 0x7FFFFFFF, 0x80000000, 0xFFFFFFDB]
  it.each([...placeholders, 5000, 100])('has its sizes corrected when the header claims %i bytes', async (claimed) => {
    const path = await answer(wav(claimed))
    const decoded = await decodeSpeech(path, 'audio/wav')
    expect(decoded).toEqual({
      path: expect.not.stringMatching(/part$/),
      mime: 'audio/wav',
      extension: 'wav',
      isCut: claimed === 5000,
      corrected: { claimedBytes: placeholders.includes(claimed) ? null : claimed, foundBytes: 480 },
      damaged: null,
    })
    expect(await sizes(decoded.path)).toEqual([524, 516, 480])
    // The answer itself stays as it came, so that a crash before the result is filed forgets nothing.
    expect(await decodeSpeech(path, 'audio/wav')).toEqual(decoded)
  })

  it('has the bytes decide, for every length that a header can claim', async () => {
    const path = join(await makeFolder(), 'answer.part')
    const lengths = fc.oneof(fc.nat(2000), fc.integer({ min: 0, max: 0xFFFFFFFF }))
    await fc.assert(fc.asyncProperty(lengths, fc.integer({ min: 1, max: 700 }), async (claimed, frames) => {
      const samples = Buffer.alloc(frames * 2, 7)
      await writeFile(path, Buffer.concat([pcm16Header({ sampleRate: 24_000, channels: 1 }, claimed), samples]))
      const [bytes, riff, data] = await sizes((await decodeSpeech(path, 'audio/wav')).path)
      // At most the padding of an odd claim or too few bytes for a chunk may be left out.
      expect(data).toBeLessThanOrEqual(samples.length)
      expect(data).toBeGreaterThan(samples.length - 9)
      expect([bytes, riff <= bytes]).toEqual([44 + samples.length, true])
    }), { numRuns: 100 })
  })

  it('keeps other chunks after the samples out of the sound', async () => {
    const list = Buffer.from('LIST\x04\0\0\0abcd', 'latin1')
    const path = await answer(Buffer.concat([wav(480), list]))
    expect(await decodeSpeech(path, 'audio/wav')).toMatchObject({ isCut: false, corrected: null })
    expect((await sizes(path))[2]).toBe(480)
  })

  it('loses no samples of an answer of several files', async () => {
    const path = await answer(Buffer.concat([wav(480), wav(480)]))
    expect(await decodeSpeech(path, 'audio/wav')).toMatchObject({ corrected: { claimedBytes: 480, foundBytes: 1004 } })
  })

  it('is unchanged when nothing is wrong with it', async () => {
    const whole = wav(480)
    const path = await answer(whole)
    expect(await decodeSpeech(path, 'application/json')).toMatchObject({ isCut: false })
    expect(await readFile(path)).toEqual(whole)
  })

  it.each([
    ['base64 of a WAV', { audio: b64(wav(480)) }],
    ['a data URL', { data: { audio_base64: `data:audio/wav;base64,${b64(wav(0))}` } }],
    ['base64 of bare samples', { audio_base64: b64(pcm), sample_rate: 24_000 }],
    [
      'events in a file',
      `data: {"type":"metadata","sample_rate":24000}\n\ndata: ${JSON.stringify({ type: 'audio_chunk', data: b64(pcm) })}\n\ndata: {"type":"done"}`,
    ],
  ])('is unwrapped from %s, and decoding twice changes nothing', async (_name, content) => {
    const path = await answer(content)
    for (const type of ['application/json', 'audio/wav']) {
      const decoded = await decodeSpeech(path, type)
      expect(decoded.mime).toBe('audio/wav')
      expect(await sizes(decoded.path)).toEqual([524, 516, 480])
      expect((await readFile(decoded.path)).subarray(44).equals(pcm)).toBe(true)
    }
  })

  it('is read as raw samples only when those were requested or declared', async () => {
    const noise = Buffer.concat([Buffer.from([0, 0, 1, 0x80]), pcm])
    const path = await answer(noise)
    expect(await failureOf(decodeSpeech(path, 'application/octet-stream'))).toMatchObject({ kind: 'undecodable' })
    expect(await decodeSpeech(path, 'application/octet-stream', 'pcm')).toMatchObject({ mime: 'audio/wav' })
    const announced = await answer(noise)
    const { path: decoded } = await decodeSpeech(announced, 'audio/pcm; rate=16000')
    expect((await readFile(decoded)).readUInt32LE(24)).toBe(16_000)
  })

  it.each([
    ['audio/mpeg', Buffer.from([0xFF, 0xFB, 0x90, 0x64, 0, 0])],
    ['audio/mpeg', Buffer.from('ID3\x04....')],
    ['audio/flac', Buffer.from('fLaC....')],
    ['audio/ogg', Buffer.from('OggS....')],
    ['audio/aac', Buffer.from([0xFF, 0xF1, 0x50, 0x80])],
  ])('may be compressed: %s', async (mime, bytes) => {
    expect(await decodeSpeech(await answer(bytes), '')).toMatchObject({ mime })
  })

  it.each([
    [''],
    [{}],
    ['<html></html>'],
    ['data: {"type":"done"}\n\n'],
    [pcm16Header({ sampleRate: 24_000, channels: 1 }, 0)],
  ])('is not found in %j', async (content) => {
    expect(await failureOf(decodeSpeech(await answer(content), 'audio/wav'))).toMatchObject({ kind: 'undecodable' })
  })
})

it.each([
  [{ voice_id: ' v-1 ' }, 'v-1'],
  [{ id: 'req-77', data: { voice_id: 'v-1' } }, 'v-1'],
  [{ id: 'req-77', voice: { voiceId: 9 } }, '9'],
  [{ id: 'req-77', voice: { id: 'v-1' } }, 'v-1'],
  [{ id: 'v-1' }, 'v-1'],
  [{ result: { id: 7 } }, '7'],
  [{ id: 'x'.repeat(70_000), data: { id: 'v-1' } }, 'v-1'],
  [{ status: 'ok' }, null],
])('an uploaded voice is named by what only a voice has, or else by its id (%#)', (content, voiceId) => {
  expect(readVoiceId(JSON.stringify(content))).toBe(voiceId)
})

describe('a video job', () => {
  it.each([
    [{ task_id: 'a-b', task_status: 'pending' }, 'a-b', 'pending'],
    [{ data: { job_id: 17, status: 'queued' } }, '17', 'queued'],
    [{ id: 'x' }, 'x', 'pending'],
    [{ id: 'req-77', status: 'success', data: { task_id: 't-1', task_status: 'queued' } }, 't-1', 'queued'],
    [{ id: 'req-77', output: { jobId: 18, status: 'running' } }, '18', 'running'],
    [{ data: { id: 'y', status: 'queued' } }, 'y', 'queued'],
    [{ id: 'req-77', task: { id: 't-1', status: 'queued' } }, 't-1', 'queued'],
  ])('is found in %j', async (content, taskId, serviceState) => {
    expect(await decodeVideoSubmission(await answer(content), 'application/json')).toEqual({ taskId, serviceState })
  })

  it('is not found in anything else', async () => {
    expect(await failureOf(decodeVideoSubmission(await answer({ status: 'pending' }), 'application/json'))).toMatchObject({
      kind: 'undecodable',
      charged: 'unknown',
    })
  })
})

it('whatever the answer contains, decoding ends with a result or a ServiceError', async () => {
  const path = await answer('')
  const texts = fc.oneof(
    fc.json(),
    fc.string(),
    fc.base64String(),
    fc.constantFrom(b64(png), `data:image/png;base64,${b64(jpeg)}`, 'https://e.com/a', b64(pcm)),
  )
  const names = fc.oneof(
    fc.constantFrom('image_base64', 'images', 'data', 'audio', 'task_id', 'url', 'error', 'output', '__proto__', 'constructor'),
    fc.string(),
  )
  const json = fc.dictionary(
    names,
    fc.oneof(texts, fc.array(texts), fc.dictionary(names, texts), fc.jsonValue()),
  ).map(value => JSON.stringify(value))
  const heads = fc.constantFrom('RIFF\0\0\0\0WAVE', 'RIFF\0\0\0\0WAVEfmt \x10\0\0\0', 'fLaC', '{', 'data: {', '\x89PNG')
  const content = fc.oneof(
    json.map(Buffer.from),
    fc.uint8Array(),
    fc.tuple(heads, fc.uint8Array()).map(([head, rest]) => Buffer.concat([Buffer.from(head, 'latin1'), rest])),
  )
  await fc.assert(fc.asyncProperty(content, fc.constantFrom('application/json', 'audio/pcm', 'image/png', ''), async (bytes, type) => {
    await writeFile(path, bytes)
    for (const decode of [decodeImages, decodeVideoSubmission, decodeSpeech]) {
      const outcome = await decode(path, type).catch((error: unknown) => error)
      expect(outcome instanceof Error && !(outcome instanceof ServiceError)).toBe(false)
    }
  }), { numRuns: 1000 })
})
