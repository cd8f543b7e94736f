/**
 * A service that repeats the key, anywhere and in any form: it reaches no error, no ledger, no page, and no file.
 *
 * @module-tag wide
 */
import { Buffer } from 'node:buffer'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocketServer } from 'ws'
import { systemClock } from '../../../src-main/base/clock.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { createServiceClient } from '../../../src-main/service/client.ts'
import { readErrorBody } from '../../../src-main/service/error-body.ts'
import { errorInSuccess, errorOfAnswer } from '../../../src-main/service/errors.ts'
import { readVideoStatus } from '../../../src-main/service/poll.ts'
import { redactFile } from '../../../src-main/service/redact-secrets.ts'
import { makeFolder } from '../../kit/folder.ts'
import { hangMs } from '../../kit/hang.ts'
import { openAnsweringServer } from './raw-server.ts'

/** No pattern knows this one by its shape. */
const key = 'HarbourLanternQuietThursday"\\4711'
const context = { secrets: [key], nowMs: 0, mayBeCharged: true }
/** Eleven characters of it tell nobody the rest. */
const beginning = key.slice(0, 14)
const base64 = Buffer.from(key).toString('base64').replace(/=+$/, '')

const forms = fc.constantFrom(key, encodeURIComponent(key), base64)
/** So long that the key is before, across or behind each place where a text is cut: 100, 200, 500, 4000. */
const lengths = fc.constantFrom(100, 200, 500, 4000).chain(at => fc.integer({ min: Math.max(0, at - key.length - 3), max: at + 3 }))
const planted = fc.tuple(lengths, forms, fc.constantFrom('a', 'word ', '字')).map(([length, form, filling]) =>
  filling.repeat(length).slice(0, length) + form)

const bodies: readonly ((text: string) => unknown)[] = [
  text => ({ detail: text }),
  text => ({ detail: [{ loc: ['body', text], msg: 'wrong' }] }),
  text => ({ detail: [{ loc: ['body', 'voice', text, 3], msg: text }] }),
  text => ({ error: { message: text, param: text, code: 'x' } }),
  text => ({ error: text, status: 'failed' }),
  text => ({ errors: [{ message: text }, text] }),
  text => ({ success: false, message: { reason: text } }),
  text => text,
]

function expectNoKey(found: unknown): void {
  const text = JSON.stringify(found)
  for (const form of [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key), base64, beginning, base64.slice(0, 18)])
    expect(text).not.toContain(form)
}

describe('a key that the service repeats', () => {
  it('is in no error, wherever it is in the answer and wherever the answer is cut', () => {
    const statuses = fc.constantFrom(400, 401, 422, 500)
    fc.assert(fc.property(fc.constantFrom(...bodies), planted, statuses, fc.boolean(), (body, text, status, isCut) => {
      const whole = JSON.stringify(body(text))
      const answer = isCut ? whole.slice(0, Math.max(10, whole.length - 4)) : whole
      const error = errorOfAnswer({ status, headers: {}, text: answer }, context)
      expectNoKey([error.said, error.fieldErrors, error.message])
      expectNoKey(readErrorBody(answer, [key]))
      const inSuccess = errorInSuccess(answer, {}, context)
      expectNoKey([inSuccess?.said, inSuccess?.fieldErrors])
    }), { numRuns: 400 })
  })

  it('is in no status of a task and no page of HTML', () => {
    fc.assert(fc.property(planted, (text) => {
      expectNoKey(readVideoStatus(JSON.stringify({ status: text, error: { message: text } }), [key]))
      expectNoKey(readVideoStatus(JSON.stringify({ status: 'failed', error: { trouble: { key: text } } }), [key]))
      expectNoKey(readErrorBody(`<html><title>${text}</title><h1>${text}</h1></html>`, [key]))
    }), { numRuns: 100 })
  })

  it('is overwritten in a file, also across the pieces in which it is read, and nothing else is', async () => {
    const path = join(await makeFolder(), 'answer.part')
    const before = 2 ** 20 - 7
    const text = (word: string) => `${'x'.repeat(before)}${word}${'y'.repeat(50)}${word}`
    await writeFile(path, text(key))
    await redactFile(path, key)
    expect(await readFile(path, 'utf8') === text('*'.repeat(key.length))).toBe(true)
  })
})

describe('a service that repeats the key in everything it sends', () => {
  const plain = 'HarbourLanternQuietThursday4711'
  const request = (kind: 'image' | 'video') => ({
    path: '/generate',
    encoding: 'json',
    parts: [['model', 'm']],
    files: {},
    kind,
    timeoutMs: 5000,
  } as const)

  async function openClient() {
    const lines: string[] = []
    const client = createServiceClient({ clock: systemClock, log: createLog({ write: line => lines.push(line), clock: systemClock }) })
    const partPath = join(await makeFolder(), 'answer.part')
    const options = { commit: async () => {}, partPath, signal: AbortSignal.timeout(hangMs) }
    return { client, lines, partPath, options }
  }
  const headers = { 'x-request-id': `${'r'.repeat(190)}${plain}`, 'content-type': `application/json; key=${plain}`, 'etag': `"${plain}"` }

  it.each([200, 422, 500])('with status %i, finds it in no error, no fact, no file and no log', async (status) => {
    const server = await openAnsweringServer(() => [status, headers, JSON.stringify({ error: { message: plain, param: plain } })])
    const { client, lines, partPath, options } = await openClient()
    const connection = { baseUrl: server.url, key: plain }
    const error: unknown = await client.submit(connection, request('image'), options).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'ServiceError', serviceRequestId: expect.stringMatching(/^r{190}/) })
    const { said, fieldErrors, facts } = error as { said: string, fieldErrors: unknown, facts: unknown } // a ServiceError, see above
    const file = await readFile(partPath, 'utf8').catch(() => '')
    expect(JSON.stringify([said, fieldErrors, facts, lines, file])).not.toContain(plain.slice(0, 12))
  })

  it('does not find it in an accepted answer either', async () => {
    const server = await openAnsweringServer(() => [200, headers, JSON.stringify({ task_id: 't1', status: plain, note: plain })])
    const { client, partPath, options } = await openClient()
    const answer = await client.submit({ baseUrl: server.url, key: plain }, request('video'), options)
    expect(JSON.stringify([answer, await readFile(partPath, 'utf8')])).not.toContain(plain)
  })

  it('does not find it in a list of models, a poll, or an address that is not followed', async () => {
    const { client, options } = await openClient()
    const { signal } = options
    const seen: unknown[] = []
    const ask = async (body: string, status: number, more: Record<string, string> = {}): Promise<void> => {
      const server = await openAnsweringServer(() => [status, { ...headers, ...more }, body])
      const connection = { baseUrl: server.url, key: plain }
      const task = { taskId: 't1', modelId: 'm' }
      for (const question of [
        () => client.listModels(connection, signal),
        () => client.checkConnection(connection, signal),
        () => client.pollVideo(connection, task, signal),
      ]) {
        seen.push(await question().catch(({ said, message }: { said: string, message: string }) => [said, message]))
      }
      seen.push(await client.downloadVideo(connection, task, { ...options, resume: null, onStart: async facts => void seen.push(facts) })
        .catch(({ said, message }: { said: string, message: string }) => [said, message]))
    }
    await ask(JSON.stringify({ data: [{ id: plain }], status: plain }), 200)
    await ask(JSON.stringify({ detail: plain }), 404)
    await ask('', 302, { location: `http://${plain}.example/${plain}` })
    await ask(JSON.stringify({ video_url: `ftp://${plain}/x` }), 200)
    expect(JSON.stringify(seen).toLowerCase()).not.toContain(plain.toLowerCase())
  })

  it('does not find it in the refusal of a WebSocket', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    onTestFinished(() => void server.close())
    server.on('headers', lines => lines.push(`x-request-id: ${plain}`))
    server.on('connection', socket => socket.on('message', () => {
      socket.send(JSON.stringify({ type: 'error', message: `${'w'.repeat(480)}${plain}` }))
      socket.close(4401, plain)
    }))
    const address = server.address()
    const url = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    const { client, lines, options } = await openClient()
    const connection = { baseUrl: `http://${url}`, key: plain, socketUrl: `ws://${url}` }
    const speech = { ...request('image'), kind: 'speech' } as const
    const error: unknown = await client.speakOverSocket(connection, speech, options).catch((thrown: unknown) => thrown)
    const { said, facts, message } = error as { said: string, facts: unknown, message: string } // a ServiceError, as the next line says
    expect(error).toMatchObject({ name: 'ServiceError' })
    expect(JSON.stringify([said, facts, message, lines])).not.toContain(plain.slice(0, 12))
  })
})
