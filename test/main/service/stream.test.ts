/** Streamed speech in every dialect, split at every byte. */
import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pcm16Header } from '../../../src-main/base/wav.ts'
import { decodeBase64 } from '../../../src-main/service/stream-audio.ts'
import { createSpeechStream } from '../../../src-main/service/stream.ts'

const pcm = Buffer.from(Array.from({ length: 400 }, (_, index) => (index * 7) % 256))
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
function events(...values: unknown[]): string {
  return values.map(value => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`).join('')
}

function hear(text: string | Uint8Array, cut = 7) {
  const stream = createSpeechStream()
  const bytes = Buffer.from(text)
  const pieces = []
  for (let at = 0; at < bytes.length; at += cut)
    pieces.push(...stream.feed(bytes.subarray(at, at + cut)))
  const [first] = pieces
  return { stream, sound: Buffer.concat(pieces.map(piece => piece.bytes)), format: first?.is === 'pcm' ? first.format : null, first }
}

describe('every dialect gives the same sound', () => {
  const halves = [pcm.subarray(0, 101), pcm.subarray(101)].map(base64)
  it.each([
    [
      'the live service',
      events({
        type: 'metadata',
        sample_rate: 24_000,
        channels: 1,
        format: 'pcm16',
      }, ...halves.map((data, index) => ({ type: 'audio_chunk', data, index })), { type: 'complete' }, { type: 'done' }),
      'ended',
    ],
    ['without metadata', events(...halves.map(data => ({ type: 'audio', data })), { type: 'done' }), 'ended'],
    [
      'OpenAI',
      events(...halves.map(audio => ({ type: 'speech.audio.delta', audio })), { type: 'speech.audio.done', usage: { total_tokens: 4 } }),
      'ended',
    ],
    ['nested envelopes', events(...halves.map(data => ({ data: { type: 'audio_chunk', data } })), { data: { type: 'done' } }), 'ended'],
    ['types by event lines', halves.map(data => `event: audio_chunk\ndata: ${JSON.stringify({ data })}\n\n`).join(''), 'open'],
    ['a literal end', events(...halves.map(chunk => ({ chunk })), '[DONE]'), 'ended'],
    ['a flag at the end', events({ audio_base64: halves[0] }, { audio_base64: halves[1], is_final: true }), 'ending'],
    ['chat deltas', events(...halves.map(data => ({ choices: [{ delta: { audio: { data } } }] })), '[DONE]'), 'ended'],
    [
      'keep-alives and CRLF',
      `: keep-alive\r\n\r\n${events(...halves.map(data => ({ type: 'audio_chunk', data }))).replaceAll('\n', '\r\n')}`,
      'open',
    ],
    ['a WAV in the first chunk', events({
      type: 'audio_chunk',
      data: base64(Buffer.concat([pcm16Header({ sampleRate: 24_000, channels: 1 }, 0xFFFFFFFF), pcm.subarray(0, 101)])),
    }, { type: 'audio_chunk', data: halves[1] }), 'open'],
    [
      'a WAV in each chunk',
      events(...[pcm.subarray(0, 100), pcm.subarray(100)].map(part => ({
        type: 'audio_chunk',
        data: base64(Buffer.concat([pcm16Header({ sampleRate: 24_000, channels: 1 }, part.length), part])),
      }))),
      'open',
    ],
  ])('%s', (_name, text, state) => {
    for (const cut of [1, 13, 100_000]) {
      const heard = hear(text, cut)
      expect(heard.sound.equals(pcm)).toBe(true)
      expect(heard.format).toEqual({ sampleRate: 24_000, channels: 1 })
      expect(heard.stream.state).toBe(state)
    }
  })
})

it('takes rate and channels from any member that has them, and keeps frames whole', () => {
  const { format, sound } = hear(events({
    type: 'speech.audio.info',
    sample_rate: '44100',
    channels: 2,
    bits_per_sample: 16,
  }, { type: 'speech.audio.delta', audio: base64(pcm.subarray(0, 399)) }))
  expect(format).toEqual({ sampleRate: 44_100, channels: 2 })
  expect(sound).toHaveLength(396)
})

it('turns floats and wider samples into 16 bits', () => {
  const floats = Buffer.alloc(16)
  ;[0, 1, -1, 5].forEach((sample, index) => floats.writeFloatLE(sample, index * 4))
  const { sound } = hear(events({ type: 'metadata', format: 'f32le' }, { type: 'audio_chunk', data: base64(floats) }))
  expect([0, 2, 4, 6].map(at => sound.readInt16LE(at))).toEqual([0, 32_767, -32_767, 32_767])
  const wide = hear(events({ type: 'metadata', bits_per_sample: 24 }, {
    type: 'audio_chunk',
    data: base64(Buffer.from([0xFF, 0x34, 0x12, 0x00, 0x00, 0x80])),
  }))
  expect([wide.sound.readInt16LE(0), wide.sound.readInt16LE(2)]).toEqual([0x1234, -32_768])
})

it('stores a compressed stream unchanged', () => {
  const { first, sound } = hear(events({ type: 'metadata', format: 'mp3' }, {
    type: 'audio_chunk',
    data: base64(Buffer.from([0xFF, 0xFB, 0x90, 0x64, ...pcm])),
  }))
  expect(first).toMatchObject({ is: 'file', mime: 'audio/mpeg' })
  expect(sound).toHaveLength(404)
})

it('stops at an error and keeps what arrived before it', () => {
  const { stream, sound } = hear(events({ type: 'audio_chunk', data: base64(pcm) }, {
    type: 'error',
    data: 'InternalServerErrorInTheEngine',
    message: 'engine fell over',
  }, { type: 'audio_chunk', data: base64(pcm) }))
  expect(stream.state).toBe('failed')
  expect(stream.failure).toContain('engine fell over')
  expect(sound.equals(pcm)).toBe(true)
  expect(hear(events({ detail: 'Invalid API key' })).stream.state).toBe('failed')
})

it('distinguishes base64 from other text', () => {
  expect(decodeBase64('not base64 at all!')).toBeNull()
  expect(decodeBase64('')).toBeNull()
  expect(decodeBase64('abcde')).toBeNull()
  expect(decodeBase64(`data:audio/wav;base64,${base64(pcm)}`)).toEqual(pcm)
})

it('survives any bytes: never throws, and gives a consistent result', () => {
  const value = fc.jsonValue({ maxDepth: 3 })
  const envelope = fc.record({
    type: fc.oneof(fc.constantFrom('audio_chunk', 'metadata', 'done', 'error', 'complete', 'speech.audio.delta'), fc.string()),
    data: fc.oneof(value, fc.base64String({ maxLength: 200 })),
    audio: fc.oneof(value, fc.base64String({ maxLength: 80 })),
    sample_rate: value,
    channels: value,
    format: fc.oneof(value, fc.constantFrom('f32le', 'mp3', 'pcm16', 's24')),
    final: value,
  }, { requiredKeys: [] })
  const line = fc.oneof(
    envelope.map(event => events(event)),
    value.map(odd => events(odd)),
    fc.string().map(text => `data: ${text}\n\n`),
    fc.string(),
  )
  const someLines = fc.array(line, { maxLength: 12 })
  fc.assert(fc.property(someLines, fc.integer({ min: 1, max: 40 }), fc.uint8Array({ maxLength: 30 }), (lines, cut, noise) => {
    const { stream, sound, first } = hear(Buffer.concat([Buffer.from(lines.join('')), noise]), cut)
    expect(['open', 'ending', 'ended', 'failed']).toContain(stream.state)
    expect(stream.failure === null).toBe(stream.state !== 'failed')
    if (first?.is === 'pcm')
      expect(sound.length % (first.format.channels * 2)).toBe(0)
  }), { numRuns: 3000 })
})
