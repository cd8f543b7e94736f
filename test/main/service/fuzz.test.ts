/**
 * Whatever a service answers, the studio reads it correctly or fails with a typed error: answers broken in every way, read offline.
 *
 * @module-tag wide
 */
import type { Dice } from './fuzz/dice.ts'
import { Buffer } from 'node:buffer'
import { beforeAll, describe, expect, it } from 'vitest'
import { Failure } from '#contract/jobs.ts'
import { readWavHead } from '../../../src-main/base/wav.ts'
import { pictureOf, soundOf } from '../../../src-main/service/answer-format.ts'
import { createChatReader } from '../../../src-main/service/chat.ts'
import { namesIn } from '../../../src-main/service/check-connection.ts'
import { soundInText } from '../../../src-main/service/decode-speech.ts'
import { readTranscript } from '../../../src-main/service/decode-transcript.ts'
import { readTask, readVoiceId } from '../../../src-main/service/decode.ts'
import { readErrorBody } from '../../../src-main/service/error-body.ts'
import { errorInSuccess, errorOfAnswer, factsOf, retryAfterMs } from '../../../src-main/service/errors.ts'
import { parseJson } from '../../../src-main/service/json.ts'
import { readVideoStatus } from '../../../src-main/service/poll.ts'
import { referencesIn } from '../../../src-main/service/references.ts'
import { ServiceError } from '../../../src-main/service/service-error.ts'
import { createSpeechStream } from '../../../src-main/service/stream.ts'
import { isLong } from '../../kit/how-long.ts'
import { asEvents, body, cut, headersOf, picture, sound, spoil, warp, wav } from './fuzz/answers.ts'
import { seed, tryMany } from './fuzz/dice.ts'
import { allCases, readCases } from './fuzz/plan.ts'

const kinds: readonly string[] = Failure.shape.kind.options
/** Only a safeguard: the machine may be busy. */
const longEnoughMs = 240_000
const secret = 'sk-0123456789abcdef_fedcba9876543210'

/** Much cheaper than `expect`: a million calls of that would take longer than the answers. */
function must(isSo: boolean, what: string): void {
  if (!isSo)
    throw new Error(what)
}

let unhandled = 0
beforeAll(() => {
  const count = (): void => {
    unhandled += 1
  }
  process.on('unhandledRejection', count)
  return () => {
    process.off('unhandledRejection', count)
    expect(unhandled).toBe(0)
  }
})

function mustBeTyped(error: unknown): ServiceError {
  if (!(error instanceof ServiceError))
    throw new Error('It is no ServiceError', { cause: error })
  must(kinds.includes(error.kind), `kind ${error.kind}`)
  must(error.said.length <= 65_536, `said ${error.said.length} characters`)
  must(error.charged === 'no' || error.charged === 'unknown', 'charged')
  must(error.retryAfterMs === null || (error.retryAfterMs >= 0 && error.retryAfterMs <= 86_400_000), `waits ${error.retryAfterMs}`)
  must(!JSON.stringify({ ...error, message: error.message }).includes(secret), 'it holds the key')
  must(Failure.safeParse({ ...error, fieldErrors: [...error.fieldErrors] }).success, 'the ledger could not keep it')
  return error
}

/** The beginnings of everything that a reader looks for: a text of only these must not make it search again and again. */
const beginnings = [
  'a.',
  'a',
  ' ',
  'a-',
  'token ',
  'key=',
  'sk-',
  'a:',
  '://',
  'a://',
  'eyJ',
  '-----BEGIN ',
  '-----BEGIN PRIVATE KEY-----',
  '1',
  '<',
  '<h1>',
  '<title>',
  '{',
  '[',
  '"',
  'bearer ',
  '\n',
  'data:',
  'data: x\n',
  'data:,',
  '<think>',
  '</think>',
  '<|channel|>',
  '<|',
  'model ',
  'é',
  '=',
  'A',
]
const readers: readonly ((text: string) => unknown)[] = [
  text => errorOfAnswer({
    status: 500,
    headers: {},
    text: JSON.stringify({ detail: text, error: { message: text, param: text } }),
  }, { secrets: [secret], nowMs: 0, mayBeCharged: true }),
  text => errorOfAnswer({ status: 500, headers: {}, text: `<html>${text}` }, { secrets: [secret], nowMs: 0, mayBeCharged: true }),
  text => errorInSuccess(JSON.stringify({ success: false, message: text }), {}, { secrets: [secret], nowMs: 0, mayBeCharged: true }),
  text => readVideoStatus(JSON.stringify({ status: text, error: text }), [secret]),
  text => readTask(JSON.stringify({ task_id: text, status: text })),
  text => referencesIn(JSON.stringify({ image: text, url: text, image_base64: `data:${text}` }), 'picture'),
  text => soundInText(JSON.stringify({ audio: text, data: `data:${text}` }), 'application/json'),
  text => soundInText(text, ''),
  text => heardOf(inPieces(text)),
  text => saidOf(inPieces(text)),
  text => saidOf(inPieces(`data: ${JSON.stringify({ choices: [{ delta: { content: `<${text}` } }] })}\n\n`)),
  text => readOrRefuse(JSON.stringify({ text, segments: [{ start: 0, end: 1, text }] }), 'application/json'),
  text => readOrRefuse(text, 'text/plain'),
]

function inPieces(text: string): Buffer[] {
  const bytes = Buffer.from(text)
  return Array.from({ length: Math.ceil(bytes.length / 4096) }, (_, at) => bytes.subarray(at * 4096, (at + 1) * 4096))
}

function readOrRefuse(text: string, contentType: string): unknown {
  try {
    return readTranscript(Buffer.from(text), contentType)
  }
  catch (error) {
    return mustBeTyped(error)
  }
}

// If the work grows with the square of the length, this many characters take minutes; otherwise milliseconds.
it.each(beginnings)('a very long answer of only %j is read as fast as any other', (beginning) => {
  const text = beginning.repeat(Math.floor(384 * 1024 / beginning.length))
  for (const read of readers)
    read(text)
})

describe(`${isLong ? 'two hundred' : 'twenty'} thousand answers (seed ${seed})`, () => {
  it('are planned', () => {
    expect(allCases).toBeGreaterThanOrEqual(isLong ? 200_000 : 20_000)
  }, longEnoughMs)

  it('error bodies and headers: a failure with a message, without the key', () => {
    const nowMs = Date.UTC(2026, 0, 1)
    tryMany('errors', readCases['error bodies and headers'], (dice) => {
      const context = { secrets: [secret], nowMs, mayBeCharged: dice.chance(0.5) }
      const text = dice.chance(0.1) ? JSON.stringify({ detail: `Bad key ${secret}` }) : body(dice, 'error').toString()
      const headers = headersOf(dice)
      const status = dice.pick([300, 302, 400, 401, 402, 403, 404, 409, 413, 415, 422, 429, 451, 499, 500, 502, 503, 504, 599, 999])
      const error = mustBeTyped(errorOfAnswer({ status, headers, text }, context))
      must(context.mayBeCharged || error.charged === 'no', 'nothing was sent, yet it may be charged')
      const inside = errorInSuccess(text, headers, context)
      if (inside)
        mustBeTyped(inside)
      const waitMs = retryAfterMs(headers, nowMs)
      must(waitMs === null || (waitMs >= 0 && waitMs <= 86_400_000), `waits ${waitMs}`)
      must(Object.values(factsOf(headers)).every(fact => fact === null || typeof fact === 'string' || Number.isFinite(fact)), 'facts')
      must(typeof readErrorBody(text, []).said === 'string', 'said')
    })
  }, longEnoughMs)

  it('streams of speech: whole samples, the same however the bytes are split', () => {
    tryMany('events', readCases['streams of speech'], (dice) => {
      const bytes = body(dice, 'events')
      const [whole, pieces] = [heardOf([bytes]), heardOf(cut(dice, bytes))]
      must(whole.sound.equals(pieces.sound), `cut otherwise it sounds otherwise: ${whole.sound.length} and ${pieces.sound.length} bytes`)
      must(
        whole.state === pieces.state && whole.failure === pieces.failure,
        `cut otherwise it ends otherwise: ${whole.state}, ${pieces.state}`,
      )
      must(whole.sound.length <= bytes.length, 'more sound than bytes')
    })
  }, longEnoughMs)

  it('frames of a speech socket: whole samples, and nothing after the end', () => {
    tryMany('frames', readCases['frames of a speech socket'], (dice) => {
      const stream = createSpeechStream()
      let limit = 64
      for (const frame of framesOf(dice)) {
        const isOver = stream.state === 'ended' || stream.state === 'failed'
        const pieces = typeof frame === 'string' ? stream.feedEvent(frame) : stream.feedSound(frame)
        must(!isOver || pieces.length === 0, 'sound after the end')
        checkPieces(pieces)
        limit += frame.length
      }
      must(limit > 0, 'frames')
    })
  }, longEnoughMs)

  it('chat answers: the same however the bytes are split, and no invented words', () => {
    tryMany('chat', readCases['chat answers'], (dice) => {
      const bytes = body(dice, 'chat')
      const [whole, pieces] = [saidOf([bytes]), saidOf(cut(dice, bytes))]
      must(whole === pieces, `cut otherwise it says otherwise:\n${whole}\n${pieces}`)
    })
  }, longEnoughMs)

  it('states of a video job: one of five, or none', () => {
    tryMany('status', readCases['states of a video job'], (dice) => {
      const status = readVideoStatus(body(dice, 'status').toString(), [secret])
      must(status === null || ['pending', 'processing', 'completed', 'failed', 'unknown'].includes(status.state), 'state')
      must(status === null || (status.said.length <= 100 && (status.error?.length ?? 0) <= 500), 'length')
      for (const at of [status?.startedAt, status?.endedAt])
        must(at === undefined || at === null || (Number.isSafeInteger(at) && at >= 0), `at ${at}`)
    })
  }, longEnoughMs)

  it('ids of tasks and voices: a short text, or none', () => {
    tryMany('ticket', readCases['names of jobs and voices'], (dice) => {
      const text = body(dice, dice.chance(0.5) ? 'ticket' : 'voice').toString()
      const [ticket, voiceId] = [readTask(text), readVoiceId(text)]
      must(ticket === null || (ticket.taskId.trim() !== '' && ticket.taskId.length <= 65_536 && ticket.serviceState.length <= 100), 'ticket')
      must(voiceId === null || (voiceId !== '' && voiceId.length <= 65_536), 'voice')
    })
  }, longEnoughMs)

  it('pictures: bytes of a picture, or a URL', () => {
    tryMany('image', readCases.pictures, (dice) => {
      const mentions = referencesIn(body(dice, 'image').toString(), 'picture')
      must(mentions.length <= 32, 'count')
      for (const mention of mentions) {
        must(
          'bytes' in mention ? pictureOf(mention.bytes)?.mime === mention.mime : /^(?:https?:\/\/|\/)\S+$/i.test(mention.address),
          'mention',
        )
      }
    })
  }, longEnoughMs)

  it('sound in text: a file with the signature of one, or none', () => {
    tryMany('speech', readCases['sound in text'], (dice) => {
      const found = soundInText(
        body(dice, dice.pick(['speech', 'events'])).toString(),
        dice.pick(['', 'application/json', 'audio/pcm; rate=16000; channels=2', 'audio/l16;rate=1']),
      )
      must(found === null || found.length === 0 || soundOf(found, { mayBeRaw: true }) !== null || found.length > 44, 'sound')
    })
  }, longEnoughMs)

  it('headers of WAV files: values that a player can use, or none', () => {
    tryMany('wav', readCases['heads of WAV files'], (dice) => {
      const bytes = spoil(dice, wav)
      const head = readWavHead(bytes)
      must(head === null || (head.sampleRate > 0 && head.channels > 0 && head.dataOffset <= bytes.length), 'head')
    })
  }, longEnoughMs)

  it('transcripts: words in order, or a typed failure', () => {
    tryMany('transcript', readCases.transcripts, (dice) => {
      try {
        const {
          text,
          segments,
          durationSeconds,
        } = readTranscript(body(dice, 'transcript'), dice.pick(['application/json', 'text/plain', '']))
        must(typeof text === 'string' && (durationSeconds === null || durationSeconds >= 0), 'text')
        segments.forEach((segment, at) => must(
          segment.text.trim() !== ''
          && segment.startSeconds >= (segments[at - 1]?.endSeconds ?? 0)
          && segment.endSeconds > segment.startSeconds
          && Number.isFinite(segment.endSeconds),
          `segment ${at}: ${JSON.stringify([segments[at - 1], segment])}`,
        ))
      }
      catch (error) {
        if (!(error instanceof ServiceError))
          throw error
        must(mustBeTyped(error).kind === 'undecodable', error.kind)
      }
    })
  }, longEnoughMs)

  it('lists of models: ids, each once, or no list', () => {
    tryMany('models', readCases['lists of models'], (dice) => {
      const names = namesIn(parseJson(body(dice, 'models').toString()))
      must(names === null || (new Set(names).size === names.length && names.every(name => name.trim() === name && name !== '')), 'names')
    })
  }, longEnoughMs)

  it('valid answers are read correctly among all the others', () => {
    expect(referencesIn(JSON.stringify({ image_base64: picture.toString('base64') }), 'picture'))
      .toMatchObject([{ mime: 'image/png', bytes: picture }])
    expect(soundInText(JSON.stringify({ audio_base64: wav.toString('base64') }), '')).toEqual(wav)
    expect(heardOf([Buffer.from(
      'data: {"type":"audio_chunk","data":"AAEC"}\n\ndata: {"type":"audio_chunk","data":"AwQF"}\n\ndata: {"type":"done"}\n\n',
    )])).toMatchObject({ sound: Buffer.from([0, 1, 2, 3, 4, 5]), state: 'ended' })
    expect(readVideoStatus('{"status":"done"}', [])?.state).toBe('completed')
    expect(readTranscript(Buffer.from('{"text":"Hello"}'), 'application/json').text).toBe('Hello')
  })
})

function checkPieces(pieces: ReturnType<ReturnType<typeof createSpeechStream>['feed']>): void {
  for (const piece of pieces) {
    if (piece.is === 'pcm') {
      const { sampleRate, channels } = piece.format
      must(piece.bytes.length > 0 && piece.bytes.length % (2 * channels) === 0, 'half a frame')
      must(Number.isInteger(sampleRate) && sampleRate > 0 && Number.isInteger(channels) && channels > 0 && channels <= 8, 'format')
    }
  }
}

function heardOf(bodies: readonly Buffer[]): { sound: Buffer, state: string, failure: string | null } {
  const stream = createSpeechStream()
  const sounds: Uint8Array[] = []
  for (const bytes of bodies) {
    const pieces = stream.feed(bytes)
    checkPieces(pieces)
    sounds.push(...pieces.map(piece => piece.bytes))
  }
  return { sound: Buffer.concat(sounds), state: stream.state, failure: stream.failure }
}

/** The result of a chat reader as text; the answer so far is requested after each piece, too. */
function saidOf(bodies: readonly Buffer[]): string {
  const reader = createChatReader()
  for (const bytes of bodies) {
    reader.feed(bytes)
    const { text, reasoning } = reader.answer()
    must(typeof text === 'string' && typeof reasoning === 'string', 'so far')
  }
  reader.end()
  const { usage, ...answer } = reader.answer()
  must(usage === null || Object.values(usage).every(count => count === null || (Number.isSafeInteger(count) && count >= 0)), 'usage')
  return JSON.stringify({ ...answer, usage, state: reader.state, failure: reader.failure, hasAnswer: reader.hasAnswer })
}

function framesOf(dice: Dice): (string | Buffer)[] {
  const values = warp(dice, sound(dice, 'frames'))
  const frames = (Array.isArray(values) ? values : [values]).map(value => typeof value === 'string' ? value : JSON.stringify(value) ?? '')
  return frames.flatMap((frame): (string | Buffer)[] => dice.chance(0.3)
    ? [frame, spoil(dice, wav)]
    : dice.chance(0.1) ? [asEvents(dice, [frame])] : [frame])
}
