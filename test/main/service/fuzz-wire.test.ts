/**
 * Broken answers over real connections, through the whole client and onto the disk: a typed failure or a correct result, and no files left
 * behind.
 */
import type { SubmitOptions, WireRequest } from '../../../src-main/service/client.ts'
import type { Sort } from './fuzz/answers.ts'
import type { Dice } from './fuzz/dice.ts'
import { open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Failure } from '#contract/jobs.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { looksLikeText, pictureOf, soundOf } from '../../../src-main/service/answer-format.ts'
import { decodeChat } from '../../../src-main/service/chat.ts'
import { createServiceClient } from '../../../src-main/service/client.ts'
import { decodeSpeech } from '../../../src-main/service/decode-speech.ts'
import { decodeImages, decodeTranscript, decodeVideoSubmission, decodeVoiceUpload } from '../../../src-main/service/decode.ts'
import { referencesOf } from '../../../src-main/service/references.ts'
import { ServiceError } from '../../../src-main/service/service-error.ts'
import { makeFolder } from '../../kit/folder.ts'
import { seed, tryManyAtOnce } from './fuzz/dice.ts'
import { wireCases } from './fuzz/plan.ts'
import { openRudeServer, openRudeSocket } from './fuzz/server.ts'
import { silentLog } from './raw-server.ts'

const key = 'sk-0123456789abcdef_fedcba9876543210'
const { signal } = new AbortController()
// The servers here always disconnect, so no timeout is ever needed; these only end what would otherwise hang for a minute.
const timeouts = { connectMs: 20_000, sendIdleMs: 20_000, receiveIdleMs: 20_000, askMs: 20_000, endingMs: 20, greetingMs: 20 }
const client = createServiceClient({ clock: systemClock, log: silentLog, timeouts })
const atOnce = 8
const longEnoughMs = 240_000

/** What one request paid for, and how often that was recorded. */
interface Try {
  readonly dice: Dice
  readonly to: { baseUrl: string, key: string }
  readonly partPath: string
  readonly commits: { count: number }
}

function submitted(kind: WireRequest['kind'], parts: WireRequest['parts'], path: WireRequest['path'] = '/generate') {
  return async ({ to, partPath, commits }: Try) =>
    client.submit(to, { path, encoding: path === '/generate/upload' ? 'multipart' : 'json', kind, parts, files: {}, timeoutMs: 20_000 }, {
      commit: async () => {
        commits.count += 1
      },
      partPath,
      signal,
      onAudio: (pcm, format) => expect(pcm.length % (2 * format.channels)).toBe(0),
    })
}

const speech = submitted('speech', [['model', 'higgs2p5'], ['text', 'Hi.']])
const image = submitted('image', [['model', 'eigen-image'], ['prompt', 'a hill']])
const video = submitted('video', [['model', 'wan'], ['prompt', 'waves']])
const transcript = submitted('transcribe', [['model', 'whisper']])
const chat = submitted('chat', [['model', 'gpt'], ['messages', []]], '/chat/completions')
const upload = submitted('upload', [['model', 'higgs2p5']], '/generate/upload')
const task = { taskId: 't', modelId: 'wan' }

async function head(path: string): Promise<Buffer> {
  const file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(32), 0, 32, 0)
  await file.close()
  return buffer.subarray(0, bytesRead)
}

/** Every call of the client, each with what must be true of its result. */
const calls: readonly (readonly [sort: Sort, one: (attempt: Try) => Promise<void>])[] = [
  ['speech', async (attempt) => {
    const answer = await speech(attempt)
    const found = await decodeSpeech(answer.partPath, answer.contentType, attempt.dice.chance(0.1) ? 'pcm' : null)
    expect(soundOf(await head(found.path), { mayBeRaw: false })?.mime).toBe(found.mime)
  }],
  ['events', async (attempt) => {
    const answer = await speech(attempt)
    expect((await stat(answer.partPath)).size).toBe(answer.sizeBytes)
    await decodeSpeech(answer.partPath, answer.contentType)
  }],
  ['image', async (attempt) => {
    const answer = await image(attempt)
    for (const file of (await decodeImages(answer.partPath, answer.contentType)).filter(each => each !== null))
      expect(pictureOf('path' in file ? await head(file.path) : file.bytes)?.mime).toBe(file.mime)
  }],
  ['image', async (attempt) => {
    const answer = await image(attempt)
    await client.fetchNamed({ ...attempt.to, baseUrl: 'http://127.0.0.1:9' }, answer.partPath, 'picture', signal)
  }],
  ['ticket', async (attempt) => {
    const answer = await video(attempt)
    expect((await decodeVideoSubmission(answer.partPath, answer.contentType)).taskId).not.toBe('')
  }],
  ['transcript', async (attempt) => {
    const answer = await transcript(attempt)
    expect(typeof (await decodeTranscript(answer.partPath, answer.contentType)).text).toBe('string')
  }],
  ['chat', async (attempt) => {
    const answer = await chat(attempt)
    expect(await decodeChat(answer.partPath)).toMatchObject({ isWhole: true })
  }],
  ['voice', async (attempt) => {
    const answer = await upload(attempt)
    expect(await decodeVoiceUpload(answer.partPath, answer.contentType)).not.toBe('')
  }],
  ['status', async ({ to }) => {
    expect(['pending', 'processing', 'completed', 'failed', 'unknown']).toContain((await client.pollVideo(to, task, signal)).state)
  }],
  ['image', async ({ to, partPath }) => {
    const { sizeBytes } = await client.downloadVideo(to, task, { partPath, resume: null, signal })
    // What may be a film, or a text that names one or more.
    expect(!looksLikeText(await head(partPath)) || (await referencesOf(partPath, 'video')).length > 0).toBe(true)
    expect((await stat(partPath)).size).toBe(sizeBytes)
  }],
  ['image', async ({ to, partPath }) => {
    await writeFile(partPath, Buffer.alloc(100))
    await client.downloadVideo(to, task, { partPath, resume: { etag: '"a"', totalBytes: 200 }, signal })
  }],
  ['models', async ({ to }) => {
    const [checked, listed] = [await client.checkConnection(to, signal), await client.listModels(to, signal)]
    expect(JSON.stringify([checked, listed])).not.toContain(key)
  }],
]

/** Any error other than a ServiceError is a bug, and is passed on. */
function mustBeTyped(error: unknown, commits: number): void {
  if (!(error instanceof ServiceError))
    throw error
  expect(Failure.shape.kind.options).toContain(error.kind)
  // `internal` is how a bug in this program would be reported.
  expect(error.kind, error.said).not.toBe('internal')
  expect(error.said.length).toBeLessThanOrEqual(500)
  expect(JSON.stringify({ ...error, message: error.message })).not.toContain(key)
  if (commits === 0)
    expect(error.charged === 'unknown').toBe(false)
}

async function openHandles(): Promise<number> {
  return (await readdir('/proc/self/fd').catch(() => [])).length
}

describe(`answers over real connections (seed ${seed})`, () => {
  it('over HTTP: a typed error or a correct result, recorded at most once, and no connection or file left open', async () => {
    const server = await openRudeServer()
    const folder = await makeFolder()
    const before = await openHandles()
    const tally = { right: 0, failed: 0 }
    await tryManyAtOnce('wire', wireCases['answers over HTTP'], atOnce, async (dice, index) => {
      const [sort, one] = calls[index % calls.length] ?? dice.pick(calls)
      const name = `case${index}`
      server.expect(name, dice, sort)
      const attempt: Try = { dice, to: { baseUrl: `${server.url}/${name}`, key }, partPath: join(folder, name), commits: { count: 0 } }
      await one(attempt).then(() => {
        tally.right += 1
      }, (error: unknown) => {
        tally.failed += 1
        mustBeTyped(error, ['status', 'models'].includes(sort) ? 1 : attempt.commits.count)
      })
      expect(attempt.commits.count).toBeLessThanOrEqual(1)
      await rm(attempt.partPath, { force: true })
    })
    // Both outcomes really occurred.
    expect(tally.right).toBeGreaterThan(wireCases['answers over HTTP'] / 12)
    expect(tally.failed).toBeGreaterThan(wireCases['answers over HTTP'] / 12)
    await expect.poll(openHandles).toBeLessThan(before + 10)
  }, longEnoughMs)

  it('over a socket: a typed error or a correct result, and sound that is stored as a playable file', async () => {
    const server = await openRudeSocket()
    const folder = await makeFolder()
    const tally = { right: 0, failed: 0 }
    await tryManyAtOnce('socket', wireCases['talks over a socket'], atOnce, async (dice, index) => {
      const name = `case${index}`
      server.expect(name, dice, 'frames')
      const partPath = join(folder, name)
      const options: SubmitOptions = { commit: async () => {}, partPath, signal }
      await client.speakOverSocket({ baseUrl: `${server.url}/${name}`, key, socketUrl: null }, {
        path: '/generate',
        encoding: 'json',
        kind: 'speech',
        parts: [['model', 'higgs2p5'], ['text', 'Hi.']],
        files: {},
        timeoutMs: 20_000,
      }, options)
        .then(async ({ sizeBytes }) => {
          tally.right += 1
          expect((await stat(partPath)).size).toBe(sizeBytes)
        }, async (error: unknown) => {
          tally.failed += 1
          mustBeTyped(error, 1)
          if (error instanceof ServiceError && error.partialPath !== null)
            expect((await stat(error.partialPath)).size).toBeGreaterThan(0)
        })
      await rm(partPath, { force: true })
    })
    expect(tally.right).toBeGreaterThan(wireCases['talks over a socket'] / 14)
    expect(tally.failed).toBeGreaterThan(wireCases['talks over a socket'] / 14)
  }, longEnoughMs)
})
