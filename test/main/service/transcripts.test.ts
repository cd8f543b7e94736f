/**
 * Transcripts in every known format, and the normalisation of their times.
 *
 * @module-tag wide
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeTranscript } from '../../../src-main/service/decode.ts'
import { ServiceError } from '../../../src-main/service/service-error.ts'
import { joinTexts, punctuate, putInOrder, sentencesOf } from '../../../src-main/service/timed-text.ts'
import { makeFolder } from '../../kit/folder.ts'
import { failureOf } from './raw-server.ts'

async function decode(content: unknown, contentType = 'application/json') {
  const path = join(await makeFolder(), 'answer.part')
  await writeFile(path, content instanceof Uint8Array || typeof content === 'string' ? content : JSON.stringify(content))
  return decodeTranscript(path, contentType)
}

const words = 'Who left the lamp on?'

describe('who speaks', () => {
  it.each([
    ['speaker', 'ANNA'],
    ['speaker_label', 'SPEAKER_00'],
    ['speaker_id', 1],
  ])('is read from %s', async (name, value) => {
    const { segments } = await decode({ segments: [
      { start: 0, end: 1, text: 'Who is there?', [name]: value },
      { start: 1, end: 2, text: 'Me.' },
      { start: 2, end: 3, text: 'Oh.', [name]: ' ' },
    ] })
    expect(segments.map(segment => segment.speaker)).toEqual([value === 1 ? 'Speaker 1' : value, undefined, undefined])
  })

  it('begins a sentence of words again', async () => {
    const { segments } = await decode({ words: [
      { word: 'Who', start: 0, end: 0.2, speaker: 'A' },
      { word: 'is', start: 0.2, end: 0.4, speaker: 'A' },
      { word: 'Me', start: 0.5, end: 0.7, speaker: 'B' },
    ] })
    expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual([['A', 'Who is'], ['B', 'Me']])
  })
})

describe('the text is found', () => {
  it.each([
    ['as text', { text: words }],
    ['as transcription', { transcription: words, duration: 2 }],
    ['as transcript', { transcript: words }],
    ['as result.text', { result: { text: words } }],
    ['as data.text', { data: { text: ` ${words}\n` }, success: true }],
    ['as result', { result: words }],
    ['as transcription.text', { transcription: { text: words } }],
    ['behind an empty name', { text: '', transcription: words }],
    ['in results', { results: [{ text: 'Who left' }, { text: 'the lamp on?' }] }],
    ['in results of texts', { results: ['Who left', 'the lamp on?'] }],
    ['in alternatives', {
      results: [{ alternatives: [{ transcript: 'Who left ', confidence: 0.9 }] }, { alternatives: [{ transcript: 'the lamp on?' }] }],
    }],
    ['in segments alone', { segments: [{ start: 0, end: 1, text: ' Who left' }, { start: 1, end: 2, text: ' the lamp on?' }] }],
    ['in words alone', { words: [{ word: 'Who' }, { word: 'left' }, { word: 'the' }, { word: 'lamp' }, { word: 'on' }, { word: '?' }] }],
    ['in chunks alone', { chunks: [{ timestamp: [0, 2], text: words }] }],
    ['in a list', [{ text: 'Who left' }, { text: 'the lamp on?' }]],
    ['as a text in JSON', JSON.stringify(words)],
  ])('%s', async (_name, content) => {
    expect((await decode(content)).text).toBe(words)
  })

  it.each([
    ['plain', words, 'text/plain; charset=utf-8'],
    ['with a byte order mark', `\uFEFF${words}`, 'text/plain'],
    ['declared as JSON that is invalid', words, 'application/json'],
    ['in quotes that are not JSON', `"Who?" ${words}`, 'text/plain'],
    ['after a bracket', `[Music] ${words}`, 'text/plain'],
    ['a number alone', '42', 'text/plain'],
  ])('%s', async (_name, content, type) => {
    expect(await decode(content, type)).toEqual({
      text: content.replace('\uFEFF', ''),
      language: null,
      durationSeconds: null,
      segments: [],
    })
  })

  it.each([
    [{ text: '', language: 'en', segments: [] }, 'application/json'],
    [{ text: null }, 'application/json'],
    [{ segments: [] }, 'application/json'],
    [{ result: { text: ' ' } }, 'application/json'],
    ['""', 'application/json'],
    ['', 'text/plain'],
  ])('silence is a result: %j', async (content, type) => {
    expect(await decode(content, type)).toMatchObject({ text: '', segments: [] })
  })

  it.each([
    [{}],
    [{ task_id: 'x', status: 'queued', result: null }],
    ['null'],
    [''],
    ['{"text": "cut of'],
    ['[{"text": "cut of'],
    ['<!DOCTYPE html><p>Bad gateway'],
    [Buffer.from([0x89, 0x50, 0x4E, 0x47, 1, 2, 3])],
  ])('anything else is not a transcript: %j', async (content) => {
    expect(await failureOf(decode(content))).toMatchObject({ kind: 'undecodable', charged: 'unknown' })
  })
})

describe('the times', () => {
  const expected = [{ startSeconds: 0.5, endSeconds: 1.5, text: 'Who left' }, { startSeconds: 1.5, endSeconds: 2.25, text: 'the lamp on?' }]

  it.each([
    [
      'segments',
      { segments: [{ id: 0, start: 0.5, end: 1.5, text: ' Who left' }, { id: 1, start: 1.5, end: 2.25, text: ' the lamp on?' }] },
    ],
    ['chunks', { chunks: [{ timestamp: [0.5, 1.5], text: ' Who left' }, { timestamp: [1.5, 2.25], text: ' the lamp on?' }] }],
    ['utterances', { utterances: [
      { start_time: '0.5', end_time: '1.5', transcript: 'Who left' },
      { start_time: 1.5, duration: 0.75, transcript: 'the lamp on?' },
    ] }],
    ['the wrong order', { segments: [{ start: 1.5, end: 2.25, text: 'the lamp on?' }, { start: 0.5, end: 1.5, text: 'Who left' }] }],
    ['overlapping times', { segments: [{ start: 0.5, end: 9, text: 'Who left' }, { start: 1.5, end: 2.25, text: 'the lamp on?' }] }],
    [
      'an end that is missing',
      { segments: [{ start: 0.5, text: 'Who left' }, { start: 1.5, end: null, text: 'the lamp on?' }], duration: 2.25 },
    ],
    [
      'an end before the beginning',
      { segments: [{ start: 0.5, end: -3, text: 'Who left' }, { start: 1.5, end: 2.25, text: 'the lamp on?' }] },
    ],
    ['an empty segment in between', { segments: [
      { start: 0.5, end: 1.5, text: 'Who left' },
      { start: 1.2, end: 1.3, text: ' ' },
      { start: 1.5, end: 2.25, text: 'the lamp on?' },
    ] }],
  ])('are read from %s', async (_name, content) => {
    expect((await decode({ text: words, ...content })).segments).toEqual(expected)
  })

  it('of words become those of sentences, with the punctuation of the text', async () => {
    const said = ['Who', 'left', 'the', 'lamp', 'on', 'Nobody', 'He', 'said'].map((word, index) => ({
      word,
      start: index + (index > 5 ? 3 : 0),
      end: index + 0.5 + (index > 5 ? 3 : 0),
    }))
    const { segments } = await decode({
      task: 'transcribe',
      language: 'english',
      duration: 14,
      text: 'Who left the lamp on? Nobody, he said.',
      words: said,
    })
    expect(segments).toEqual([
      { startSeconds: 0, endSeconds: 4.5, text: 'Who left the lamp on?' },
      { startSeconds: 5, endSeconds: 5.5, text: 'Nobody,' },
      { startSeconds: 9, endSeconds: 10.5, text: 'he said.' },
    ])
  })

  it('may be missing, and duration and language are still read', async () => {
    expect(await decode({ text: words, language: 'English', duration: '2.5' })).toEqual({
      text: words,
      language: 'English',
      durationSeconds: 2.5,
      segments: [],
    })
    expect(await decode({ text: words, duration: -1, segments: [{ text: words }] })).toMatchObject({ durationSeconds: null, segments: [] })
  })

  const time = fc.oneof(fc.constant(null), fc.double({ min: -5, max: 60, noNaN: true }), fc.double(), fc.integer({ min: 0, max: 20 }))
  const pieces = fc.array(fc.record({
    start: time,
    end: time,
    text: fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.constantFrom('yes', '是。', '\0', '\uD800', 'a\r\nb')),
  }), { maxLength: 12 })

  it('are always sorted, without overlaps and of positive length, and no word is lost', () => {
    fc.assert(fc.property(pieces, fc.option(fc.double({ min: 0, max: 100, noNaN: true })), (said, duration) => {
      const timed = putInOrder(said, duration)
      for (const [index, { startSeconds, endSeconds, text }] of timed.entries()) {
        expect(startSeconds).toBeGreaterThanOrEqual(timed[index - 1]?.endSeconds ?? 0)
        expect(endSeconds).toBeGreaterThan(startSeconds)
        expect(Number.isFinite(endSeconds)).toBe(true)
        expect(text.trim()).not.toBe('')
        expect(text.isWellFormed()).toBe(true)
      }
      if (timed.length > 0)
        expect(timed).toHaveLength(putInOrder(said.map((piece, index) => ({ ...piece, start: index })), duration).length)
    }), { numRuns: 2000 })
  })

  it('that are valid already are unchanged', () => {
    const right = fc.array(fc.tuple(fc.integer({ min: 1, max: 9000 }), fc.integer({ min: 0, max: 5000 })), {
      minLength: 1,
      maxLength: 20,
    }).map((spans) => {
      let at = 0
      return spans.map(([length, pause], index) => {
        const startSeconds = at / 1000
        at += length
        const endSeconds = at / 1000
        at += pause
        return { startSeconds, endSeconds, text: `piece ${index}` }
      })
    })
    fc.assert(fc.property(right, (timed) => {
      expect(putInOrder(
        timed.map(({ startSeconds, endSeconds, text }) => ({ start: startSeconds, end: endSeconds, text })),
        null,
      )).toEqual(timed)
    }))
  })
})

describe('joining segments', () => {
  it.each([
    [['Hello', 'world', '.'], 'Hello world.'],
    [[' trans', 'cription', ' works'], 'transcription works'],
    [['今天', '我们', '去', '，', '好吗？'], '今天我们去，好吗？'],
    [['He said (', 'softly', ')', 'no'], 'He said (softly) no'],
    [['안녕', '하세요'], '안녕 하세요'],
    [[], ''],
  ])('%j', (texts, whole) => {
    expect(joinTexts(texts)).toBe(whole)
  })

  it('words that the text does not have in that order are left unchanged', () => {
    const said = ['one', 'three', 'two'].map(text => ({ text, start: null, end: null }))
    expect(punctuate(said, 'One, two, three.')).toBe(said)
    expect(sentencesOf(said).map(({ text }) => text)).toEqual(['one three two'])
  })
})

it('whatever the answer contains, decoding ends with a transcript or a ServiceError', async () => {
  const path = join(await makeFolder(), 'answer.part')
  const names = fc.oneof(fc.constantFrom(
    'text',
    'transcription',
    'segments',
    'words',
    'chunks',
    'timestamp',
    'results',
    'result',
    'data',
    'start',
    'end',
    'duration',
    'language',
    'alternatives',
    '__proto__',
    'toString',
  ), fc.string())
  const { value } = fc.letrec<{ value: unknown }>(tie => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.constantFrom(null, true, '1.5', 'NaN'),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(names, tie('value'), { maxKeys: 5 }),
    ),
  }))
  const content = fc.oneof(
    value.map(each => Buffer.from(JSON.stringify(each) ?? '')),
    fc.uint8Array(),
    fc.string({ unit: 'binary' }).map(text => Buffer.from(text)),
    value.map(each => Buffer.from((JSON.stringify(each) ?? '').slice(0, -1))),
  )
  await fc.assert(fc.asyncProperty(content, fc.constantFrom('application/json', 'text/plain', ''), async (bytes, type) => {
    await writeFile(path, bytes)
    const outcome = await decodeTranscript(path, type).catch((error: unknown) => error)
    if (outcome instanceof Error)
      expect(outcome).toBeInstanceOf(ServiceError)
    else
      expect(outcome).toMatchObject({ text: expect.any(String), segments: expect.any(Array) })
  }), { numRuns: 3000 })
})
