/** Downloads of results: exact resumption, no key for other origins, and only real videos are accepted. */
import type { Visit } from './raw-server.ts'
import { Buffer } from 'node:buffer'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { ownPorts } from '../../../src-main/base/own-ports.ts'
import { mayFetch, normaliseBaseUrl } from '../../../src-main/service/base-url.ts'
import { createServiceClient } from '../../../src-main/service/client.ts'
import { decodeImages } from '../../../src-main/service/decode.ts'
import { createPublicLookup } from '../../../src-main/service/wire/public-lookup.ts'
import { makeFolder } from '../../kit/folder.ts'
import { failureOf, openAnsweringServer, openRawServer, settled, silentLog } from './raw-server.ts'

const key = 'sk-0123456789abcdef_fedcba9876543210'
const mp4 = Buffer.concat([
  Buffer.from('0000001866747970', 'hex'),
  Buffer.from('isom'),
  Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251)),
])
const task = { taskId: 't 1/2', modelId: 'wan' }
const client = createServiceClient({ clock: systemClock, log: silentLog })
const signal = new AbortController().signal

/** Serves the whole file or the requested range, as RFC 9110 says. */
function ranges(etag: string) {
  return (visit: Visit): [number, Record<string, string | number>, Buffer] => {
    const from = Number(/^bytes=(\d+)-$/.exec(visit.header('range') ?? '')?.[1] ?? 0)
    const condition = visit.header('if-range')
    if (from === 0 || (condition !== null && condition !== etag))
      return [200, { etag, 'content-type': 'video/mp4' }, mp4]
    return [206, { etag, 'content-range': `bytes ${from}-${mp4.length - 1}/${mp4.length}` }, mp4.subarray(from)]
  }
}

async function part(bytes?: Uint8Array): Promise<string> {
  const path = join(await makeFolder(), 'shot.part')
  if (bytes)
    await writeFile(path, bytes)
  return path
}

describe('a video', () => {
  it('is downloaded completely, with job and model in the URL', async () => {
    const server = await openAnsweringServer(ranges('"v1"'))
    const partPath = await part()
    const progress: number[] = []
    const started: unknown[] = []
    const downloaded = await client.downloadVideo({ baseUrl: server.url, key }, task, {
      partPath,
      resume: null,
      signal,
      onProgress: received => progress.push(received),
      onStart: async facts => void started.push(facts),
    })
    expect(downloaded).toEqual({ sizeBytes: mp4.length, etag: '"v1"', totalBytes: mp4.length })
    expect((await readFile(partPath)).equals(mp4)).toBe(true)
    expect(server.visits[0]?.head()).toMatch(/^GET \/api\/v1\/generate\/result\?jobId=t\+1%2F2&model=wan /)
    expect(progress.at(-1)).toBe(mp4.length)
    expect(started).toEqual([{ etag: '"v1"', totalBytes: mp4.length }])
  })

  it('resumes after a lost connection exactly where it stopped', async () => {
    const serve = ranges('"v1"')
    const server = await openAnsweringServer((visit, index) => {
      const [status, headers, bytes] = serve(visit)
      return index === 0 ? [status, { ...headers, 'content-length': bytes.length }, bytes.subarray(0, 70_001)] : [status, headers, bytes]
    })
    const partPath = await part()
    const connection = { baseUrl: server.url, key }
    expect(await failureOf(client.downloadVideo(connection, task, { partPath, resume: null, signal }))).toMatchObject({
      kind: 'network',
      charged: 'no',
    })
    expect((await stat(partPath)).size).toBe(70_001)
    await client.downloadVideo(connection, task, { partPath, resume: { etag: '"v1"', totalBytes: mp4.length }, signal })
    expect(server.visits[1]?.header('range')).toBe('bytes=70001-')
    expect(server.visits[1]?.header('if-range')).toBe('"v1"')
    expect((await readFile(partPath)).equals(mp4)).toBe(true)
  })

  it.each([
    ['the result changed', ranges('"v2"'), { etag: '"v1"', totalBytes: mp4.length }, 1],
    [
      'the server knows no ranges',
      (): [number, Record<string, string>, Buffer] => [200, {}, mp4],
      { etag: null, totalBytes: mp4.length },
      1,
    ],
    ['the total differs', ranges('"v1"'), { etag: '"v1"', totalBytes: 99 }, 2],
    [
      'the range is refused',
      (visit: Visit): [number, Record<string, string>, Buffer] => visit.header('range') ? [416, {}, Buffer.alloc(0)] : [200, {}, mp4],
      { etag: '"v1"', totalBytes: null },
      2,
    ],
    ['there is neither a tag nor a size', ranges('"v1"'), { etag: null, totalBytes: null }, 1],
    ['the tag is weak', ranges('W/"v1"'), { etag: 'W/"v1"', totalBytes: null }, 1],
  ])('starts over when %s', async (_name, serve, resume, visits) => {
    const server = await openAnsweringServer(serve)
    const partPath = await part(Buffer.alloc(5000, 1))
    await client.downloadVideo({ baseUrl: server.url, key }, task, { partPath, resume, signal })
    expect((await readFile(partPath)).equals(mp4)).toBe(true)
    expect(server.visits).toHaveLength(visits)
  })

  it('that is complete is not requested again', async () => {
    const server = await openAnsweringServer(ranges('"v1"'))
    await client.downloadVideo({ baseUrl: server.url, key }, task, {
      partPath: await part(mp4),
      resume: { etag: '"v1"', totalBytes: mp4.length },
      signal,
    })
    expect(server.visits).toHaveLength(0)
  })

  it.each([
    ['text/html', '<html>wait</html>'],
    ['video/mp4', ''],
    ['video/mp4', 'no video at all'],
  ])('is refused when it is something else (%s %j), and not resumed', async (type, body) => {
    const server = await openAnsweringServer(() => [200, { 'content-type': type }, body])
    const partPath = await part()
    expect(
      await failureOf(client.downloadVideo({ baseUrl: server.url, key }, task, { partPath, resume: null, signal })),
    ).toMatchObject({ kind: 'undecodable', charged: 'no' })
    expect((await stat(partPath)).size).toBe(0)
  })

  it.each(['text/plain', 'application/json; charset=utf-8'])('is believed more than its content type (%s), and resumed', async (type) => {
    const serve = ranges('"v1"')
    const server = await openRawServer(async (visit, index) => {
      await visit.complete
      const [status, headers, bytes] = serve(visit)
      if (index > 0)
        return visit.answer(status, { ...headers, 'content-type': type }, bytes)
      // Its first bytes come one by one, and it breaks off.
      visit.socket.write(`HTTP/1.1 200 OK\r\netag: "v1"\r\ncontent-type: ${type}\r\ncontent-length: ${mp4.length}\r\n\r\n`)
      for (const byte of mp4.subarray(0, 40)) {
        visit.socket.write(Uint8Array.of(byte))
        await settled()
      }
      visit.socket.end(mp4.subarray(40, 70_001))
    })
    const partPath = await part()
    const connection = { baseUrl: server.url, key }
    expect(await failureOf(client.downloadVideo(connection, task, { partPath, resume: null, signal }))).toMatchObject({ kind: 'network' })
    expect((await stat(partPath)).size).toBe(70_001)
    await client.downloadVideo(connection, task, { partPath, resume: { etag: '"v1"', totalBytes: mp4.length }, signal })
    expect((await readFile(partPath)).equals(mp4)).toBe(true)
    expect(server.visits).toHaveLength(2)
  })

  it.each([
    ['{"detail_of":"nothing"}', true],
    [`{"video_base64":"${'A'.repeat(64 * 2 ** 20)}"}`, true],
    ['Please wait', false],
  ])('that is missing in the service’s JSON is told as its word (%#)', async (body, isServiceWord) => {
    const type = body.startsWith('{') ? 'application/json' : 'text/plain'
    const server = await openAnsweringServer(() => [200, { 'content-type': type }, body])
    expect(
      await failureOf(client.downloadVideo({ baseUrl: server.url, key }, task, { partPath: await part(), resume: null, signal })),
    ).toMatchObject({ kind: 'undecodable', charged: 'no', isServiceWord })
  })

  it('may be embedded in JSON, or be a URL in it', async () => {
    const wrapped = await openAnsweringServer(() => [
      200,
      { 'content-type': 'application/json' },
      JSON.stringify({ result: { video_base64: mp4.toString('base64') } }),
    ])
    const partPath = await part()
    await client.downloadVideo({ baseUrl: wrapped.url, key }, task, { partPath, resume: null, signal })
    expect((await readFile(partPath)).equals(mp4)).toBe(true)
    const naming = await openAnsweringServer((_visit, index) => index === 0
      ? [200, { 'content-type': 'application/json' }, '{"video_url":"/files/shot.mp4"}']
      : [200, {}, mp4])
    await client.downloadVideo({ baseUrl: naming.url, key }, task, { partPath, resume: null, signal })
    expect(naming.visits.map(visit => visit.head().split(' ')[1])).toEqual([expect.stringContaining('/result'), '/files/shot.mp4'])
  })

  it.each([
    [409, '{"detail":"Job is not finished"}', 'not-ready'],
    [404, '{"detail":"Job not found"}', 'not-found'],
    [200, '{"status":"processing"}', 'not-ready'],
    [200, '{"error":"gone"}', 'server'],
  ])('that does not exist (%i %s) is %s', async (status, body, kind) => {
    const server = await openAnsweringServer(() => [status, { 'content-type': 'application/json' }, body])
    expect(
      await failureOf(client.downloadVideo({ baseUrl: server.url, key }, task, { partPath: await part(), resume: null, signal })),
    ).toMatchObject({ kind, charged: 'no' })
  })
})

it('an error of onStart is passed on unchanged, and nothing is written', async () => {
  const server = await openAnsweringServer(ranges('"v1"'))
  const partPath = await part()
  const full = new Error('database or disk is full')
  expect(await failureOf(client.downloadVideo({ baseUrl: server.url, key }, task, {
    partPath,
    resume: null,
    signal,
    onStart: () => Promise.reject(full),
  }))).toBe(full)
  expect((await stat(partPath)).size).toBe(0)
})

describe('a redirect', () => {
  it('to another origin is followed without the key, back to the own origin with it', async () => {
    const store = await openAnsweringServer(() => [200, {}, mp4])
    const server = await openAnsweringServer((_visit, index) => index === 0
      ? [302, { location: '/elsewhere' }]
      : [307, { location: `${store.url}/bucket` }])
    await client.downloadVideo({ baseUrl: server.url, key }, task, { partPath: await part(), resume: null, signal })
    expect(server.visits.map(visit => visit.header('authorization'))).toEqual([`Bearer ${key}`, `Bearer ${key}`])
    expect(store.visits.map(visit => visit.header('authorization'))).toEqual([null])
  })

  it('is followed at most three times', async () => {
    const server = await openAnsweringServer(() => [302, { location: '/again' }])
    expect(
      await failureOf(client.downloadVideo({ baseUrl: server.url, key }, task, { partPath: await part(), resume: null, signal })),
    ).toMatchObject({ kind: 'redirected', said: server.url })
    // Then the status is asked, which may name another address.
    expect(server.visits.filter(visit => visit.head().includes('/generate/status?'))).toHaveLength(1)
    expect(server.visits).toHaveLength(5)
  })

  it('is not followed to unsafe addresses', () => {
    const base = new URL('https://api.example.com')
    const may = (to: string): boolean => mayFetch(base, new URL(to))
    expect(['https://cdn.example.net/a', 'https://api.example.com:8443/a'].map(may)).toEqual([true, true])
    expect([
      'http://cdn.example.net/a',
      'http://api.example.com/a',
      'https://127.0.0.1/a',
      'https://10.0.0.8/',
      'https://[::1]/',
      'https://[fd00::1]/',
      'https://169.254.169.254/x',
      'file:///etc/passwd',
      'https://u:p@cdn.example.net/',
      'https://100.64.0.1/a',
      'https://100.127.255.254/a',
      'https://[64:ff9b::7f00:1]/a',
      'https://[fec0::1]/a',
      'https://[::ffff:10.0.0.1]/a',
      'https://[::127.0.0.1]/a',
      'https://printer.local/a',
      'https://printer.local./a',
      'https://router/a',
      'https://0x7f.1/a',
    ].map(may)).toEqual(Array.from({ length: 19 }).fill(false))
    expect(['https://100.63.255.255/a', 'https://100.128.0.1/a', 'https://[2606:4700::1111]/a'].map(may)).toEqual([true, true, true])
    expect(mayFetch(new URL('http://127.0.0.1:1'), new URL('http://localhost:2/x'))).toBe(true)
  })

  it('never leads to the studio itself', () => {
    ownPorts.add(4711)
    onTestFinished(() => void ownPorts.delete(4711))
    const base = new URL('http://127.0.0.1:1')
    expect(['http://127.0.0.1:4711/a', 'http://localhost:4711/a', 'http://127.0.0.1:4712/a'].map(to => mayFetch(base, new URL(to)))).toEqual([
      false,
      false,
      true,
    ])
  })

  it.each([
    ['a private one', [{ address: '10.0.0.8', family: 4 }]],
    ['a public one and this machine', [{ address: '93.184.216.34', family: 4 }, { address: '::1', family: 6 }]],
    ['one of a carrier\'s network', [{ address: '100.64.3.4', family: 4 }]],
  ])('connects to no name that leads to %s', async (_, addresses) => {
    const resolve = ((_name: string, _options: object, callback: (error: null, found: typeof addresses) => void) =>
      callback(null, addresses)) as unknown as Parameters<typeof createPublicLookup>[0] // of its overloads only this one is called
    const answer = await new Promise<unknown>((done) => {
      createPublicLookup(resolve)('rebind.example', {}, (error, found) => done(error ?? found))
    })
    expect(answer).toMatchObject({ message: expect.stringContaining('not public') })
  })

  it('connects to the address that was checked', async () => {
    const resolve = ((_name: string, _options: object, callback: (error: null, found: object[]) => void) =>
      callback(null, [{ address: '93.184.216.34', family: 4 }])) as unknown as Parameters<typeof createPublicLookup>[0] // see above
    const ask = (all: boolean) => new Promise(done => createPublicLookup(resolve)('cdn.example', { all }, (_error, found) => done(found)))
    expect([await ask(false), await ask(true)]).toEqual(['93.184.216.34', [{ address: '93.184.216.34', family: 4 }]])
  })
})

it('an image that the answer contains as a URL is downloaded and then decoded', async () => {
  const png = Buffer.concat([Buffer.from('89504E470D0A1A0A', 'hex'), Buffer.alloc(60, 9)])
  const server = await openAnsweringServer(() => [200, { 'content-type': 'image/png' }, png])
  const partPath = await part(Buffer.from(JSON.stringify({ images: [{ url: '/a.png' }, { base64: png.toString('base64') }] })))
  await client.fetchNamed({ baseUrl: server.url, key }, partPath, 'picture', signal)
  const images = await decodeImages(partPath, 'application/json')
  expect(images).toMatchObject([{ path: `${partPath}.named-0`, mime: 'image/png' }, { bytes: png }])
  expect(server.visits).toHaveLength(1)
})

it.each([
  ['api-web.example.com', 'https://api-web.example.com'],
  [' https://api-web.example.com/api/v1/generate?x=1 ', 'https://api-web.example.com'],
  ['https://gate.example.com/eigen/', 'https://gate.example.com/eigen'],
  ['localhost:8123', 'http://localhost:8123'],
  ['http://127.0.0.1:8123/api/v1/', 'http://127.0.0.1:8123'],
  ['http://[::1]:9/', 'http://[::1]:9'],
  ['http://api.example.com', null],
  ['https://me:secret@api.example.com', null],
  ['ftp://api.example.com', null],
  ['two words', null],
  ['', null],
])('reads %j as the base address %j', (text, baseUrl) => {
  expect(normaliseBaseUrl(text)).toBe(baseUrl)
})
