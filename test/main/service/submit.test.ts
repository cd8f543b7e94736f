/** The point of no return, verified by a server that records every byte. */
import type { WireRequest } from '../../../src-main/service/client.ts'
import { Buffer } from 'node:buffer'
import { appendFile, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { createServiceClient } from '../../../src-main/service/client.ts'
import { decodeSpeech } from '../../../src-main/service/decode-speech.ts'
import { ServiceError } from '../../../src-main/service/service-error.ts'
import { createTestClock } from '../../kit/clock.ts'
import { makeFolder } from '../../kit/folder.ts'
import { failureOf, openAnsweringServer, openRawServer, settled, silentLog, untilFailed } from './raw-server.ts'

const key = 'sk-0123456789abcdef_fedcba9876543210'
const png = Buffer.concat([Buffer.from('89504E470D0A1A0A', 'hex'), Buffer.alloc(200, 7)])

const drawing: WireRequest = {
  path: '/generate',
  encoding: 'json',
  parts: [['model', 'eigen-image'], ['prompt', 'a lighthouse']],
  files: {},
  kind: 'image',
  timeoutMs: 5000,
}

async function fileRequest(sizeBytes: number): Promise<WireRequest> {
  const path = join(await makeFolder(), 'still.png')
  await writeFile(path, Buffer.alloc(sizeBytes, 5))
  return {
    path: '/generate',
    encoding: 'multipart',
    parts: [
      ['model', 'wan2p2-i2v-14b-turbo'],
      ['voice_settings', { speed: 1.5 }],
      ['seed', 7],
      ['stream', true],
      ['image', { assetId: 'a' }],
    ],
    files: { a: { path, name: 'my "still"\n.png', mime: 'image/png', sizeBytes } },
    kind: 'video',
    timeoutMs: 5000,
  }
}

async function submitting(
  url: string,
  request: WireRequest,
  options: Partial<Parameters<ReturnType<typeof createServiceClient>['submit']>[2]> = {},
  made: Partial<Parameters<typeof createServiceClient>[0]> = {},
) {
  const partPath = join(await makeFolder(), 'answer.part')
  const client = createServiceClient({ clock: systemClock, log: silentLog, ...made })
  const answer = client.submit({ baseUrl: url, key }, request, {
    commit: async () => {},
    partPath,
    signal: new AbortController().signal,
    ...options,
  })
  answer.catch(() => {})
  return { answer, partPath }
}

describe('the last bytes', () => {
  it.each(['json', 'multipart'] as const)('are sent only after the commit (%s)', async (encoding) => {
    const request = encoding === 'json' ? drawing : await fileRequest(300_000)
    const server = await openAnsweringServer(() => [200, { 'content-type': 'image/png' }, png])
    const story: string[] = []
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const { answer } = await submitting(server.url, request, {
      commit: async () => {
        story.push('commit begins')
        await held
        story.push(`commit ends, complete: ${server.visits[0]?.isComplete()}`)
      },
    })
    await expect.poll(() => story.length).toBe(1)
    const [visit] = server.visits
    await expect.poll(() => Number(visit?.header('content-length')) - (visit?.body().length ?? 0)).toBeLessThanOrEqual(100)
    await settled()
    expect(visit?.isComplete()).toBe(false)
    release()
    expect(await answer).toMatchObject({ status: 200 })
    expect(story).toEqual(['commit begins', 'commit ends, complete: false'])
    expect(visit?.isComplete()).toBe(true)
    expect(server.visits).toHaveLength(1)
  })

  it('are preceded by everything else when the commit begins', async () => {
    const server = await openAnsweringServer(() => [200, {}, png])
    const missing = (): number => Number(server.visits[0]?.header('content-length')) - (server.visits[0]?.body().length ?? 0)
    let missingAtCommit = Number.NaN
    const { answer } = await submitting(server.url, await fileRequest(3_000_000), {
      commit: async () => {
        await expect.poll(missing).toBeLessThan(120)
        await settled()
        missingAtCommit = missing()
      },
    })
    await answer
    expect(missingAtCommit).toBeGreaterThan(0)
  })

  it('are not sent when the commit fails, whose error is passed on unchanged', async () => {
    const server = await openAnsweringServer(() => [200, {}, png])
    const full = new Error('database or disk is full')
    const { answer } = await submitting(server.url, await fileRequest(100_000), { commit: () => Promise.reject(full) })
    expect(await failureOf(answer)).toBe(full)
    await server.visits[0]?.closed
    expect(server.visits.map(visit => visit.isComplete())).toEqual([false])
  })

  it('are not sent when the commit is held, and submit resolves to hold', async () => {
    const server = await openAnsweringServer(() => [200, {}, png])
    const { answer } = await submitting(server.url, await fileRequest(100_000), {
      commit: async () => 'hold',
      onLeaving: () => expect.unreachable(),
    })
    expect(await answer).toBe('hold')
    await server.visits[0]?.closed
    expect(server.visits.map(visit => visit.isComplete())).toEqual([false])
  })

  it('are not sent when the request is cancelled before the commit', async () => {
    const server = await openAnsweringServer(() => [200, {}, png])
    const stop = new AbortController()
    const { answer } = await submitting(server.url, drawing, {
      signal: stop.signal,
      commit: async () => expect.unreachable(),
      onSentBytes: () => stop.abort(),
    })
    expect(await failureOf(answer)).toMatchObject({ kind: 'interrupted', charged: 'no', isBeforeCommit: true })
    await server.visits[0]?.closed
    expect(server.visits[0]?.isComplete()).toBe(false)
  })

  it('are not sent when the request is cancelled during the commit: recorded, but certainly not charged', async () => {
    const server = await openAnsweringServer(() => [200, {}, png])
    const stop = new AbortController()
    const { answer } = await submitting(server.url, drawing, {
      signal: stop.signal,
      commit: async () => {
        stop.abort()
        await settled()
      },
    })
    expect(await failureOf(answer)).toMatchObject({ kind: 'interrupted', charged: 'no', isBeforeCommit: false })
    await server.visits[0]?.closed
    expect(server.visits[0]?.isComplete()).toBe(false)
  })

  it('are not sent when the connection breaks during the commit', async () => {
    const server = await openRawServer(() => {})
    const { answer } = await submitting(server.url, drawing, {
      commit: async () => {
        server.visits[0]?.socket.resetAndDestroy()
        await settled()
      },
    })
    expect(await failureOf(answer)).toMatchObject({ kind: 'network', charged: 'no', isBeforeCommit: false })
    expect(server.visits).toHaveLength(1)
  })
})

describe('before the commit', () => {
  it('a missing server is a network failure that was not charged', async () => {
    const { answer } = await submitting('http://127.0.0.1:9', drawing)
    expect(await failureOf(answer)).toMatchObject({ kind: 'network', charged: 'no', isBeforeCommit: true, status: null })
  })

  it('a lost connection is not retried', async () => {
    const server = await openRawServer(visit => void visit.socket.once('data', () => visit.socket.resetAndDestroy()))
    const { answer } = await submitting(server.url, await fileRequest(2_000_000), { commit: async () => settled() })
    expect(await failureOf(answer)).toMatchObject({ kind: 'network', charged: 'no' })
    await settled()
    expect(server.visits).toHaveLength(1)
  })

  it('an early refusal is read, and nothing is committed', async () => {
    const server = await openRawServer(visit => void visit.socket.once('data', () => {
      visit.socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 24\r\n\r\n{"detail":"far too much"}'.slice(0, -1))
    }))
    let commits = 0
    const { answer } = await submitting(server.url, await fileRequest(30_000_000), {
      commit: async () => {
        commits += 1
      },
    })
    expect(await failureOf(answer)).toMatchObject({ kind: 'too-large', status: 413, charged: 'no', isBeforeCommit: true })
    expect(commits).toBe(0)
  })

  it('a file that changed size since it was prepared is noticed', async () => {
    const server = await openAnsweringServer(() => [200, {}, png])
    const request = await fileRequest(100_000)
    await appendFile(request.files.a?.path ?? '', 'more')
    const { answer } = await submitting(server.url, request, { commit: async () => expect.unreachable() })
    expect(await failureOf(answer)).toMatchObject({ kind: 'missing-file', charged: 'no', isBeforeCommit: true })
    expect(server.visits.every(visit => !visit.isComplete())).toBe(true)
  })

  it('a file that grows while it is being sent is noticed', async () => {
    const server = await openAnsweringServer(() => [200, {}, png])
    const request = await fileRequest(4_000_000)
    let grown: Promise<void> | null = null
    const { answer } = await submitting(server.url, request, {
      commit: async () => expect.unreachable(),
      onSentBytes: () => {
        grown ??= appendFile(request.files.a?.path ?? '', 'more')
      },
    })
    expect(await failureOf(answer)).toMatchObject({ kind: 'missing-file', charged: 'no', isBeforeCommit: true })
  })

  it('a key with invalid characters for a header is refused', async () => {
    const client = createServiceClient({ clock: systemClock, log: silentLog })
    const failed = client.submit({ baseUrl: 'http://127.0.0.1:9', key: 'two\nlines' }, drawing, {
      commit: async () => {},
      partPath: join(await makeFolder(), 'x'),
      signal: new AbortController().signal,
    })
    expect(await failureOf(failed)).toMatchObject({ kind: 'auth', charged: 'no', isBeforeCommit: true })
  })

  it('a server that stops reading is a timeout', async () => {
    const clock = createTestClock()
    const server = await openRawServer(visit => void visit.socket.pause())
    const { answer } = await submitting(server.url, await fileRequest(30_000_000), {}, { clock })
    await expect.poll(() => server.visits.length).toBe(1)
    expect(await untilFailed(answer, clock)).toMatchObject({ kind: 'timeout', charged: 'no', isBeforeCommit: true })
  })
})

describe('after the last bytes', () => {
  it('a lost connection leaves it unknown whether it was charged', async () => {
    const server = await openRawServer(async (visit) => {
      await visit.complete
      visit.socket.resetAndDestroy()
    })
    const { answer } = await submitting(server.url, drawing)
    expect(await failureOf(answer)).toMatchObject({ kind: 'network', charged: 'unknown', isBeforeCommit: false })
    await settled()
    expect(server.visits).toHaveLength(1)
  })

  it('a cancel leaves that unknown, too', async () => {
    const stop = new AbortController()
    const server = await openRawServer(async (visit) => {
      await visit.complete
      stop.abort()
    })
    const { answer } = await submitting(server.url, drawing, { signal: stop.signal })
    expect(await failureOf(answer)).toMatchObject({ kind: 'interrupted', charged: 'unknown', isBeforeCommit: false })
  })

  it('a missing answer leaves that unknown, too', async () => {
    const clock = createTestClock()
    const server = await openRawServer(() => {})
    const { answer } = await submitting(server.url, { ...drawing, timeoutMs: 600_000 }, {}, { clock })
    await expect.poll(() => server.visits[0]?.isComplete()).toBe(true)
    await settled()
    await clock.advance(599_000)
    expect(await Promise.race([answer.catch(() => 'over'), settled()])).toBeUndefined()
    await clock.advance(2000)
    expect(await failureOf(answer)).toMatchObject({ kind: 'timeout', charged: 'unknown' })
  })

  it('the received part of a cut answer is kept', async () => {
    const server = await openAnsweringServer(() => [
      200,
      { 'content-type': 'image/png', 'content-length': 5000, 'x-request-id': 'r-1' },
      png,
    ])
    const { answer, partPath } = await submitting(server.url, drawing)
    expect(await failureOf(answer)).toMatchObject({
      kind: 'network',
      charged: 'unknown',
      status: 200,
      partialPath: partPath,
      serviceRequestId: 'r-1',
    })
    expect(await readFile(partPath)).toEqual(png)
  })

  it.each([
    [400, {}, 'validation', 'no', null],
    [401, {}, 'auth', 'no', null],
    [402, {}, 'credits', 'no', null],
    [403, {}, 'permission', 'no', null],
    [404, {}, 'not-found', 'no', null],
    [409, {}, 'not-ready', 'unknown', null],
    [413, {}, 'too-large', 'no', null],
    [415, {}, 'media-type', 'no', null],
    [422, {}, 'validation', 'no', null],
    [429, { 'retry-after': '7' }, 'rate', 'no', 7000],
    [429, { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 'rate', 'no', 30_000],
    [429, { 'retry-after': 'Fri, 01 Feb 2030 00:00:30 GMT', 'date': 'Fri, 01 Feb 2030 00:00:10 GMT' }, 'rate', 'no', 20_000],
    [429, { 'retry-after': 'soon' }, 'rate', 'no', null],
    [429, { 'retry-after': '999999999' }, 'rate', 'no', 86_400_000],
    [500, {}, 'server', 'unknown', null],
    [502, {}, 'server', 'unknown', null],
    [503, {}, 'server', 'unknown', null],
    [503, { 'retry-after': '2' }, 'server', 'no', 2000],
    [504, {}, 'timeout', 'unknown', null],
    [302, { location: 'https://elsewhere.example/' }, 'redirected', 'no', null],
  ] as const)('a %i with %j is %s, charged: %s', async (status, headers, kind, charged, retryAfterMs) => {
    const server = await openAnsweringServer(() => [status, headers, `{"detail":"no, ${key}"}`])
    const { answer, partPath } = await submitting(server.url, drawing, {}, { clock: { ...systemClock, now: () => Date.UTC(2026, 0, 1) } })
    const failure = await failureOf(answer)
    expect(failure).toBeInstanceOf(ServiceError)
    expect(failure).toMatchObject({ kind, charged, retryAfterMs, status, isBeforeCommit: false })
    expect(failure.said).toContain(kind === 'redirected' ? 'https://elsewhere.example' : 'no,')
    expect(JSON.stringify(failure) + failure.message).not.toContain(key.slice(3))
    await expect(readFile(partPath)).rejects.toThrow()
    expect(server.visits).toHaveLength(1)
  })

  it('a model that the server does not offer is named, also when it says so with a 500', async () => {
    const server = await openAnsweringServer(() => [500, { 'content-type': 'application/json' }, '{"detail":"Unsupported category"}'])
    const { answer } = await submitting(server.url, drawing)
    expect(await failureOf(answer)).toMatchObject({ kind: 'model-unavailable', status: 500, charged: 'no', said: 'Unsupported category' })
  })

  it.each([
    ['within the time of its request', 0, 400_000, null],
    ['within that of a model that thinks, where that is longer', 590_000, 250_000, null],
    ['never', 0, 601_000, 'timeout'],
  ])('the body may come long after its head: %s', async (_, beforeMs, afterMs, kind) => {
    const clock = createTestClock()
    const sent = Promise.withResolvers<void>()
    const [head, body] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const server = await openRawServer(async (visit) => {
      await visit.complete
      sent.resolve()
      await head.promise
      visit.socket.write(`HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ncontent-length: ${png.length}\r\n\r\n`)
      await body.promise
      visit.socket.end(png)
    })
    const { answer } = await submitting(server.url, { ...drawing, timeoutMs: 600_000 }, {}, { clock })
    await sent.promise
    await clock.advance(beforeMs)
    head.resolve()
    await pause(100)
    await clock.advance(afterMs)
    body.resolve()
    if (kind === null)
      expect(await answer).toMatchObject({ status: 200, sizeBytes: png.length })
    else
      expect(await failureOf(answer)).toMatchObject({ kind, charged: 'unknown' })
  })

  it('a body that has begun may not pause as long', async () => {
    const clock = createTestClock()
    const server = await openRawServer(async (visit) => {
      await visit.complete
      visit.socket.write(`HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ncontent-length: ${png.length}\r\n\r\n`)
      visit.socket.write(png.subarray(0, 50))
    })
    const { answer, partPath } = await submitting(server.url, { ...drawing, timeoutMs: 600_000 }, {}, { clock })
    await expect.poll(() => stat(partPath).then(file => file.size, () => 0)).toBe(50)
    await clock.advance(61_000)
    expect(await failureOf(answer)).toMatchObject({ kind: 'timeout', partialPath: partPath })
  })

  it('streamed sound that comes after a mark of its end is kept', async () => {
    const sound = Buffer.from(Array.from({ length: 4000 }, (_, at) => at * 7 % 256))
    const server = await openRawServer(async (visit) => {
      await visit.complete
      visit.socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n')
      for (let at = 0; at < sound.length; at += 400) {
        visit.socket.write(`data: ${JSON.stringify({ audio: sound.subarray(at, at + 400).toString('base64'), is_final: true })}\n\n`)
        await new Promise(resolve => setTimeout(resolve, 100))
      }
      visit.socket.end()
    })
    const heard: Uint8Array[] = []
    const request: WireRequest = { ...drawing, kind: 'speech' }
    const onAudio = (pcm: Uint8Array): void => void heard.push(pcm)
    const { answer, partPath } = await submitting(server.url, request, { onAudio }, { timeouts: { endingMs: 300 } })
    await answer
    expect(Buffer.concat(heard).equals(sound)).toBe(true)
    expect(await decodeSpeech(partPath, 'text/event-stream')).toMatchObject({ isCut: false })
  })

  it.each([
    ['{"success":false,"error":"Insufficient credits"}', 'credits', 'unknown'],
    ['{"success":false,"code":402,"error":"Insufficient credits"}', 'credits', 'no'],
    ['{"error":{"message":"CUDA out of memory","type":"server_error"}}', 'server', 'unknown'],
    ['{"detail":[{"type":"missing","loc":["body","prompt"],"msg":"Field required"}]}', 'validation', 'unknown'],
  ])('a 200 that is really an error (%s) is %s, charged: %s', async (text, kind, charged) => {
    const server = await openAnsweringServer(() => [200, { 'content-type': 'application/json' }, text])
    const { answer } = await submitting(server.url, drawing)
    expect(await failureOf(answer)).toMatchObject({ kind, charged, status: 200 })
  })

  it('an answer with a result is never treated as an error', async () => {
    const server = await openAnsweringServer(() => [
      200,
      { 'content-type': 'application/json', 'x-credits-remaining': '12.5' },
      '{"task_id":"t-1","error":"queue is long","detail":"x"}',
    ])
    const { answer } = await submitting(server.url, drawing)
    expect(await answer).toMatchObject({ status: 200, contentType: 'application/json', facts: { creditsRemaining: 12.5 } })
  })
})

describe('what is sent', () => {
  it('is a form with texts, JSON for objects, files by their bytes, and an exact length', async () => {
    const server = await openAnsweringServer(() => [200, {}, png])
    const sent: [number, number][] = []
    const { answer } = await submitting(server.url, await fileRequest(1000), { onSentBytes: (...numbers) => sent.push(numbers) })
    await answer
    const [visit] = server.visits
    expect(visit?.head()).toMatch(/^POST \/api\/v1\/generate HTTP\/1\.1/)
    expect(visit?.header('authorization')).toBe(`Bearer ${key}`)
    expect(visit?.header('connection')).toBe('close')
    const form = await new Response(new Uint8Array(visit?.body() ?? []), {
      headers: { 'content-type': visit?.header('content-type') ?? '' },
    }).formData()
    expect([...form.keys()]).toEqual(['model', 'voice_settings', 'seed', 'stream', 'image'])
    expect(form.get('voice_settings')).toBe('{"speed":1.5}')
    expect([form.get('seed'), form.get('stream')]).toEqual(['7', 'true'])
    expect(await (form.get('image') as File).bytes()).toEqual(new Uint8Array(1000).fill(5))
    expect(sent.at(-1)).toEqual([visit?.body().length, visit?.body().length])
    expect(sent.map(([count]) => count)).toEqual(sent.map(([count]) => count).toSorted((a, b) => a - b))
  })

  it('goes through the system\'s proxy in the same order', async () => {
    const server = await openAnsweringServer(() => [200, {}, png])
    const tunnels: string[] = []
    const proxy = createServer((request, response) => {
      tunnels.push(`forward ${request.url}`)
      const url = new URL(request.url ?? '')
      const onward = connect(Number(url.port), url.hostname, () => {
        const headers = request.rawHeaders.flatMap((name, index, all) => index % 2 === 0 ? [`${name}: ${all[index + 1]}\r\n`] : []).join('')
        onward.write(`${request.method} ${url.pathname} HTTP/1.1\r\n${headers}\r\n`)
        request.pipe(onward, { end: false })
      })
      onward.on('error', () => response.destroy())
      response.on('close', () => onward.destroy())
      onward.pipe(response.socket ?? response)
    })
    proxy.on('connect', (request, socket) => {
      tunnels.push(`tunnel ${request.url}`)
      const [host = '', port = ''] = (request.url ?? '').split(':')
      const onward = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 Connected\r\n\r\n')
        onward.pipe(socket).pipe(onward)
      })
      socket.on('error', () => onward.destroy())
      onward.on('error', () => socket.destroy())
    })
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      proxy.closeAllConnections()
      proxy.close()
    })
    const address = proxy.address()
    const proxyFor = async (): Promise<string> => `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    let wasComplete: boolean | undefined
    const { answer } = await submitting(server.url, await fileRequest(50_000), {
      commit: async () => {
        await settled()
        wasComplete = server.visits[0]?.isComplete()
      },
    }, { proxyFor })
    expect(await answer).toMatchObject({ status: 200 })
    expect(wasComplete).toBe(false)
    expect(tunnels).toHaveLength(1)
  })
})
