/**
 * The edge of HTTP, over real sockets: answers of every form that browsers accept reach the studio, whatever is asked.
 *
 * @module-tag wide
 */
import type { WireRequest } from '../../../src-main/service/client.ts'
import type { RawServer, Visit } from './raw-server.ts'
import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { createServiceClient } from '../../../src-main/service/client.ts'
import { makeFolder } from '../../kit/folder.ts'
import { failureOf, openRawServer, settled, silentLog } from './raw-server.ts'

const key = 'sk-0123456789abcdef_fedcba9876543210'
const client = createServiceClient({ clock: systemClock, log: silentLog })
const { signal } = new AbortController()
const task = { taskId: 't-1', modelId: 'wan' }
const png = Buffer.concat([Buffer.from('89504E470D0A1A0A', 'hex'), Buffer.alloc(500_000, 7)])
const mp4 = Buffer.concat([Buffer.from('0000001866747970697336d0000000006973366d', 'hex'), Buffer.alloc(100_000, 3)])
mp4.write('isom', 8)

const drawing: WireRequest = {
  path: '/generate',
  encoding: 'json',
  parts: [['model', 'eigen-image'], ['prompt', 'a lighthouse']],
  files: {},
  kind: 'image',
  timeoutMs: 20_000,
}

async function uploading(sizeBytes: number): Promise<WireRequest> {
  const path = join(await makeFolder(), 'sound.wav')
  await writeFile(path, Buffer.alloc(sizeBytes, 5))
  const files = { a: { path, name: 'sound.wav', mime: 'audio/wav', sizeBytes } }
  return { ...drawing, encoding: 'multipart', kind: 'transcribe', parts: [['model', 'whisper'], ['file', { assetId: 'a' }]], files }
}

async function submit(server: Pick<RawServer, 'url'>, request = drawing, commit = async (): Promise<void> => {}) {
  const partPath = join(await makeFolder(), 'answer.part')
  const answer = client.submit({ baseUrl: server.url, key }, request, { commit, partPath, signal })
  answer.catch(() => {})
  return { answer, partPath }
}

const head = (lines: string): string => `HTTP/1.1 200 OK\r\n${lines}\r\n`
const interim = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'

/** How an answer with this body is written, and when. */
type Form = (visit: Visit, body: Buffer, type: string) => Promise<void> | void
const joined = (before: string, ...bodies: Buffer[]): Buffer => Buffer.concat([Buffer.from(before, 'latin1'), ...bodies])
const send = (visit: Visit, before: string, ...bodies: Buffer[]): void => void visit.socket.end(joined(before, ...bodies))
const sized = (body: Buffer, type: string, more = ''): string => head(`content-type: ${type}\r\ncontent-length: ${body.length}\r\n${more}`)

const forms: Record<string, Form> = {
  '100 after the request': (visit, body, type) => send(visit, `${interim.slice(0, 25)}${sized(body, type)}`, body),
  'several interim answers, one byte at a time': async (visit, body, type) => {
    for (const byte of interim) {
      visit.socket.write(byte)
      await settled()
    }
    send(visit, sized(body, type), body)
  },
  'headers of 200 kB': (visit, body, type) => send(visit, sized(body, type, `x-long: ${'é'.repeat(200_000)}\r\n`), body),
  'the length twice': (visit, body, type) => send(visit, sized(body, type, `Content-Length: ${body.length}\r\n`), body),
  'chunks beside a length': (visit, body, type) => send(
    visit,
    head(`content-type: ${type}\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n`),
    Buffer.concat([Buffer.from(`${body.length.toString(16)}; x=y\r\n`), body, Buffer.from('\r\n0\r\nx-trailer: 1\r\n\r\n')]),
  ),
  'a coding of the transfer': (visit, body, type) => {
    const packed = gzipSync(body)
    send(
      visit,
      head(`content-type: ${type}\r\ntransfer-encoding: gzip, chunked\r\n`),
      Buffer.concat([Buffer.from(`${packed.length.toString(16)}\r\n`), packed, Buffer.from('\r\n0\r\n\r\n')]),
    )
  },
  'bare line feeds': (visit, body, type) => send(visit, sized(body, type).replaceAll('\r', ''), body),
  'folded and spaced headers': (visit, body, type) =>
    send(visit, head(`Content-Type :\r\n ${type}\r\nContent-Length : ${body.length}\r\n`), body),
  'an end by the close': (visit, body, type) => send(visit, head(`content-type: ${type}\r\n`), body),
  'HTTP/1.0 without a reason': (visit, body, type) => send(visit, sized(body, type).replace('HTTP/1.1 200 OK', 'HTTP/1.0 200'), body),
  'a connection that stays open': (visit, body, type) => {
    visit.socket.write(Buffer.concat([Buffer.from(sized(body, type, 'connection: keep-alive\r\n')), body]))
  },
  'more bytes than announced': (visit, body, type) => send(visit, sized(body, type), body, Buffer.from('HTTP/1.1 500 No\r\n\r\n')),
  'a reset after the last byte': (visit, body, type) => {
    const reset = (): unknown => settled().then(() => visit.socket.resetAndDestroy())
    visit.socket.write(joined(sized(body, type), body), reset)
  },
}

describe.each(Object.entries(forms))('an answer with %s', (_name, form) => {
  const answering = (body: Buffer, type: string): Promise<RawServer> => openRawServer(async (visit) => {
    await visit.complete
    await form(visit, body, type)
  })

  it('is read after a paid request', async () => {
    const server = await answering(png, 'image/png')
    const { answer, partPath } = await submit(server)
    expect(await answer).toMatchObject({ status: 200, contentType: 'image/png', sizeBytes: png.length })
    expect(await readFile(partPath)).toEqual(png)
    expect(server.visits).toHaveLength(1)
  })

  it('is read after a poll and a download', async () => {
    const polled = await answering(Buffer.from('{"status":"completed"}'), 'application/json')
    expect(await client.pollVideo({ baseUrl: polled.url, key }, task, signal)).toMatchObject({ state: 'completed' })
    const server = await answering(mp4, 'video/mp4')
    const partPath = join(await makeFolder(), 'answer.part')
    await client.downloadVideo({ baseUrl: server.url, key }, task, { partPath, resume: null, signal })
    expect(await readFile(partPath)).toEqual(mp4)
  })
})

describe('interim answers while the request is being sent', () => {
  it.each(['after its head', 'within the upload', 'while its last bytes are held back'])('%s change nothing', async (when) => {
    let hasSaid = false
    const say = (visit: Visit | undefined): void => {
      if (!hasSaid)
        visit?.socket.write(interim)
      hasSaid = true
    }
    const server = await openRawServer(async (visit) => {
      visit.socket.on('data', () => {
        if (when === 'after its head' || (when === 'within the upload' && visit.body().length > 1_000_000))
          say(visit)
      })
      await visit.complete
      visit.answer(200, { 'content-type': 'application/json' }, '{"text":"hello"}')
    })
    const { answer } = await submit(server, await uploading(3_000_000), async () => {
      if (when === 'while its last bytes are held back')
        say(server.visits[0])
      await settled()
      expect(server.visits[0]?.isComplete()).toBe(false)
    })
    expect(await answer).toMatchObject({ status: 200 })
    expect(hasSaid).toBe(true)
    expect(server.visits).toHaveLength(1)
  })

  it('are not the answer: without one, nobody knows', async () => {
    const server = await openRawServer(async (visit) => {
      await visit.complete
      visit.socket.end(interim)
    })
    const { answer } = await submit(server)
    const said = expect.stringContaining('before a response arrived')
    expect(await failureOf(answer)).toMatchObject({ kind: 'network', charged: 'unknown', said })
  })
})

describe('an early answer to a large upload', () => {
  /** Answers at the first bytes, and behaves so afterwards. */
  const endings: Record<string, (visit: Visit) => void> = {
    'reads nothing more': visit => void visit.socket.pause(),
    'closes, with the rest unread': (visit) => {
      visit.socket.pause()
      visit.socket.end()
      visit.socket.destroySoon()
    },
    'resets the connection': visit => void settled().then(() => visit.socket.resetAndDestroy()),
    'closes at once': visit => void visit.socket.destroySoon(),
  }
  const refusals = [[401, 'auth'], [403, 'permission'], [413, 'too-large'], [429, 'rate']] as const
  const cases = Object.entries(endings).flatMap(([name, end]) => refusals.map(([status, kind]) => [status, name, kind, end] as const))
  it.each(cases)('%i is read when the service %s', async (status, _name, kind, end) => {
    const server = await openRawServer((visit) => {
      visit.socket.once('data', () => {
        visit.socket.write(`HTTP/1.1 ${status} No\r\nconnection: close\r\ncontent-length: 22\r\n\r\n{"detail":"not so big"}`)
        end(visit)
      })
    })
    const { answer } = await submit(server, await uploading(77_000_000), async () => expect.unreachable())
    expect(await failureOf(answer)).toMatchObject({ kind, status, charged: 'no', isBeforeCommit: true })
    await settled()
    expect(server.visits).toHaveLength(1)
  }, 30_000)
})

/** In its own thread: it answers and resets while this one is busy, so that the next write is the first to hear of it. */
async function openThreadedRefusal(): Promise<{ url: string }> {
  const worker = new Worker(`
    const { parentPort } = require('node:worker_threads')
    const server = require('node:net').createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        socket.write('HTTP/1.1 401 No\\r\\ncontent-length: 28\\r\\n\\r\\n{"detail":"Invalid API key"}', () => socket.resetAndDestroy())
      })
    }).listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`, { eval: true })
  onTestFinished(async () => void await worker.terminate())
  const [port] = await once(worker, 'message')
  return { url: `http://127.0.0.1:${String(port)}` }
}

it('an early answer is read also when writing fails before it was seen', async () => {
  const partPath = join(await makeFolder(), 'answer.part')
  let hasWaited = false
  const answer = client.submit({ baseUrl: (await openThreadedRefusal()).url, key }, await uploading(20_000_000), {
    commit: async () => expect.unreachable(),
    partPath,
    signal,
    onSentBytes() {
      // The thread of this test is held up until answer and reset have arrived in the system's buffers.
      if (!hasWaited)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
      hasWaited = true
    },
  })
  expect(await failureOf(answer)).toMatchObject({ kind: 'auth', status: 401, charged: 'no', isBeforeCommit: true })
})

describe('what a broken answer says in words', () => {
  it.each([
    ['contradicting lengths', head('content-length: 8\r\ncontent-length: 9\r\n'), '{"ok":1}!', 'it is 8 and 9 bytes long'],
    ['a missing last chunk', head('transfer-encoding: chunked\r\n'), '8\r\n{"ok":1,\r\n', 'broke off: 8 bytes came'],
    ['a length that is not reached', head('content-length: 20\r\n'), '{"ok":1,', 'broke off: 8 of 20 bytes came'],
  ])('%s: the bytes are kept', async (_name, before, body, said) => {
    const server = await openRawServer(async (visit) => {
      await visit.complete
      send(visit, before, Buffer.from(body))
    })
    const { answer, partPath } = await submit(server)
    const words = expect.stringContaining(said)
    expect(await failureOf(answer)).toMatchObject({ kind: 'network', charged: 'unknown', partialPath: partPath, said: words })
    expect(await readFile(partPath, 'utf8')).toContain('{"ok":1')
  })

  it('something else than HTTP is no such service', async () => {
    const server = await openRawServer(visit => void visit.socket.write('220 mail.example ESMTP\r\n'))
    expect(await client.checkConnection({ baseUrl: server.url, key }, signal)).toMatchObject({
      answer: 'not-this-service',
      said: expect.stringContaining('no HTTP service'),
    })
  })
})
