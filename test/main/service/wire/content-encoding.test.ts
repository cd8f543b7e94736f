/**
 * Answers that are compressed although they were not to be: unpacked as they arrive, as far as they go, and within bounds.
 *
 * @module-tag wide
 */
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as zlib from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../../src-main/base/clock.ts'
import { createServiceClient } from '../../../../src-main/service/client.ts'
import { codingsOf, unpacked, UnpackError } from '../../../../src-main/service/wire/content-encoding.ts'
import { makeFolder } from '../../../kit/folder.ts'
import { failureOf, openAnsweringServer, openRawServer, silentLog } from '../raw-server.ts'

const pack = {
  'gzip': zlib.gzipSync,
  'x-gzip': zlib.gzipSync,
  'deflate': zlib.deflateSync,
  'bare deflate': zlib.deflateRawSync,
  'br': zlib.brotliCompressSync,
  'zstd': zlib.zstdCompressSync,
} as const
type Packing = keyof typeof pack
const packings = Object.keys(pack) as Packing[]
const nameOf = (packing: Packing): string => packing === 'bare deflate' ? 'deflate' : packing

async function* inPieces(bytes: Uint8Array, size: number, breaksWith?: Error): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size)
    yield bytes.subarray(at, at + size)
  if (breaksWith)
    throw breaksWith
}

async function read(body: AsyncIterable<Uint8Array>): Promise<{ bytes: Buffer, error: unknown }> {
  const chunks: Uint8Array[] = []
  let error: unknown = null
  try {
    for await (const chunk of body)
      chunks.push(chunk)
  }
  catch (reason) {
    error = reason
  }
  return { bytes: Buffer.concat(chunks), error }
}

describe('any bytes', () => {
  it.each(packings)('come out as they were, cut into any pieces (%s)', async (packing) => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), fc.integer({ min: 1, max: 900 }), async (bytes, size) => {
      const body = unpacked(inPieces(pack[packing](bytes), size), { 'content-encoding': nameOf(packing).toUpperCase() })
      expect((await read(body)).bytes.equals(bytes)).toBe(true)
    }), { numRuns: 40 })
  })

  it('come out where they begin like a text when they are packed', async () => {
    const bytes = Uint8Array.from([228, 16])
    const body = unpacked(inPieces(pack['bare deflate'](bytes), 1), { 'content-encoding': 'deflate' })
    expect((await read(body)).bytes.equals(bytes)).toBe(true)
  })

  it('come out through several codings, and unchanged through none and through those that are not known', async () => {
    const bytes = Buffer.from('All is well. '.repeat(100))
    const twice = zlib.brotliCompressSync(zlib.gzipSync(bytes))
    expect((await read(unpacked(inPieces(twice, 7), { 'content-encoding': 'gzip, br' }))).bytes.equals(bytes)).toBe(true)
    for (const coding of ['identity', 'utf-8', 'none', ''])
      expect((await read(unpacked(inPieces(bytes, 50), { 'content-encoding': coding }))).bytes.equals(bytes)).toBe(true)
    expect(codingsOf({})).toEqual([])
  })

  it.each(['gzip', 'deflate', 'br', 'zstd'])('that a gateway has unpacked already, and still calls %s, stay', async (coding) => {
    for (const text of ['RIFF\0\0\0\0WAVEfmt ', '{"image_base64":"x"}', 'data: {"type":"audio_chunk"}\n\n', '\x89PNG\r\n\x1A\n0000']) {
      const bytes = Buffer.from(text, 'latin1')
      expect((await read(unpacked(inPieces(bytes, 5), { 'content-encoding': coding }))).bytes.equals(bytes), text).toBe(true)
    }
  })

  it.each(packings)('that arrived before a break are delivered before its error (%s)', async (packing) => {
    const bytes = createHash('sha512').update('x').digest().toString('hex').repeat(2000)
    const packed = pack[packing](Buffer.from(`${bytes}${Math.PI}`))
    const half = packed.subarray(0, packed.length - 20)
    const { bytes: got, error } = await read(unpacked(inPieces(half, 64, new Error('cut')), { 'content-encoding': nameOf(packing) }))
    expect(error).toMatchObject({ message: 'cut' })
    expect(bytes.startsWith(got.toString())).toBe(true)
    expect(got.length).toBeGreaterThan(0)
  })

  it.each(packings)('that are not packed like that end in an error, not in a hang (%s)', async (packing) => {
    const packed = Buffer.from(pack[packing](Buffer.from('a'.repeat(30_000) + Math.E)))
    packed.fill(0xA5, 14)
    const { error } = await read(unpacked(inPieces(packed, 16), { 'content-encoding': nameOf(packing) }))
    expect(error === null || error instanceof UnpackError).toBe(true)
  })

  it.each(['gzip', 'deflate', 'br', 'zstd'] as const)('that unpack to far more than an answer holds are stopped (%s)', async (packing) => {
    const bomb = pack[packing](Buffer.alloc(90 * 2 ** 20))
    let length = 0
    const body = unpacked(inPieces(bomb, 65_536), { 'content-encoding': packing })
    const error = await (async () => {
      for await (const chunk of body)
        length += chunk.length
    })().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(UnpackError)
    expect(length).toBeLessThan(80 * 2 ** 20)
  })
})

describe('through the client', () => {
  const client = createServiceClient({ clock: systemClock, log: silentLog })
  const signal = new AbortController().signal
  const key = 'k-123456789'
  const request = { path: '/generate', encoding: 'json', parts: [['model', 'm']], files: {}, timeoutMs: 5000 } as const

  it.each(['gzip', 'br', 'deflate', 'zstd'] as const)('an answer to a paid request, a poll and a download are read (%s)', async (packing) => {
    const shot = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom', 'latin1'), Buffer.alloc(3000, 7)])
    const server = await openAnsweringServer((visit) => {
      const [, path = ''] = visit.head().split(' ')
      const [type, body] = path.includes('/status')
        ? ['application/json', '{"status":"completed"}']
        : path.includes('/result') ? ['video/mp4', shot] : ['application/json', '{"image_base64":"x"}']
      return [200, { 'content-type': type as string, 'content-encoding': packing, 'etag': '"a"' }, pack[packing](body)]
    })
    const connection = { baseUrl: server.url, key }
    const partPath = join(await makeFolder(), 'answer.part')
    await client.submit(connection, { ...request, kind: 'image' }, { commit: async () => {}, partPath, signal })
    expect(await readFile(partPath, 'utf8')).toBe('{"image_base64":"x"}')
    expect(await client.pollVideo(connection, { taskId: 't', modelId: 'm' }, signal)).toMatchObject({ state: 'completed' })
    const downloaded = await client.downloadVideo(connection, { taskId: 't', modelId: 'm' }, { partPath, resume: null, signal })
    // Its ranges would be those of the packed bytes, so it is never resumed.
    expect(downloaded).toEqual({ sizeBytes: shot.length, etag: null, totalBytes: null })
    expect((await readFile(partPath)).equals(shot)).toBe(true)
  })

  it('a refusal is quoted, packed or not', async () => {
    const server = await openAnsweringServer(() =>
      [422, { 'content-type': 'application/json', 'content-encoding': 'gzip' }, zlib.gzipSync('{"detail":"too short"}')])
    const partPath = join(await makeFolder(), 'answer.part')
    const failure = await failureOf(client.submit({ baseUrl: server.url, key }, { ...request, kind: 'image' }, {
      commit: async () => {},
      partPath,
      signal,
    }))
    expect(failure).toMatchObject({ kind: 'validation', said: 'too short', charged: 'no' })
  })

  it('a stream is heard while it arrives, and the connection need not close for its end', async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const event = (value: object): string => `data: ${JSON.stringify(value)}\n\n`
    const sound = Buffer.alloc(4800, 3).toString('base64')
    const server = await openRawServer(async (visit) => {
      await visit.complete
      const gzip = zlib.createGzip()
      visit.socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-encoding: gzip\r\nconnection: close\r\n\r\n')
      gzip.on('data', (bytes: Uint8Array) => visit.socket.write(bytes))
      gzip.write(event({ type: 'audio_chunk', data: sound }))
      gzip.flush()
      await first.promise
      gzip.write(event({ type: 'audio_chunk', data: sound }) + event({ type: 'complete' }) + event({ type: 'done' }))
      gzip.flush()
      await second.promise
    })
    const partPath = join(await makeFolder(), 'answer.part')
    let heard = 0
    const answer = await client.submit({ baseUrl: server.url, key }, { ...request, kind: 'speech' }, {
      commit: async () => {},
      partPath,
      signal,
      onAudio(pcm) {
        heard += pcm.length
        first.resolve()
      },
    })
    second.resolve()
    expect(heard).toBe(9600)
    expect(await readFile(partPath, 'utf8')).toContain('complete')
    expect(answer.contentType).toBe('text/event-stream')
  })
})
