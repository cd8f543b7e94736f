/** Speech over a WebSocket: the point of no return, every dialect, and whether each kind of close was charged. */
import type { ServiceError } from '../../../src-main/service/service-error.ts'
import type { Speaking, Talk } from './socket-server.ts'
import { Buffer } from 'node:buffer'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { pcm16Header } from '../../../src-main/base/wav.ts'
import { decodeSpeech } from '../../../src-main/service/decode-speech.ts'
import { framesType } from '../../../src-main/service/frames.ts'
import { makeFolder } from '../../kit/folder.ts'
import { openTestPractice } from '../../kit/studio.ts'
import { failureOf, openAnsweringServer, settled } from './raw-server.ts'
import { key, openSocketServer, saying, speaking } from './socket-server.ts'

const pcm = Buffer.from(Array.from({ length: 4000 }, (_, index) => (index * 7) % 256))
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** Greets, waits for the request, and answers it. */
function answering(answer: (talk: Talk) => void | Promise<void>) {
  return openSocketServer(async (talk) => {
    await talk.message(0)
    talk.tell({ status: 'authenticated' })
    await talk.message(1)
    await answer(talk)
  })
}

async function failure(
  speech: Awaited<ReturnType<typeof speaking>>,
): Promise<Pick<ServiceError, 'kind' | 'charged' | 'isBeforeCommit' | 'said' | 'partialPath'>> {
  const { kind, charged, isBeforeCommit, said, partialPath } = await failureOf(speech.answer)
  return { kind, charged, isBeforeCommit, said, partialPath }
}

it('sound that comes after a mark of its end is kept', async () => {
  const server = await answering(async (talk) => {
    for (const at of [0, 1, 2, 3, 4]) {
      talk.tell({ audio: base64(pcm.subarray(at * 800, at * 800 + 800)), is_final: true })
      await new Promise(resolve => setTimeout(resolve, 100))
    }
    if (server.talks.length > 1)
      talk.line.close(1000)
  })
  const timeouts = { endingMs: 400, soundIdleMs: 600 }
  for (const how of ['stays open', 'is closed']) {
    const { answer, told, partPath } = await speaking(server.url, { timeouts })
    await answer
    expect(Buffer.concat(told.heard).equals(pcm), how).toBe(true)
    expect(await decodeSpeech(partPath, framesType), how).toMatchObject({ isCut: false })
  }
})

it('an error after a mark of the end is told: it may be that of a sentence', async () => {
  const server = await answering((talk) => {
    talk.tell({ audio: base64(pcm), is_final: true }, { type: 'error', detail: 'engine fell over' })
    talk.line.close(1011)
  })
  const speech = await speaking(server.url)
  expect(await failure(speech)).toMatchObject({ kind: 'server', charged: 'unknown', said: 'engine fell over' })
})

describe('the request', () => {
  it('is sent only after the commit, as a single message, and after the authentication was answered', async () => {
    const server = await answering(talk => talk.tell(pcm, { type: 'complete' }))
    const story: string[] = []
    const { answer } = await speaking(server.url, { options: { commit: async () => {
      await settled()
      story.push(`committed after ${server.talks[0]?.heard.length} message`)
    } } })
    expect(await answer).toMatchObject({ status: 200, contentType: framesType })
    expect(story).toEqual(['committed after 1 message'])
    expect(server.talks.map(talk => talk.heard)).toEqual([
      [{ token: key, model: 'higgs2p5' }, { text: 'Hello.', voice_settings: { speed: 1.2 } }],
    ])
  })

  it('does not wait for an answer to the authentication that never comes', async () => {
    const server = await openSocketServer(async (talk) => {
      await talk.message(1)
      talk.tell(pcm, { type: 'complete' })
    })
    const { answer, told } = await speaking(server.url, { timeouts: { greetingMs: 50 } })
    expect(await answer).toMatchObject({ status: 200 })
    expect(told.commits).toBe(1)
  })

  it('is not sent when the commit fails, whose error is passed on unchanged', async () => {
    const server = await answering(() => {})
    const full = new Error('database or disk is full')
    const { answer } = await speaking(server.url, { options: { commit: () => Promise.reject(full) } })
    expect(await failureOf(answer)).toBe(full)
    await settled()
    expect(server.talks[0]?.heard).toHaveLength(1)
  })

  it('is not sent when the commit is held, and resolves to hold', async () => {
    const server = await answering(() => {})
    const { answer } = await speaking(server.url, { options: { commit: async () => 'hold', onLeaving: () => expect.unreachable() } })
    expect(await answer).toBe('hold')
    await settled()
    expect(server.talks[0]?.heard).toHaveLength(1)
  })

  it('is not sent when it is aborted before the commit, or the connection is lost during it', async () => {
    const server = await answering(() => {})
    const stop = new AbortController()
    stop.abort()
    expect(await failure(await speaking(server.url, { options: { signal: stop.signal } }))).toMatchObject({
      kind: 'interrupted',
      charged: 'no',
      isBeforeCommit: true,
    })
    const lost = await speaking(server.url, { options: { commit: async () => {
      server.talks.at(-1)?.line.terminate()
      await settled()
    } } })
    expect(await failure(lost)).toMatchObject({ kind: 'network', charged: 'no', isBeforeCommit: false })
    expect(server.talks.flatMap(talk => talk.heard).filter(message => 'text' in message)).toEqual([])
  })

  it('may have been charged when it is aborted after it was sent', async () => {
    const stop = new AbortController()
    const server = await answering((talk) => {
      talk.tell(pcm)
      stop.abort()
    })
    expect(await failure(await speaking(server.url, { options: { signal: stop.signal } }))).toMatchObject({
      kind: 'interrupted',
      charged: 'unknown',
    })
  })

  it('contains the clip as base64, and is not sent when the clip is missing', async () => {
    const server = await answering(talk => talk.tell(pcm, { type: 'complete' }))
    const path = join(await makeFolder(), 'clip.wav')
    await writeFile(path, pcm)
    const request = {
      ...saying,
      parts: [...saying.parts, ['audio_prompt_file', { assetId: 'a' }] as const],
      files: { a: { path, name: 'clip.wav', mime: 'audio/wav', sizeBytes: pcm.length } },
    }
    await (await speaking(server.url, { request })).answer
    expect(server.talks[0]?.heard[1]?.audio_prompt_file).toBe(base64(pcm))
    const gone = { ...request, files: { a: { ...request.files.a, sizeBytes: 5 } } }
    expect(await failure(await speaking(server.url, { request: gone }))).toMatchObject({
      kind: 'missing-file',
      charged: 'no',
      isBeforeCommit: true,
    })
    expect(server.talks).toHaveLength(1)
  })
})

describe('every dialect gives the same sound', () => {
  const [one, two] = [pcm.subarray(0, 1001), pcm.subarray(1001)]
  it.each<[string, (object | string | Uint8Array)[]]>([
    [
      'bare samples, cut inside one',
      [{ type: 'metadata', sample_rate: 24_000, channels: 1, format: 'pcm16' }, one, two, { type: 'complete' }],
    ],
    ['base64 in chunks', [{ type: 'audio_chunk', data: base64(one) }, { type: 'audio_chunk', data: base64(two) }, { type: 'done' }]],
    ['audio and a final flag', [{ audio: base64(one), idx: 0 }, { audio: base64(two), idx: 1 }, { final: true }]],
    ['a flag on the last chunk', [{ audio: base64(one) }, { audio: base64(two), isFinal: true }]],
    ['a session', [
      { type: 'session.started' },
      { type: 'audio.start', format: 'pcm', sample_rate: 24_000 },
      pcm,
      { type: 'audio.done', total_bytes: pcm.length },
      { type: 'session.done' },
    ]],
    [
      'a WAV in binary frames',
      [Buffer.concat([pcm16Header({ sampleRate: 24_000, channels: 1 }, 0xFFFFFFFF), one]), two, { type: 'complete' }],
    ],
    [
      'with frames that say nothing',
      ['not JSON', '', '[]', 'null', { type: 'ping' }, one, '7', two, { type: 'complete' }, pcm],
    ],
  ])('%s', async (_, messages) => {
    const server = await answering(talk => talk.tell(...messages))
    const { answer, told, partPath } = await speaking(server.url)
    const spoken = await answer
    expect(spoken).toMatchObject({ sizeBytes: (await readFile(partPath)).length })
    const decoded = await decodeSpeech(partPath, framesType)
    expect(decoded).toMatchObject({ extension: 'wav', isCut: false, damaged: null })
    const file = await readFile(decoded.path)
    expect(file.subarray(44).equals(pcm)).toBe(true)
    expect(file.readUInt32LE(40)).toBe(pcm.length)
    expect(Buffer.concat(told.heard).equals(pcm)).toBe(true)
  })

  it('and another rate where it is named', async () => {
    const server = await answering(talk => talk.tell({ sample_rate: 44_100, channels: 2 }, pcm, { type: 'complete' }))
    const { answer, partPath } = await speaking(server.url)
    await answer
    const file = await readFile((await decodeSpeech(partPath, framesType)).path)
    expect([file.readUInt32LE(24), file.readUInt16LE(22)]).toEqual([44_100, 2])
  })
})

function last(talk: Talk, messages: readonly (object | Uint8Array)[], end: () => void): void {
  talk.tell(...messages)
  end()
}

describe('the end of a connection', () => {
  it.each<[string, (talk: Talk) => void, object, Speaking['timeouts']?]>([
    ['normally without sound: unknown', talk => talk.line.close(1000), { kind: 'network', charged: 'unknown', partialPath: null }],
    [
      'in order after sound, but without the word that it is complete',
      talk => last(talk, [pcm], () => talk.line.close(1000)),
      { kind: 'network', charged: 'unknown', partialPath: expect.any(String) },
    ],
    [
      'without a code, after sound',
      talk => last(talk, [pcm], () => talk.line.close()),
      { kind: 'network', charged: 'unknown', partialPath: expect.any(String) },
    ],
    [
      'cut after sound: what came can be played',
      talk => last(talk, [pcm], () => void settled().then(() => talk.line.terminate())),
      { kind: 'network', charged: 'unknown', partialPath: expect.any(String) },
    ],
    [
      'a breakdown of the service',
      talk => talk.line.close(1011, 'out of memory'),
      { kind: 'server', charged: 'unknown', said: 'out of memory' },
    ],
    [
      'a refusal',
      talk => last(talk, [{ type: 'error', detail: 'text: Field required' }], () => talk.line.close(1008)),
      { kind: 'validation', charged: 'no', said: 'text: Field required' },
    ],
    [
      'a refusal in the close alone',
      talk => talk.line.close(1008, 'text is required'),
      { kind: 'validation', charged: 'no', said: 'text is required' },
    ],
    [
      'a voice that is not known',
      talk => last(talk, [{ type: 'error', detail: 'Voice not found' }], () => talk.line.close(1008)),
      { kind: 'not-found', charged: 'no', said: 'Voice not found' },
    ],
    [
      'no credits, whatever the code',
      talk => last(talk, [{ status: 'error', message: 'Insufficient credits' }], () => talk.line.close(1000)),
      { kind: 'credits', charged: 'unknown' },
    ],
    [
      'no credits, and a code that says so',
      talk => last(talk, [{ status: 'error', message: 'Insufficient credits' }], () => talk.line.close(4402)),
      { kind: 'credits', charged: 'no' },
    ],
    ['too many requests', talk => talk.line.close(1013), { kind: 'rate', charged: 'no' }],
    ['another code for too many requests', talk => talk.line.close(4429), { kind: 'rate', charged: 'no' }],
    ['an invalid key, reported late', talk => talk.line.close(4401), { kind: 'auth', charged: 'no' }],
    [
      'an error with no close after it',
      talk => talk.tell({ type: 'error', message: 'inference failed' }),
      { kind: 'server', charged: 'unknown', said: 'inference failed' },
      { greetingMs: 50 },
    ],
    [
      'a refusal after sound: the work was begun',
      talk => last(talk, [pcm, { type: 'error', detail: 'stopped' }], () => talk.line.close(1008)),
      { charged: 'unknown', said: 'stopped' },
    ],
    ['complete without any sound', talk => talk.tell({ type: 'complete' }), { kind: 'undecodable', charged: 'unknown' }],
    ['silence', () => {}, { kind: 'timeout', charged: 'unknown', partialPath: null }, { firstSoundMs: 50 }],
    [
      'silence after sound',
      talk => talk.tell(pcm),
      { kind: 'timeout', charged: 'unknown', partialPath: expect.any(String) },
      { soundIdleMs: 50 },
    ],
    [
      'words but no sound',
      talk => void setInterval(() => talk.tell({ type: 'progress' }), 20).unref(),
      { kind: 'timeout', charged: 'unknown' },
      { firstSoundMs: 200 },
    ],
  ])('%s', async (_, answer, expected, timeouts) => {
    const speech = await speaking((await answering(answer)).url, { timeouts: timeouts ?? {} })
    expect(await failure(speech)).toMatchObject({ isBeforeCommit: false, ...expected })
    expect(speech.told.commits).toBe(1)
  })

  it('keeps what came as it came, and it can be played', async () => {
    const speech = await speaking((await answering((talk) => {
      talk.tell(pcm)
      void settled().then(() => talk.line.terminate())
    })).url)
    const { partialPath } = await failure(speech)
    expect((await readFile(partialPath!)).includes(pcm)).toBe(true)
    const file = await readFile((await decodeSpeech(partialPath!, framesType)).path)
    expect([file.readUInt32LE(40), file.length]).toEqual([pcm.length, 44 + pcm.length])
  })
})

describe('before the request', () => {
  it.each<[string, (talk: Talk) => void, object]>([
    [
      'a key that is refused with words',
      talk => last(talk, [{ type: 'error', detail: 'Invalid API key' }], () => talk.line.close(1008)),
      { kind: 'auth', said: 'Invalid API key' },
    ],
    ['a key that is refused without a message', talk => talk.line.close(1008), { kind: 'auth' }],
    [
      'a model that is not known',
      talk => last(talk, [{ type: 'error', detail: 'Unknown model \'x\'' }], () => talk.line.close(1008)),
      { kind: 'model-unavailable' },
    ],
    ['a connection that is cut', talk => talk.line.terminate(), { kind: 'network' }],
  ])('%s costs nothing, and nothing is committed', async (_, answer, expected) => {
    const server = await openSocketServer(async (talk) => {
      await talk.message(0)
      answer(talk)
    })
    const speech = await speaking(server.url)
    expect(await failure(speech)).toMatchObject({ charged: 'no', isBeforeCommit: true, ...expected })
    expect(speech.told.commits).toBe(0)
  })

  it.each([
    [401, {}, { kind: 'auth', status: 401 }],
    [404, {}, { kind: 'not-found', status: 404 }],
    [429, { 'retry-after': '7' }, { kind: 'rate', retryAfterMs: 7000 }],
    [503, {}, { kind: 'server' }],
    [302, { location: 'https://elsewhere.example/' }, { kind: 'redirected', said: 'https://elsewhere.example' }],
    [200, {}, { status: 200 }],
  ] as const)('a handshake that is answered with %i is reported like any other refusal', async (status, headers, expected) => {
    const server = await openAnsweringServer(() => [status, headers, JSON.stringify({ detail: 'No way in' })])
    const speech = await speaking(server.url)
    expect(await failureOf(speech.answer)).toMatchObject({ charged: 'no', said: 'No way in', ...expected })
    expect(speech.told.commits).toBe(0)
    expect(server.visits[0]?.head()).not.toContain(key)
  })

  it('a missing service, or one that never answers the handshake, is a network failure', async () => {
    expect(await failure(await speaking('http://127.0.0.1:9'))).toMatchObject({ kind: 'network', charged: 'no', isBeforeCommit: true })
    const server = createServer()
    server.on('upgrade', () => {})
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => server.closeAllConnections())
    const address = server.address()
    const speech = await speaking(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, { timeouts: { connectMs: 100 } })
    expect(await failure(speech)).toMatchObject({ charged: 'no', isBeforeCommit: true })
    server.close()
  })
})

describe('the key', () => {
  it('is sent in the first message only: not in the URL, a header, an error or the log', async () => {
    const lines: string[] = []
    const server = await openSocketServer(async (talk) => {
      await talk.message(1)
      talk.tell({ type: 'error', detail: `bad token ${key}` })
    })
    const speech = await speaking(server.url, {
      client: { log: createLog({ write: line => void lines.push(line), clock: systemClock }) },
      timeouts: { greetingMs: 50 },
    })
    const error = await failureOf(speech.answer)
    expect(server.talks[0]?.address).toBe('/api/v1/generate/ws')
    expect(server.talks[0]?.headers).not.toContain(key)
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join('')).not.toContain(key)
    expect(`${error.said} ${error.message} ${error.stack}`).not.toContain(key)
  })

  it('is sent to the account\'s own socket URL if there is one, and never unencrypted to another machine', async () => {
    const server = await answering(talk => talk.tell(pcm, { type: 'complete' }))
    const socketUrl = `${server.url.replace('http', 'ws')}/elsewhere?way=1#here`
    await (await speaking('https://service.example', { connection: { socketUrl } })).answer
    expect(server.talks[0]?.address).toBe('/elsewhere?way=1')
    expect(
      await failure(await speaking('https://service.example', { connection: { socketUrl: 'ws://service.example/ws' } })),
    ).toMatchObject({ kind: 'network', charged: 'no', isBeforeCommit: true })
    expect(await failure(await speaking(server.url, { connection: { key: 'a\nb' } }))).toMatchObject({ kind: 'auth', isBeforeCommit: true })
    expect(server.talks).toHaveLength(1)
  })
})

describe('a proxy', () => {
  async function openProxy(answer: 'opens' | 'refuses') {
    const asked: string[] = []
    const proxy = createServer()
    proxy.on('connect', (request, socket) => {
      asked.push(`${request.url} ${request.headers['proxy-authorization']}`)
      socket.on('error', () => {})
      if (answer === 'refuses')
        return void socket.end('HTTP/1.1 407 Who are you\r\n\r\n')
      const [host, port] = (request.url ?? '').split(':')
      const through = connect(Number(port), host, () => socket.write('HTTP/1.1 200 Go on\r\n\r\n'))
      through.on('error', () => {})
      through.pipe(socket).pipe(through)
    })
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void proxy.close())
    const address = proxy.address()
    return { asked, url: `http://ann:s3cret@127.0.0.1:${typeof address === 'object' ? address?.port : ''}` }
  }

  it('is used when one is configured', async () => {
    const server = await answering(talk => talk.tell(pcm, { type: 'complete' }))
    const proxy = await openProxy('opens')
    await (await speaking(server.url, { client: { proxyFor: async () => proxy.url } })).answer
    expect(proxy.asked).toEqual([`${server.url.slice(7)} Basic ${base64(Buffer.from('ann:s3cret'))}`])
    expect(server.talks).toHaveLength(1)
  })

  it('that asks for a password is named, and nothing was sent', async () => {
    const proxy = await openProxy('refuses')
    const speech = await speaking('http://127.0.0.1:9', { client: { proxyFor: async () => proxy.url } })
    expect(await failure(speech)).toMatchObject({
      kind: 'proxy',
      charged: 'no',
      isBeforeCommit: true,
      said: expect.stringContaining('407'),
    })
  })
})

describe('the practice service', () => {
  it.each([
    ['higgs2p5', [['text', 'Good evening.'], ['voice', 'Linda'], ['voice_settings', { speed: 1.1 }], ['sampling', { top_k: 40 }]]],
    ['chatterbox', [['text', 'Good evening.'], ['language_id', 'en'], ['exaggeration', 0.7], ['seed', 3]]],
    ['qwen3-tts', [['text', 'Good evening.'], ['voice', 'Ono_Anna'], ['language', 'English'], ['instructions', 'slowly']]],
  ] as const)('%s speaks, and the service knows every field of the request', async (model, parts) => {
    const practice = await openTestPractice()
    const { answer, told, partPath } = await speaking(practice.url, {
      connection: { key: practice.key },
      request: { ...saying, parts: [['model', model], ...parts] },
      timeouts: { firstSoundMs: 15_000 },
    })
    await answer
    expect(await decodeSpeech(partPath, 'audio/wav')).toMatchObject({ mime: 'audio/wav', isCut: false })
    expect(told.heard.length).toBeGreaterThan(1)
    expect(practice.ledger()).toMatchObject([{ kind: 'speech', model, ignored: [] }])
  })

  it('reports its faults as the right failures', async () => {
    const practice = await openTestPractice()
    const speak = async (parts: readonly (readonly [string, unknown])[] = saying.parts) => failure(await speaking(practice.url, {
      connection: { key: practice.key },
      request: { ...saying, parts },
      timeouts: { firstSoundMs: 15_000 },
    }))
    practice.faults.set({ do: 'refuse', status: 429, message: 'Rate limit exceeded', times: 1 })
    expect(await speak()).toMatchObject({ kind: 'rate', charged: 'no' })
    expect(await speak([['model', 'higgs2p5'], ['text', 'Hi.'], ['voice_id', 'f'.repeat(32)]])).toMatchObject({
      kind: 'not-found',
      charged: 'no',
      said: 'Voice not found',
    })
    expect(practice.ledger()).toHaveLength(0)
    practice.faults.set({ do: 'reset', at: 'accepted', times: 1 })
    expect(await speak()).toMatchObject({ kind: 'network', charged: 'unknown', partialPath: null })
    practice.faults.set({ do: 'reset', at: 'mid-answer', times: 1 })
    expect(await speak()).toMatchObject({ kind: 'network', charged: 'unknown', partialPath: expect.any(String) as string })
    practice.faults.set({ do: 'stream', as: 'error', times: 1 })
    expect(await speak()).toMatchObject({ charged: 'unknown', partialPath: expect.any(String) as string })
    practice.faults.set({ do: 'stream', as: 'no-end', times: 1 })
    expect(await speak()).toMatchObject({ kind: 'network', charged: 'unknown', partialPath: expect.any(String) as string })
    expect(practice.ledger()).toHaveLength(4)
  })
})
