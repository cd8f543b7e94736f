/**
 * Whatever a WebSocket server sends, in whatever order: a correct result or a typed error, never a hang, and never a request that was not
 * committed.
 *
 * @module-tag wide
 */
import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ServiceError } from '../../../src-main/service/service-error.ts'
import { openSocketServer, speaking } from './socket-server.ts'

const word = fc.constantFrom(
  'authenticated',
  'ok',
  'metadata',
  'audio',
  'audio_chunk',
  'complete',
  'done',
  'error',
  'failed',
  'session.done',
  'ping',
  '',
  'pcm16',
  'mp3',
  'f32le',
  'AAAAAAAAAAAAAAAAAAAAAAAA',
  'not base64!',
)
const member = fc.constantFrom(
  'type',
  'status',
  'data',
  'audio',
  'audio_base64',
  'error',
  'detail',
  'message',
  'sample_rate',
  'channels',
  'format',
  'final',
  'isFinal',
  'code',
  'chunk',
  '__proto__',
)
const value = fc.oneof(
  word,
  fc.integer({ min: -1, max: 100_000 }),
  fc.boolean(),
  fc.constant(null),
  fc.double(),
  fc.dictionary(member, word, { maxKeys: 3 }),
)
const frame = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(member, value, { maxKeys: 4 }).map(object => JSON.stringify(object)) },
  { weight: 1, arbitrary: fc.string({ maxLength: 60 }) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 3, arbitrary: fc.uint8Array({ maxLength: 300 }) },
)
// Half of the conversations are plausible speech; otherwise only the reading of refusals would be tested.
const sound = Buffer.alloc(200, 7)
const before = fc.oneof(fc.constant([]), fc.array(frame, { maxLength: 3 }))
const after = fc.oneof(
  fc.array(frame, { maxLength: 8 }),
  fc.tuple(
    fc.array(frame, { maxLength: 3 }),
    fc.array(frame, { maxLength: 3 }),
  ).map(([more, rest]) => [sound, ...more, JSON.stringify({ type: 'complete' }), ...rest]),
)
const ending = fc.oneof(
  fc.constantFrom(
    1000,
    1001,
    1002,
    1003,
    1007,
    1008,
    1009,
    1011,
    1013,
    3000,
    4001,
    4401,
    4429,
    4999,
  ).map(code => ({ how: 'close', code } as const)),
  fc.constantFrom({ how: 'cut' } as const, { how: 'stay' } as const, { how: 'garbage' } as const),
)

it('every session settles', async () => {
  const settledAs = new Map<string, number>()
  await fc.assert(fc.asyncProperty(before, after, ending, async (first, then, end) => {
    const server = await openSocketServer(async (talk) => {
      await talk.message(0)
      talk.tell(...first)
      await talk.message(1)
      talk.tell(...then)
      if (end.how === 'close')
        talk.line.close(end.code)
      else if (end.how === 'cut')
        talk.line.terminate()
      else if (end.how === 'garbage')
        // An invalid frame: reserved bits and an unknown opcode.
        Reflect.get(talk.line, '_socket').write(Buffer.from([0xFF, 0x7F, 0x01]))
    })
    const speech = await speaking(server.url, { timeouts: { greetingMs: 15, firstSoundMs: 60, soundIdleMs: 60 } })
    const outcome = await speech.answer.then(answer => answer, (error: unknown) => error)
    const wasSent = server.talks.some(talk => talk.heard.length > 1)
    expect(speech.told.commits).toBeLessThanOrEqual(1)
    if (wasSent)
      expect(speech.told.commits).toBe(1)
    if (outcome instanceof ServiceError) {
      expect(['no', 'unknown']).toContain(outcome.charged)
      expect(outcome.isBeforeCommit).toBe(speech.told.commits === 0)
    }
    else {
      expect(outcome).toMatchObject({ status: 200, sizeBytes: expect.any(Number) as number })
    }
    const name = outcome instanceof ServiceError ? `${outcome.kind} ${outcome.charged}` : 'speech'
    settledAs.set(name, (settledAs.get(name) ?? 0) + 1)
  }), { numRuns: 300 })
  // Random input alone proves nothing: many kinds of outcome must have been reached.
  expect(settledAs.size).toBeGreaterThan(5)
  expect(settledAs.get('speech') ?? 0).toBeGreaterThan(20)
})
