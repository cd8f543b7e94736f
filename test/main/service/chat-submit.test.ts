/** Chat over a raw socket server: what is sent, what is streamed, and whether a broken answer was charged. */
import type { ChatSoFar } from '../../../src-main/service/chat.ts'
import type { WireRequest } from '../../../src-main/service/client.ts'
import { Buffer } from 'node:buffer'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { decodeChat } from '../../../src-main/service/chat.ts'
import { createServiceClient } from '../../../src-main/service/client.ts'
import { planBody } from '../../../src-main/service/wire/encode.ts'
import { makeFolder } from '../../kit/folder.ts'
import { failureOf, openAnsweringServer, openRawServer, silentLog } from './raw-server.ts'

const key = 'sk-0123456789abcdef_fedcba9876543210'
function events(...values: unknown[]): string {
  return values.map(value => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`).join('')
}
const said = (content: string, finish: string | null = null) => ({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })
function asking(parts: WireRequest['parts'] = [], files: WireRequest['files'] = {}): WireRequest {
  return { path: '/chat/completions', encoding: 'json', parts: [['model', 'gpt-oss-120b'], ...parts], files, kind: 'chat', timeoutMs: 5000 }
}

async function submitting(url: string, request = asking(), onText?: (soFar: ChatSoFar) => void) {
  const partPath = join(await makeFolder(), 'answer.part')
  const client = createServiceClient({ clock: systemClock, log: silentLog, timeouts: { endingMs: 300, thinkingIdleMs: 2000 } })
  const answer = client.submit({ baseUrl: url, key }, request, {
    commit: async () => {},
    partPath,
    signal: new AbortController().signal,
    ...(onText && { onText: soFar => onText(soFar()) }),
  })
  answer.catch(() => {})
  return { answer, partPath }
}

/** Answers with a head and a body that is cut off, or left open, after `body`. */
function stream(body: string, then: 'reset' | 'close' | 'stay') {
  return openRawServer(async (visit) => {
    await visit.complete
    visit.socket.write(
      `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n${then === 'close' ? 'connection: close\r\n\r\n' : 'transfer-encoding: chunked\r\n\r\n'}`,
    )
    visit.socket.write(then === 'close' ? body : `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`, () => {
      if (then === 'reset')
        setTimeout(() => visit.socket.resetAndDestroy(), 30)
      if (then === 'close')
        visit.socket.end()
    })
  })
}

/** Answers with pieces that come one by one, and closes. */
function slowly(pieces: readonly string[], type = 'text/event-stream') {
  return openRawServer(async (visit) => {
    await visit.complete
    visit.socket.write(`HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\nconnection: close\r\n\r\n`)
    for (const piece of pieces) {
      visit.socket.write(piece)
      await new Promise(resolve => setTimeout(resolve, 100))
    }
    visit.socket.end()
  })
}

describe('an image file', () => {
  it('is sent inside the JSON as a data: URL, at any depth', async () => {
    const path = join(await makeFolder(), 'still.png')
    const bytes = Buffer.from(Array.from({ length: 200_001 }, (_, at) => at * 7 % 256))
    await writeFile(path, bytes)
    const server = await openAnsweringServer(() => [
      200,
      { 'content-type': 'application/json' },
      JSON.stringify({ choices: [{ message: { content: 'A still.' } }] }),
    ])
    const content = [
      { type: 'text', text: 'What is it? 灯塔' },
      { type: 'image_url', image_url: { url: { dataUrlOf: 'a' } } },
      { type: 'image_url', image_url: { url: { dataUrlOf: 'a' } } },
    ]
    const { answer, partPath } = await submitting(server.url, asking([['messages', [{ role: 'user', content }]], ['stream', false]], {
      a: { path, name: 'still.png', mime: 'image/png', sizeBytes: bytes.length },
    }))
    await answer
    const url = `data:image/png;base64,${bytes.toString('base64')}`
    expect(JSON.parse(String(server.visits[0]?.body()))).toEqual({
      model: 'gpt-oss-120b',
      messages: [
        { role: 'user', content: [content[0], { type: 'image_url', image_url: { url } }, { type: 'image_url', image_url: { url } }] },
      ],
      stream: false,
    })
    expect(await decodeChat(partPath)).toMatchObject({ text: 'A still.', isWhole: true })
  })

  it('is encoded with the right length at every size', async () => {
    const folder = await makeFolder()
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 20 }), async (bytes) => {
      const path = join(folder, 'some')
      await writeFile(path, bytes)
      const plan = planBody(asking([['url', { dataUrlOf: 'a' }]], {
        a: { path, name: 'some', mime: 'image/png', sizeBytes: bytes.length },
      }))
      const pieces = []
      for await (const piece of plan.chunks())
        pieces.push(piece)
      const body = Buffer.concat([...pieces, plan.tail])
      expect(body).toHaveLength(plan.sizeBytes)
      expect(JSON.parse(String(body))).toEqual({
        model: 'gpt-oss-120b',
        url: `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`,
      })
    }), { numRuns: 50 })
  })

  it('that is missing is reported before the request is complete', async () => {
    const server = await openAnsweringServer(() => [200, {}, ''])
    const { answer } = await submitting(
      server.url,
      asking([['url', { dataUrlOf: 'a' }]], { a: { path: '/nowhere/still.png', name: 'still.png', mime: 'image/png', sizeBytes: 9 } }),
    )
    expect(await failureOf(answer)).toMatchObject({ kind: 'missing-file', charged: 'no' })
    expect(server.visits.some(visit => visit.isComplete())).toBe(false)
  })
})

describe('a streamed answer', () => {
  it('is delivered while it arrives, and stored unchanged', async () => {
    const body = events(said('Once '), said('upon'), said('', 'stop'), '[DONE]')
    const server = await stream(body, 'stay')
    const heard: string[] = []
    const { answer, partPath } = await submitting(server.url, asking(), ({ text }) => heard.push(text))
    // The connection stays open after DONE; the client does not wait for it to close.
    expect(await answer).toMatchObject({ status: 200, contentType: 'text/event-stream', sizeBytes: Buffer.byteLength(body) })
    expect(heard.at(-1)).toBe('Once upon')
    expect(await decodeChat(partPath)).toMatchObject({ text: 'Once upon', finishReason: 'stop', isWhole: true })
  })

  it.each(
    ['reset', 'close', 'stay'] as const,
  )('is complete once it has a finish reason, whatever happens to the connection then (%s)', async (then) => {
    const server = await stream(events(said('Once upon', 'stop')), then)
    const { answer, partPath } = await submitting(server.url)
    await answer
    expect(await decodeChat(partPath)).toMatchObject({ text: 'Once upon', isWhole: true })
  })

  it('whose service gives a finish reason with each piece is read to its end', async () => {
    const server = await slowly(Array.from({ length: 10 }, (_, at) => events(said(`w${at} `, 'stop'))))
    const { answer, partPath } = await submitting(server.url)
    await answer
    expect(await decodeChat(partPath)).toMatchObject({ text: expect.stringMatching(/^w0 .* w9 ?$/), isWhole: true })
  })

  it('that continues after a finish reason, and breaks off, is not whole', async () => {
    const server = await slowly([events(said('Once ', 'stop')), events(said('upon'))])
    const { answer, partPath } = await submitting(server.url)
    expect(await failureOf(answer)).toMatchObject({ kind: 'network', charged: 'unknown', partialPath: partPath })
    expect(await decodeChat(partPath)).toMatchObject({ text: 'Once upon', isWhole: false })
  })

  it('is not held up by signs of life after its finish reason', async () => {
    const server = await slowly([events(said('Once upon', 'stop')), ...Array.from<string>({ length: 100 }).fill(': alive\n\n')])
    const { answer } = await submitting(server.url)
    const began = Date.now()
    await answer
    expect(Date.now() - began).toBeLessThan(3000)
  })

  it.each(['reset', 'close'] as const)('that breaks off may have been charged, and the received part is stored (%s)', async (then) => {
    const server = await stream(events(said('Once '), said('upon')), then)
    const { answer, partPath } = await submitting(server.url)
    expect(await failureOf(answer)).toMatchObject({ kind: 'network', charged: 'unknown', partialPath: partPath })
    expect(await decodeChat(partPath)).toMatchObject({ text: 'Once upon', isWhole: false })
  })

  it('that stalls is a timeout', async () => {
    const server = await stream(events(said('Once ')), 'stay')
    const { answer, partPath } = await submitting(server.url)
    expect(await failureOf(answer)).toMatchObject({ kind: 'timeout', charged: 'unknown', partialPath: partPath })
  })

  it('with an error in it reports the service\'s message', async () => {
    const server = await stream(events(said('Once '), { error: { message: 'engine fell over' } }), 'close')
    const { answer, partPath } = await submitting(server.url)
    expect(await failureOf(answer)).toMatchObject({ kind: 'server', said: 'engine fell over', charged: 'unknown', partialPath: partPath })
  })

  it('with nothing but an error is classified by its message', async () => {
    const server = await stream(events({ error: { message: 'Insufficient credits' } }), 'close')
    const { answer } = await submitting(server.url)
    expect(await failureOf(answer)).toMatchObject({ kind: 'credits', charged: 'unknown', partialPath: null })
  })
})

describe('an invalid answer', () => {
  it.each([
    [
      'an error that calls itself a success',
      'application/json',
      '{"detail":"Unsupported category"}',
      { kind: 'model-unavailable', charged: 'unknown' },
    ],
    ['a page', 'text/html', '<html><title>Busy</title></html>', { kind: 'undecodable', charged: 'unknown' }],
    ['half a body', 'application/json', '{"choices":[{"message":{"content":"Once', { kind: 'undecodable', charged: 'unknown' }],
    ['nothing', 'application/json', '', { kind: 'undecodable', charged: 'unknown' }],
  ])('%s', async (_name, type, body, failure) => {
    const server = await openAnsweringServer(() => [200, { 'content-type': type }, body])
    const { answer } = await submitting(server.url)
    expect(await failureOf(answer)).toMatchObject(failure)
  })
})
