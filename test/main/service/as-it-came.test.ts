/** Records of what arrived, captions as transcripts, and what is whole by its content. */
import { Buffer } from 'node:buffer'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pcm16Header } from '../../../src-main/base/wav.ts'
import { readCaptions } from '../../../src-main/service/caption-text.ts'
import { decodeSpeech } from '../../../src-main/service/decode-speech.ts'
import { readTranscript } from '../../../src-main/service/decode-transcript.ts'
import { areFrames, beginFrames, frameRecord, readFrames } from '../../../src-main/service/frames.ts'
import { createSpeechStream } from '../../../src-main/service/stream.ts'
import { isWholeByContent } from '../../../src-main/service/whole-by-content.ts'
import { makeFolder } from '../../kit/folder.ts'

async function framesOf(bytes: Uint8Array) {
  const path = join(await makeFolder(), 'answer.part')
  await writeFile(path, bytes)
  const frames = []
  for await (const frame of readFrames(path))
    frames.push(frame)
  return frames
}

describe('the record of a WebSocket', () => {
  it('gives every message back, and of one that was cut anywhere each whole message and the beginning of the last', async () => {
    const is = fc.constantFrom('text' as const, 'binary' as const)
    const talk = fc.array(fc.record({ is, bytes: fc.uint8Array({ minLength: 1, maxLength: 80 }) }), { maxLength: 6 })
    await fc.assert(fc.asyncProperty(talk, fc.double({ min: 0, max: 1, noNaN: true }), async (messages, share) => {
      const whole = Buffer.concat([beginFrames(), ...messages.map(each => frameRecord(each.is, each.bytes))])
      expect(areFrames(whole)).toBe(true)
      expect(await framesOf(whole)).toEqual(messages.map(each => ({ is: each.is, bytes: Buffer.from(each.bytes), isWhole: true })))
      const cut = await framesOf(whole.subarray(0, Math.floor(whole.length * share)))
      for (const [at, frame] of cut.entries()) {
        expect(frame.is).toBe(messages[at]?.is)
        expect(Buffer.from(messages[at]!.bytes).subarray(0, frame.bytes.length)).toEqual(frame.bytes)
        expect(frame.isWhole || at === cut.length - 1).toBe(true)
      }
    }), { numRuns: 60 })
  })
})

describe('streamed sound', () => {
  const event = (bytes: Uint8Array, type = 'audio_chunk') => JSON.stringify({ type, data: Buffer.from(bytes).toString('base64') })
  const heard = (...events: readonly string[]): Buffer => {
    const stream = createSpeechStream()
    return Buffer.concat([...events.flatMap(each => [...stream.feedEvent(each)]), ...stream.flush()].map(chunk => chunk.bytes))
  }

  it('that is silent, or repeats a piece that is not all of it, is not taken for a repetition', () => {
    const silence = Buffer.alloc(4800)
    expect(heard(event(silence), event(silence), event(silence), event(silence), event(silence)).length).toBe(5 * 4800)
    const [one, two] = [Buffer.alloc(4800, 1), Buffer.alloc(4800, 2)]
    const word = Buffer.concat([one, two])
    expect(heard(event(word), event(two), event(word), event(two)).length).toBe(2 * (9600 + 4800))
  })

  it('in hexadecimal begins with silence as well, and base64 of few letters is not taken for it', () => {
    const stream = createSpeechStream()
    const hex = (bytes: Uint8Array) => JSON.stringify({ type: 'audio_chunk', data: Buffer.from(bytes).toString('hex') })
    const [silence, sound] = [Buffer.alloc(1200), Buffer.from(Array.from({ length: 1200 }, (_, at) => at * 7 % 250))]
    const chunks = [hex(silence), hex(sound)].flatMap(each => [...stream.feedEvent(each)])
    expect(Buffer.concat(chunks.map(chunk => chunk.bytes))).toEqual(Buffer.concat([silence, sound]))
    // "AAAA…" and "AAEAAAEA…" are base64.
    expect(heard(event(silence))).toEqual(silence)
    const steps = Buffer.from(Array.from({ length: 1200 }, (_, at) => at % 3 === 1 ? 1 : 0))
    expect(heard(event(steps))).toEqual(steps)
  })

  it('that is sent as anything, and ends without the end that its events declare, is cut', async () => {
    const path = join(await makeFolder(), 'answer.part')
    const events = [1, 2, 3].map(at => `data: ${event(Buffer.alloc(4800, at))}\n\n`).join('')
    await writeFile(path, events)
    expect(await decodeSpeech(path, 'application/octet-stream')).toMatchObject({ isCut: true, damaged: null })
    await writeFile(path, `${events}data: {"type":"complete"}\n\n`)
    expect(await decodeSpeech(path, 'application/octet-stream')).toMatchObject({ isCut: false, damaged: null })
  })
})

describe('captions in answer to a transcription', () => {
  const srt = '1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Hello</i>\r\nthere.\r\n\r\n2\r\n00:01:02,5 --> 00:01:04,000\r\nBye &amp; thanks.\r\n'
  const vtt = 'WEBVTT - made by a model\n\nNOTE nothing\n\nintro\n00:01.000 --> 00:02.500 align:start\n<v Anna>Hello\nthere.</v>\n\n00:00:62.500 --> 00:01:04.000\nBye &amp; thanks.\n'

  it.each([['srt', srt], ['vtt', vtt]])('are read with their times: %s', (form, text) => {
    const transcript = readTranscript(Buffer.from(text), 'text/plain')
    expect(transcript.text).toBe('Hello there. Bye & thanks.')
    expect(transcript.segments).toMatchObject([
      { startSeconds: 1, endSeconds: 2.5, text: expect.stringMatching(/^Hello\s+there\.$/), ...form === 'vtt' && { speaker: 'Anna' } },
      { startSeconds: 62.5, endSeconds: 64, text: 'Bye & thanks.' },
    ])
  })

  it('are not found in speech about them', () => {
    expect(readCaptions('He said 00:01 --> 00:02, and left.')).toBeNull()
    expect(readCaptions('WEBVTTs are files.')).toBeNull()
    expect(readTranscript(Buffer.from('1\nJust a number.'), 'text/plain')).toMatchObject({ text: '1\nJust a number.', segments: [] })
  })
})

describe('an answer is whole by its content', () => {
  const whole = (bytes: Buffer) =>
    isWholeByContent({ sizeBytes: bytes.length, read: async (length, at) => bytes.subarray(at, at + length) })
  const wav = Buffer.concat([pcm16Header({ sampleRate: 24_000, channels: 1 }, 4800), Buffer.alloc(4800)])

  it.each<[string, Buffer, number]>([
    ['JSON', Buffer.from('{"image":"aGVsbG8="}'), 1],
    ['a WAV, with less than a frame missing', wav, 2],
  ])('%s, and not without its end', async (_, bytes, missing) => {
    expect(await whole(bytes)).toBe(true)
    expect(await whole(bytes.subarray(0, bytes.length - missing))).toBe(false)
  })

  it('never for what has no end of its own', async () => {
    expect(await whole(Buffer.from('words'))).toBe(false)
    expect(await whole(Buffer.alloc(0))).toBe(false)
    expect(await whole(Buffer.concat([pcm16Header({ sampleRate: 24_000, channels: 1 }, 0xFFFFFFFF), Buffer.alloc(4800)]))).toBe(false)
  })
})
