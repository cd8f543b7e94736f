/** Streamed speech in every dialect, split at every byte. */
import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pcm16Header } from '../../../src-main/base/wav.ts'
import { decodeBase64 } from '../../../src-main/service/stream-audio.ts'
import { createSpeechStream } from '../../../src-main/service/stream.ts'
import { findFfmpeg } from '../../kit/ffmpeg.ts'

const pcm = Buffer.from(Array.from({ length: 400 }, (_, index) => (index * 7) % 256))
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
function events(...values: unknown[]): string {
  return values.map(value => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`).join('')
}

function hear(text: string | Uint8Array, cut = 7, asked: string | null = null) {
  const stream = createSpeechStream(asked)
  const bytes = Buffer.from(text)
  const pieces = []
  for (let at = 0; at < bytes.length; at += cut)
    pieces.push(...stream.feed(bytes.subarray(at, at + cut)))
  pieces.push(...stream.flush())
  const [first] = pieces
  return { stream, sound: Buffer.concat(pieces.map(piece => piece.bytes)), format: first?.is === 'pcm' ? first.format : null, first }
}

describe('a mark of the end that is not the end', () => {
  const sentence = (at: number): Buffer => Buffer.from(Array.from({ length: 100 }, (_, index) => (index * 7 + at * 31) % 256))
  it('is withdrawn by more sound, until the next mark', () => {
    const stream = createSpeechStream()
    const feed = (value: object): string => {
      stream.feed(Buffer.from(events(value)))
      return `${stream.state} ${stream.resumed}`
    }
    expect([
      feed({ audio: base64(sentence(0)), is_final: true }),
      feed({ audio: base64(sentence(1)) }),
      feed({ audio: base64(sentence(2)), is_final: true }),
      feed({ audio: base64(sentence(3)), is_final: true }),
    ]).toEqual(['ending 0', 'open 1', 'ending 1', 'ending 2'])
  })

  it('is not withdrawn by the whole sound again, nor by words', () => {
    const stream = createSpeechStream()
    for (const at of [0, 1, 2])
      stream.feed(Buffer.from(events({ audio: base64(sentence(at)), is_final: at === 2 })))
    stream.feed(Buffer.from(events({ usage: 4 }, { type: 'complete', audio: base64(Buffer.concat([0, 1, 2].map(sentence))) })))
    expect([stream.state, stream.resumed]).toEqual(['ending', 0])
  })
})

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

describe('sound that nobody names', () => {
  const chunked = (bytes: Uint8Array, size = 900) => events(...Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    ({ type: 'audio_chunk', data: base64(bytes.subarray(at * size, (at + 1) * size)) })))
  const tone = Buffer.alloc(9600)
  for (let at = 0; at < tone.length; at += 2)
    tone.writeInt16LE(Math.round(9000 * Math.sin(at / 40)), at)
  const encode = async (...args: string[]) => (await (await findFfmpeg())!.run(
    ['-f', 's16le', '-ar', '24000', '-ac', '1', '-i', 'pipe:0', ...args, 'pipe:1'],
    { input: tone, signal: new AbortController().signal },
  )).stdout

  it.each([
    ['audio/mpeg', ['-c:a', 'libmp3lame', '-id3v2_version', '0', '-write_xing', '0', '-f', 'mp3']],
    ['audio/aac', ['-c:a', 'aac', '-f', 'adts']],
  ])('is %s when its frames follow each other, whatever was asked', async (mime, args) => {
    const bytes = await encode(...args)
    for (const asked of [null, 'wav', 'mp3', 'aac']) {
      const { first, sound } = hear(chunked(bytes), 5000, asked)
      expect(first).toMatchObject({ is: 'file', mime })
      expect(sound.equals(bytes)).toBe(true)
    }
  })

  it('is samples when it looks like samples, although a file was asked', () => {
    for (const asked of ['mp3', 'aac', 'opus', 'flac', 'wav', 'pcm', null]) {
      const { first, sound } = hear(chunked(tone), 5000, asked)
      expect(first?.is).toBe('pcm')
      expect(sound.equals(tone)).toBe(true)
    }
  })

  it('is never taken for a file when samples begin like one', () => {
    fc.assert(fc.property(fc.constantFrom(0xFB, 0xF3, 0xF1, 0xF9), fc.nat(255), (second, third) => {
      const samples = Buffer.concat([Buffer.from([0xFF, second, third]), tone.subarray(3)])
      expect(hear(chunked(samples), 5000).first?.is).toBe('pcm')
    }))
  })

  it('is stored as what was asked when it is nothing that is known and no samples', () => {
    const noise = Buffer.from(Array.from({ length: 6000 }, (_, index) => (index * index * 31 + 7 * index) % 253))
    expect(hear(chunked(noise), 5000, 'mp3').first).toMatchObject({ is: 'file', mime: 'audio/mpeg' })
  })

  it('is a WAV whose header is spread over chunks and whose samples end before other chunks', () => {
    const header = pcm16Header({ sampleRate: 16_000, channels: 1 }, tone.length)
    const file = Buffer.concat([header, tone, Buffer.from('LIST\x04\0\0\0abcd', 'latin1')])
    for (const size of [3, 11, 44, 900, 20_000]) {
      const { format, sound } = hear(chunked(file, size), 50_000, 'wav')
      expect(format).toEqual({ sampleRate: 16_000, channels: 1 })
      // A name of a chunk that is cut in two is not known.
      if (size > 11)
        expect(sound.equals(tone), String(size)).toBe(true)
    }
    const tooLittle = Buffer.concat([pcm16Header({ sampleRate: 16_000, channels: 1 }, 100), tone])
    expect(hear(chunked(tooLittle), 5000, 'wav').sound.equals(tone)).toBe(true)
  })

  it('is not lost when it is shorter than a header', () => {
    expect(hear(events({ type: 'audio_chunk', data: base64(Buffer.from('RIFF')) })).sound).toHaveLength(4)
  })
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
